import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '../../server/db/sql.ts'
import { addNotice } from '../../server/notices/notices.ts'
import { startApp, type TestApp } from '../app.tsx'

const MERCHANT = 'M10000001'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const dialog = () => screen.findByRole('dialog', { name: 'Notices' })
const badge = () => document.querySelector('header button[aria-label]')

let made = 0
/** Creates a notice for the merchant, by default about a failed callback of this order. */
const tell = (number: string, key: 'callbackFailed' | 'withdrawFailed' = 'callbackFailed') =>
  app.gateway.db.tx((tx) =>
    addNotice(tx, {
      id: `9${String(++made).padStart(18, '0')}`,
      at: Date.now(),
      merchantNo: MERCHANT,
      key,
      params: { number },
    }),
  )

/** The notice about this order in the panel. */
function entryOf(panel: HTMLElement, number: string): HTMLElement {
  const entry = within(panel)
    .getAllByRole('button')
    .find((one) => one.closest('li')?.textContent?.includes(number))
  if (entry === undefined) throw new Error(panel.textContent ?? '')
  return entry
}

test('Notices are read, open their order, and are cleared by type, all by key', async () => {
  const { user } = app
  const number = await app.gateway.payin(MERCHANT, 'NOTICED-1', 'SUCCESS')
  await tell('NOTICED-1')
  await app.openAs('merchant')
  await waitFor(() => expect(badge()).not.toBeNull())
  await user.keyboard('gn')
  const panel = await dialog()
  await waitFor(() => entryOf(panel, 'NOTICED-1'))
  const tabs = within(panel)
    .getAllByRole('tab')
    .map(({ textContent }) => textContent)
  expect(tabs.map((text) => text.replace(/\d+$/, ''))).toEqual(['Notifications', 'Messages', 'To do'])

  // The first tab with unread notices is open, and arrow keys start from it.
  await waitFor(() => expect(document.activeElement).toBe(within(panel).getByRole('tab', { selected: true })))
  await app.tabTo(entryOf(panel, 'NOTICED-1'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(app.address()).toContain('/transaction/payin'))
  await waitFor(() => expect(document.activeElement?.closest('[data-layer=detail]')).not.toBeNull())
  expect(JSON.parse(localStorage.getItem('detailPageInfo') ?? '')).toEqual({ loanAppId: 'NOTICED-1', contractNo: 'NOTICED-1' })
  expect(number).toBeDefined()

  await user.keyboard('{Escape}gn')
  const again = await dialog()
  const before = within(again).getAllByRole('listitem').length
  await app.tabTo(within(again).getByRole('button', { name: 'Clear all' }))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(within(again).queryAllByRole('listitem')).toHaveLength(0))
  expect(before).toBeGreaterThan(0)
  await waitFor(() => expect(app.calls).toContain('POST /api/index/notices/clear'))
  expect(document.activeElement).not.toBe(document.body)
})

test.each([
  { kind: 'withdraw', place: '/transaction/withdraw', key: 'withdrawFailed' },
  { kind: 'payin', place: '/transaction/payin', key: 'callbackFailed' },
] as const)('a notice about a $kind opens it in its list, and is not searched for', async ({ kind, place, key }) => {
  const { user } = app
  await app.openAs('merchant')
  const newest = kind === 'payin' ? sql`orders where kind = 'PAYIN'` : sql`record where type = 'WITHDRAW'`
  const known = await app.gateway.db.one<{ id: string }>(
    sql`select id from ${newest} and merchant_no = ${MERCHANT} order by id desc limit 1`,
  )
  const { id } = known!
  await tell(id, key)
  await user.keyboard('gn')
  const panel = await dialog()
  await waitFor(() => entryOf(panel, id))
  app.calls.length = 0
  await app.tabTo(entryOf(panel, id))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(app.address()).toBe(`${place}?orderNo=${id}&open=${id}`))
  await waitFor(() => expect(document.activeElement?.closest('[data-layer=detail]')).not.toBeNull())
  expect(app.calls).not.toContain('POST /api/transaction/payout')
  expect(JSON.parse(localStorage.getItem('detailPageInfo') ?? '')).toEqual({ loanAppId: id, contractNo: id })
})

test('A new notice is shown on the page and stays in the log', async () => {
  const { user } = app
  await app.openAs('merchant')
  // Notices that exist before are not new.
  await screen.findByRole('button', { name: /^\d+ notices$/ })
  await tell('NOTICED-2')
  await user.keyboard('{Control>}k{/Control}')
  await user.keyboard('refresh notices{Enter}')
  await screen.findAllByText(/NOTICED-2/)
  await user.keyboard('{Control>}k{/Control}')
  await user.keyboard('message log{Enter}')
  const log = await screen.findByRole('dialog', { name: 'Message log' })
  expect(log.textContent).toContain('NOTICED-2')
})

/** Spies on the timers and overrides whether the tab is hidden, until the test ends. */
function watchPolls() {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => {
    timers.mockRestore()
    Reflect.deleteProperty(document, 'hidden')
  })
  return {
    timers,
    hide: (value: boolean) => Object.defineProperty(document, 'hidden', { configurable: true, value }),
    isSlow: () => timers.mock.calls.some(([, delay]) => delay === 120_000),
  }
}

test('A tab opened in the background asks for notices every 120 seconds', async () => {
  const { hide, isSlow } = watchPolls()
  hide(true)
  await app.openAs('merchant')
  await screen.findByRole('button', { name: /^\d+ notices$/ })
  await waitFor(() => expect(isSlow()).toBe(true))
})

test('A hidden tab asks for notices every 120 seconds, and at once when it is shown again', async () => {
  await app.openAs('merchant')
  await screen.findByRole('button', { name: /^\d+ notices$/ })
  const { timers, hide, isSlow } = watchPolls()
  const turn = (hidden: boolean) => {
    hide(hidden)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const fetched = () => app.calls.filter((call) => call === 'GET /api/index/notices').length
  // Hidden while the notices are on their way.
  turn(false)
  turn(true)
  await waitFor(() => expect(isSlow()).toBe(true))
  timers.mockClear()
  const before = fetched()
  turn(false)
  await waitFor(() => expect(fetched()).toBeGreaterThan(before))
  expect(isSlow()).toBe(false)
})
