import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputOf, OutputOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { Complete } from '#contract/rows/complete.ts'
import type { DaySummary, Summary } from '#contract/rows/dashboards.ts'
import { sql } from '../../server/db/sql.ts'
import { amountIn, formatCount, formatPercent } from '../../src/format/amount.ts'
import { cellText, focusedRow, listLoaded, rows, startApp, startPageLoaded, type TestApp } from '../app.tsx'
import { json } from '../lists/fakeGateway.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ orders: 600 })
  // Data for today at any hour of the day.
  await app.gateway.payin('M10000001', 'TODAY-1', 'SUCCESS')
  await app.gateway.payin('M10000001', 'TODAY-2')
  await app.gateway.payin('M10000002', 'TODAY-3')
  await app.gateway.payin('M10000005', 'TODAY-4')
})
afterAll(() => app.close())

type DashboardCall = 'dashboard' | 'dailyChart' | 'activities' | 'agentDashboard' | 'agentLatest'

/** What the gateway answers the signed-in account. */
async function askGateway<Name extends DashboardCall>(name: Name, input: InputOf<(typeof calls)[Name]>) {
  const reply = await app.gateway.ask(calls[name], input as never, localStorage.getItem('token') ?? '')
  return reply.json<{ item: Complete<OutputOf<(typeof calls)[Name]>> }>().item
}

const card = (name: string) => screen.getByRole('region', { name })
const alerts = (words: RegExp) => screen.queryAllByRole('alert').filter(({ textContent }) => words.test(textContent))
const focused = () => document.activeElement as HTMLElement
const text = () => focused().textContent

/** The five figures of one direction, as displayed. */
const figuresOf = (summary: Complete<Summary>, direction: 'Payin' | 'Payout', places: number): string[] => {
  const of = (name: string) => summary[name as keyof Summary]
  const written = amountIn(places)
  return [
    formatCount(of(`total${direction}Count`) as number),
    written(of(`total${direction}Amount`) as string),
    formatCount(of(`success${direction}Count`) as number),
    written(of(`success${direction}Amount`) as string),
    formatPercent(of(`success${direction}Count`) as number, of(`total${direction}Count`) as number),
  ]
}

const cells = (day: Complete<DaySummary>, places: number): string[] => [
  day.date,
  ...figuresOf(day, 'Payin', places),
  ...figuresOf(day, 'Payout', places),
]

/** The days as a table. The success rates by channel are one too. */
const daysTable = () => within(card('Last 7 days')).getByRole('table')

const tableRows = () =>
  within(daysTable())
    .getAllByRole('row')
    .slice(1)
    .map((row) => Array.from(row.children, (cell) => cell.textContent))

const accounts = [
  { username: 'merchant', home: '/dashboard', payins: '/transaction/payin', places: 2, cards: 9 },
  { username: 'submerchant', home: '/dashboard-sub', payins: '/transactionsub/payin-sub', places: 2, cards: 9 },
  { username: 'usdt', home: '/dashboard-usdt', payins: '/transactionusdt/payin', places: 4, cards: 9 },
  { username: 'staff', home: '/dashboard', payins: '/transaction/payin', places: 2, cards: 10 },
]

test.each(accounts)('$username starts at the dashboard, reads it, and drills down from a figure', async (account) => {
  const { username, home, payins, places, cards } = account
  await app.openAs(username)
  expect(app.address()).toBe(home)
  await waitFor(() => expect(text()).toMatch(/^Payin Count/))
  const { date, today } = await askGateway('dashboard', {})
  await waitFor(() => expect(within(card('Dashboard')).getAllByRole('region')).toHaveLength(cards))
  // The currency is shown for the days too.
  for (const name of ['Payin', 'Payout', 'Last 7 days'])
    expect(card(name).textContent).toContain(username === 'usdt' ? 'USDT' : 'IDR')
  for (const direction of ['Payin', 'Payout'] as const) {
    const shown = Array.from(card(direction).querySelectorAll('[data-focus-item]'), (one) =>
      one.children[1]?.textContent.trim(),
    )
    expect(shown).toEqual(figuresOf(today, direction, places))
  }

  // Focus moves from figure to figure, to the other direction, and back.
  await app.user.keyboard('{ArrowRight}l')
  expect(text()).toMatch(/^Payin Success Count/)
  await app.user.keyboard('{ArrowDown}')
  expect(text()).toMatch(/^Payout Success Count/)
  await app.user.keyboard('k')

  await app.user.keyboard('T')
  await waitFor(daysTable)
  const days = await askGateway('dailyChart', {})
  expect(tableRows()).toEqual(days.map((day) => cells(day, places)))
  await waitFor(() => expect(text()).toBe(days[0]!.date))
  await app.user.keyboard('{ArrowDown}')
  expect(text()).toBe(days[1]!.date)
  await app.user.keyboard('T')
  await waitFor(() => expect(focused().getAttribute('aria-label')).toMatch(`${days[0]!.date}, Payin: `))
  await app.user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(focused().getAttribute('aria-label')).toMatch(
    `${date}, Payin: ${formatCount(today.totalPayinCount)} ${today.totalPayinCount === 1 ? 'order' : 'orders'}`,
  )

  await app.user.keyboard('{Enter}')
  await listLoaded()
  expect(app.address()).toMatch(`${payins}?startDate=${date}&endDate=${date}`)
  await waitFor(() => expect(document.body.textContent).toContain(`total: ${formatCount(today.totalPayinCount)}`))
  await app.user.keyboard('gd')
  await startPageLoaded()
  expect(app.address()).toBe(home)
  await waitFor(() => expect(text()).toMatch(/^Payin Count/))
})

test('Today is compared with yesterday until the same time, or with all of yesterday and says so', async () => {
  await app.openAs('merchant')
  await waitFor(() => expect(text()).toMatch(/^Payin Count/))
  const { yesterday, yesterdaySoFar } = await askGateway('dashboard', {})
  const { until, totalPayinCount } = yesterdaySoFar!
  expect(card('Payin').textContent).toContain(`vs. yesterday by ${until.slice(11, 16)}`)
  expect(text()).toContain(`Yesterday ${formatCount(totalPayinCount)}`)
  app.network = async (path, pass) => {
    const reply = await pass()
    if (path !== '/api/index/') return reply
    const { item } = await reply.json()
    return Response.json({ status: 'ok', item: { ...item, yesterdaySoFar: undefined } })
  }
  await app.user.keyboard('r')
  await waitFor(() => expect(card('Payin').textContent).toContain('vs. all of yesterday'))
  // A change against a whole day would mean nothing while today is not over.
  expect(text()).toMatch(new RegExp(`Yesterday ${formatCount(yesterday.totalPayinCount)} *$`))
})

test('A success figure drills down to exactly the orders that the gateway counts', async () => {
  await app.openAs('merchant')
  await waitFor(() => expect(text()).toMatch(/^Payin Count/))
  const { today } = await askGateway('dashboard', {})
  await app.user.keyboard('{ArrowRight}{ArrowRight}{Enter}')
  await listLoaded()
  expect(app.address()).toContain('status=SUCCESS%2CPARTIAL_REFUND%2CREFUNDED')
  await waitFor(() => expect(document.body.textContent).toContain(`total: ${formatCount(today.successPayinCount)}`))
})

test('An activity links to its order, and r reloads the whole dashboard', async () => {
  await app.openAs('merchant')
  const { id } = await app.gateway.payin('M10000001', 'CLOSED-1')
  const token = localStorage.getItem('token') ?? ''
  await app.gateway.ask(calls.payinAction, { id, action: 'close' }, token)
  await waitFor(() => expect(text()).toMatch(/^Payin Count/))
  app.calls.length = 0
  await app.user.keyboard('r')
  await waitFor(() => expect(screen.queryByText(`Closed order ${id}`, { exact: false })).not.toBeNull())
  // The event stream, and the reads that follow its opening, start in idle time.
  const asked = app.calls.filter((call) => /index|account/.test(call) && !/events|notices|held/.test(call))
  expect(asked.sort()).toEqual([
    'GET /api/account/info',
    'GET /api/index/',
    'GET /api/index/activities',
    'GET /api/index/attention',
    'GET /api/index/balance-days',
    'GET /api/index/callback-flow',
    'GET /api/index/daily-chart',
    'GET /api/index/payin-flow',
    'GET /api/index/trend',
  ])
  const [newest] = await askGateway('activities', {})
  expect(newest).toMatchObject({ target: id, kind: 'PAYIN' })
  await app.tabTo(screen.getByRole('link', { name: new RegExp(`Closed order ${id}`) }))
  await app.user.keyboard('{Enter}')
  const record = await screen.findByRole('region', { name: 'Record' })
  await waitFor(() => expect(record.textContent).toContain('CLOSED-1'))
})

test('Every link of the dashboard is in the palette with its key', async () => {
  await app.openAs('merchant')
  await app.user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: /./ })
  for (const title of ['Refresh dashboard', 'Show chart as table', 'Next chart', 'Go to Dashboard']) {
    await app.user.clear(field)
    await app.user.paste(title)
    await waitFor(() => expect(document.querySelector('[role=option]')?.textContent).toContain(title))
  }
  await app.user.keyboard('{Escape}{Escape}')
})

test('A falling channel leads to its payins of the counted hours, in its currency', async () => {
  const counts = { finished: 12, paid: 0, finishedBefore: 12, paidBefore: 12 }
  await app.openAsGuest({})
  app.network = async (path, pass) => {
    const response = await pass()
    if (path !== calls.platformHealth.path) return response
    const reply = (await response.json()) as { item: object }
    const channels = [
      { payChannel: 'EW_DANA', currency: 'IDR', ...counts },
      { payChannel: 'USDT_TRC20', currency: 'USDT', ...counts },
    ]
    return json({ ...reply, item: { ...reply.item, channels, channelsFrom: '2026-11-20T08:15:30+07:00' } })
  }
  await app.signIn('staff')
  await startPageLoaded()
  const found = await screen.findAllByText('Success rate falling')
  expect(found.map((one) => one.closest('[data-focus-item]')?.getAttribute('href') ?? null)).toEqual([
    '#/transaction/payin?payChannel=EW_DANA&createdFrom=2026-11-20T08%3A15%3A30',
    '#/transactionusdt/payin?payChannel=USDT_TRC20&createdFrom=2026-11-20T08%3A15%3A30',
  ])
})

test('A failing address leads to the callbacks of its merchant, a stopped merchant to its account', async () => {
  const { db } = app.gateway
  const address = 'http://127.0.0.1:9/closed'
  await db.run(sql`
    update merchant set payout_notify_address = ${address}, payout_notify_disabled = true where merchant_no = 'M10000002'`)
  await db.run(sql`update merchant set status = 'FROZEN' where merchant_no = 'M10000002'`)
  await app.openAs('staff')
  await startPageLoaded()
  const linkOf = async (words: string) => (await screen.findByText(words)).closest<HTMLElement>('[data-focus-item]')!
  expect((await linkOf('Frozen')).getAttribute('href')).toBe('#/plat/otp?who=M10000002')
  const link = await linkOf('Callbacks disabled')
  expect(link.getAttribute('href')).toBe('#/dev-center/callbacks?merchantNo=M10000002')
  link.focus()
  const read: string[] = []
  app.network = (path, pass) => {
    if (path.includes('/callbacks')) read.push(path)
    return pass()
  }
  await app.user.keyboard('{Enter}')
  expect(await screen.findByText(address)).toBeTruthy()
  expect(screen.getAllByRole('region', { name: /callbacks · / })).toHaveLength(2)
  expect(read).toHaveLength(1)
  // The next choice is in the address as well.
  const field = screen.getByRole<HTMLInputElement>('combobox')
  await waitFor(() => expect(field.value).not.toBe(''))
  await app.user.clear(field)
  await app.user.type(field, 'M10000001')
  await app.user.click(await screen.findByRole('option', { name: /M10000001/ }))
  await waitFor(() => expect(app.address()).toBe('/dev-center/callbacks?merchantNo=M10000001'))
  await waitFor(() => expect(screen.queryByText(address)).toBeNull())
  app.network = null
  await db.run(sql`
    update merchant set payout_notify_disabled = false, status = 'ACTIVE' where merchant_no = 'M10000002'`)
})

test('What needs attention leads to exactly its rows, and the map of channels to the payins of an hour', async () => {
  await app.openAs('merchant')
  await waitFor(() => expect(text()).toMatch(/^Payin Count/))
  const reply = await app.gateway.ask(calls.attention, {}, localStorage.getItem('token') ?? '')
  const { payinsUnreconciled } = reply.json<{ item: { payinsUnreconciled: number } }>().item
  const item = await within(card('Needs attention')).findByRole('link', { name: /payins? of yesterday not reconciled/ })
  expect(item.textContent).toMatch(`${formatCount(payinsUnreconciled)} `)
  // Up from the figures of today.
  await app.user.keyboard('{ArrowUp}')
  expect(card('Needs attention').contains(focused())).toBe(true)
  item.focus()
  await app.user.keyboard('{Enter}')
  await listLoaded()
  await waitFor(() => expect(document.body.textContent).toContain(`total: ${formatCount(payinsUnreconciled)}`))

  await app.user.keyboard('gd')
  await startPageLoaded()
  const map = await within(await screen.findByRole('region', { name: 'Success rate by channel' })).findByRole('table')
  const cells = within(map).getAllByRole('link', { name: /, \d\d:00: \d+ of \d+ paid/ })
  // One stop for Tab, and arrows from there.
  expect(map.querySelectorAll('[data-focus-item][tabindex="0"]')).toHaveLength(1)
  const cell = cells.at(-1)!
  const [, created] = / of ([\d,]+) paid/.exec(cell.getAttribute('aria-label') ?? '')!
  cell.focus()
  await app.user.keyboard('{Enter}')
  await listLoaded()
  expect(app.address()).toMatch(/createdFrom=.*payChannel=|payChannel=.*createdFrom=/)
  await waitFor(() => expect(document.body.textContent).toContain(`total: ${created}`))
})

const FAULT = { error: 'INTERNAL_ERROR', message: 'No luck today' }
const failing =
  (failed: string, status = 500) =>
  (path: string, pass: () => Promise<Response>) =>
    path === failed ? Promise.resolve(Response.json(FAULT, { status })) : pass()

describe('A card that fails', () => {
  test.each([
    ['Last 7 days', '/api/index/daily-chart'],
    ['Balance', '/api/account/info'],
    ['Latest activity', '/api/index/activities'],
  ])('%s fails alone, and Retry loads it', async (name, path) => {
    await app.openAs('merchant', { address: '/transaction/payin' })
    app.network = failing(path)
    await app.user.keyboard('gd')
    await within(await screen.findByRole('region', { name })).findByText(/No luck today/)
    // The text in the card is static; the alert is raised by every failed call.
    await waitFor(() => expect(alerts(/No luck today/)).toHaveLength(1))
    expect(card(name).contains(alerts(/No luck today/)[0]!)).toBe(false)
    await waitFor(() => expect(card('Payin').querySelector('[data-focus-item]')).not.toBeNull())
    app.network = null
    await app.tabTo(within(card(name)).getByRole('button', { name: 'Retry' }))
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(within(card(name)).queryByText(/No luck today/)).toBeNull())
    await waitFor(() => expect(card(name).querySelector('[data-focus-item]')).not.toBeNull())
    expect(document.activeElement).not.toBe(document.body)
  })

  test('keeps its previous figures while it reloads', async () => {
    await app.openAs('merchant')
    await waitFor(() => expect(text()).toMatch(/^Payin Count/))
    const before = card('Payout').querySelector('[data-focus-item]')?.textContent
    app.network = failing('/api/index/')
    await app.user.keyboard('r')
    await within(card('Payout')).findByText(/No luck today/)
    expect(card('Payout').querySelector('[data-focus-item]')?.textContent).toBe(before)
    expect(app.address()).toBe('/dashboard')
    // A failure without a message is announced once.
    app.network = (path, pass) => (path === '/api/index/' ? Promise.resolve(new Response('', { status: 500 })) : pass())
    await app.user.keyboard('r')
    const failed = await within(card('Payout')).findByText(/Server response 500/)
    expect(failed.textContent).toBe('Couldn’t load this Server response 500')
  })

  test('leads to the error page only if the first load of today fails', async () => {
    await app.openAs('merchant', { address: '/transaction/payin' })
    app.network = failing('/api/index/', 503)
    await app.user.keyboard('gd')
    await waitFor(() => expect(app.address()).toBe('/exception/500'))
    // The page shows the kind of error, the notice the message of the gateway.
    await screen.findAllByText('No luck today')
  })
})

test('A merchant without orders sees zeros and a note that there are none', async () => {
  await app.gateway.account('M00000001')
  await app.openAsGuest()
  localStorage.setItem('token', await app.gateway.signIn('M00000001'))
  localStorage.setItem('antd-pro-authority', JSON.stringify(['user', 'normal', 'dashboard', 'payin']))
  window.location.hash = '/dashboard'
  await app.load()
  await startPageLoaded()
  await waitFor(() => expect(screen.getAllByText('No orders today')).toHaveLength(2))
  expect(card('Payin').textContent).toContain('0.00')
  await within(card('Last 7 days')).findByText('No orders in this period')
  // Without the permission for payouts there are no links to them.
  expect(card('Payin').querySelectorAll('a')).toHaveLength(5)
  expect(card('Payout').querySelectorAll('a')).toHaveLength(0)
})

describe('An agent', () => {
  test('starts at the days of assigned merchants, selects other days, and opens the orders of one day', async () => {
    await app.openAs('agent')
    expect(app.address()).toBe('/dashboard-a')
    const days = await askGateway('agentLatest', {})
    const { summary, merchantCount } = await askGateway('agentDashboard', {})
    const [newest] = days
    await waitFor(() => expect(rows()).toHaveLength(7))
    expect(cellText(rows()[0], 'Payin Count')).toBe(formatCount(newest!.totalPayinCount))
    expect(cellText(rows()[0], 'Merchant Name')).toBe('All merchants')
    expect(cellText(rows()[1], 'Payin Success Rate')).toBe(formatPercent(days[1]!.successPayinCount, days[1]!.totalPayinCount))
    const figures = screen.getByRole('region', { name: 'Filter totals' })
    await waitFor(() => expect(figures.textContent).toContain(amountIn(2)(summary.totalPayinAmount)))
    expect(within(figures).getByText('Merchants', { selector: 'dt' }).nextElementSibling?.textContent).toBe(
      String(merchantCount),
    )
    await within(await screen.findByRole('region', { name: 'Merchants' })).findByText('by creation day')

    await app.user.keyboard('{Control>}k{/Control}summary range')
    await screen.findByRole('option', { name: /Summary date range/ })
    await app.user.keyboard('{Enter}')
    await screen.findByRole('option', { name: /Today/ })
    await app.user.keyboard('today{Enter}')
    await waitFor(() => expect(app.address()).toContain('dates=today'))
    await waitFor(() => expect(rows()).toHaveLength(1))
    await waitFor(() => expect(focusedRow()?.row).toBe(1))

    await app.user.keyboard('a')
    const menu = await screen.findByRole('menu')
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual(expect.arrayContaining(['Payins of this day', 'Payouts of this day', 'Open this merchant']))
    await app.user.keyboard('{Escape}')
    await app.user.keyboard('{Control>}k{/Control}payins of this day')
    await screen.findByRole('option', { name: /Payins of this day/ })
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(app.address()).toBe(`/transaction/payin-a?startDate=${newest!.date}&endDate=${newest!.date}`))
    await listLoaded()
  })

  test('drills down from a figure of the summary and from one of a day', async () => {
    await app.openAs('agent')
    await waitFor(() => expect(rows()).toHaveLength(7))
    const { summary } = await askGateway('agentDashboard', {})
    const figures = screen.getByRole('region', { name: 'Filter totals' })
    await app.tabTo(await within(figures).findByRole('link', { name: /^Payin Success Count \d/ }))
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(app.address()).toMatch(/^\/transaction\/payin-a\?.*status=SUCCESS%2CPARTIAL_REFUND%2CREFUNDED/))
    await waitFor(() => expect(document.body.textContent).toContain(`total: ${formatCount(summary.successPayinCount)}`))
    await app.user.keyboard('gd')
    await waitFor(() => expect(focusedRow()?.row).toBe(1))

    const [, day] = await askGateway('agentLatest', {})
    await app.user.keyboard('jlll{Enter}')
    await waitFor(() => expect(app.address()).toMatch(`/transaction/payin-a?startDate=${day!.date}&endDate=${day!.date}`))
    await waitFor(() => expect(document.body.textContent).toContain(`total: ${formatCount(day!.totalPayinCount)}`))
  })

  test('is led to the error page only if the first load of the totals fails', async () => {
    await app.openAs('agent')
    await waitFor(() => expect(rows()).toHaveLength(7))
    app.network = failing('/api/agent/dashboard/index', 503)
    await app.user.keyboard('r')
    await screen.findAllByText(/No luck today/)
    expect(app.address()).toBe('/dashboard-a')
    await app.user.keyboard('gi')
    await waitFor(() => expect(app.address()).toContain('/transaction/payin-a'))
    await listLoaded()
    await app.user.keyboard('gd')
    await waitFor(() => expect(app.address()).toBe('/exception/500'))
  })

  test('stays on the page of a merchant that has left, and takes the filter away', async () => {
    await app.openAs('agent', { address: '/transaction/payin-a' })
    await listLoaded()
    location.hash = '#/dashboard-a?merchantNo=M10000003'
    expect((await screen.findAllByRole('button', { name: 'Retry' })).length).toBeGreaterThan(0)
    await waitFor(() => expect(screen.queryAllByText(/MERCHANT_NOT_FOUND/).length).toBeGreaterThan(0))
    expect(app.address()).toBe('/dashboard-a?merchantNo=M10000003')
    await app.user.keyboard('{Control>}k{/Control}reset filters')
    await screen.findByRole('option', { name: /Reset filters/ })
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(rows()).toHaveLength(7))
  })

  test('sees the days and links of one selected merchant', async () => {
    await app.openAs('agent', { address: '/dashboard-a?merchantNo=M10000008' })
    await waitFor(() => expect(rows()).toHaveLength(7))
    expect(cellText(rows()[0], 'Merchant Name')).not.toBe('All merchants')
    await app.user.keyboard('{Control>}k{/Control}open this merchant')
    await screen.findByRole('option', { name: /Open this merchant/ })
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(app.address()).toBe('/merchant-list-a?merchantNo=M10000008'))
    await listLoaded()
    await app.user.keyboard('gd')
    await waitFor(() => expect(app.address()).toBe('/dashboard-a'))
  })
})

test('The balance card and the account page show the four balances', async () => {
  await app.gateway.db.run(sql`
    update account set available = 123450067, payin_freeze = 20000000, payout_freeze = 3000000
     where merchant_no = 'M10000001' and currency = 'IDR'`)
  const balances = ['Available', 'Total', 'Payin Freeze', 'Payout Freeze']
  const shown = ['1,234,500.67', '1,464,500.67', '200,000.00', '30,000.00']
  await app.openAs('merchant')
  await waitFor(() => expect(card('Balance').querySelectorAll('[data-focus-item]').length).toBeGreaterThan(3))
  const figures = Array.from(card('Balance').querySelectorAll('[data-focus-item]'), (item) => item.textContent.trim())
  expect(figures.slice(0, balances.length).toSorted()).toEqual(balances.map((name, nth) => `${name} ${shown[nth]}`).toSorted())
  await app.user.keyboard('gb')
  await screen.findByRole('heading', { name: 'Limits and fees' })
  const account = screen.getByRole('region', { name: 'Available' })
  const detail = (name: string) => within(account).getByText(name).nextElementSibling?.textContent
  expect(balances.map(detail)).toEqual(shown.with(0, '1,234,500.67 IDR'))
})

test.each([
  ['merchant', ['#/account/info', '#/account/recharge', '#/account/withdraw']],
  ['submerchant', []],
  ['usdt', []],
])('The balance card of %s has links to %j', async (username, links) => {
  await app.openAs(username)
  await waitFor(() => expect(card('Balance').querySelector('[data-focus-item]')).not.toBeNull())
  const hashes = Array.from(card('Balance').querySelectorAll('a'), ({ hash }) => hash)
  // The balances themselves lead to the ledger entries.
  expect(hashes.filter((hash) => !/\/detail(-sub)?$/.test(hash))).toEqual(links)
})
