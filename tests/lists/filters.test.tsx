import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { addDays, isDay } from '../../src/format/dates.ts'
import { createFakeGateway, orderOf } from './fakeGateway.ts'
import { openConsole } from './openConsole.tsx'

const LIST = '/api/transaction/payin'

async function openList(opening: Parameters<typeof openConsole>[0] = {}) {
  const opened = await openConsole(opening)
  await opened.shows(1, 'INV')
  const bar = () => screen.getByRole('search', { name: 'Filters' })
  /** The last request of the list. */
  const asked = () => opened.gateway.callsTo(LIST).at(-1)
  const calls = () => opened.gateway.callsTo(LIST).length
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jakarta' }).format
  const day = (back: number) => today(Date.now() - back * 86_400_000)
  return { ...opened, bar, asked, calls, day }
}

describe('a list', () => {
  test('a list requests the last seven days in pages of ten', async () => {
    const { gateway, day } = await openList()
    const [first] = gateway.callsTo(LIST)
    expect(first?.body).toEqual({ startDate: day(6), endDate: day(0) })
    expect(Object.fromEntries(first?.query ?? [])).toEqual({ offset: '0', limit: '10', page: '1' })
    expect(gateway.callsTo('/api/transaction/payin-count').map(({ body }) => body)).toEqual([
      { startDate: day(6), endDate: day(0) },
    ])
  })

  test('typed values apply on Enter', async () => {
    const { press, user, bar, asked, query, day, focus } = await openList()
    await press('f{Tab}INV-2026-000007{Tab}')
    expect(asked()?.body).not.toHaveProperty('merchantOrderNo')
    await user.type(within(bar()).getByRole('textbox', { name: 'Payer Name' }), ' Budi {Enter}')
    await waitFor(() => expect(asked()?.body).toEqual({ merchantOrderNo: 'INV-2026-000007', payerName: 'Budi' }))
    expect(Object.fromEntries(query())).toEqual({ merchantOrderNo: 'INV-2026-000007', payerName: 'Budi' })
    await press('{Escape}')
    await waitFor(() => expect(focus()).toBe('1 merchantOrderNo'))
    expect(day(0)).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  test('a filter by order number says that the dates are ignored', async () => {
    await openList({ address: '/transaction/payin?merchantOrderNo=INV-2026-000003' })
    expect(screen.getByText('Order number searches ignore the date range')).not.toBeNull()
  })

  test('several choices can be selected, found by typing', async () => {
    const { press, user, bar, asked, query } = await openList()
    const status = () => within(bar()).getByRole('combobox', { name: /^Status/ })
    status().focus()
    await press('{Enter}')
    await waitFor(() => expect(document.activeElement?.getAttribute('placeholder')).toBe('Search…'))
    await user.keyboard('fail{Enter}')
    await user.keyboard('{Control>}a{/Control}expi{Enter}{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(status()))
    expect(status().getAttribute('aria-label')).toBe('Status: Failed, Expired')
    within(bar()).getByRole('textbox', { name: 'Payer Name' }).focus()
    await press('{Enter}')
    await waitFor(() => expect(asked()?.body).toMatchObject({ status: ['FAILED', 'EXPIRED'] }))
    expect(query().get('status')).toBe('FAILED,EXPIRED')
  })

  test('channels are loaded when their filter is opened', async () => {
    const { press, bar, gateway } = await openList()
    expect(gateway.callsTo('/api/transaction/pay-channel')).toHaveLength(0)
    within(bar())
      .getByRole('combobox', { name: /^Channel/ })
      .focus()
    await press('{Enter}')
    await screen.findByRole('option', { name: 'BCA Virtual Account' })
    expect(gateway.callsTo('/api/transaction/pay-channel')).toHaveLength(1)
  })

  const USDT = { USDT_TRC20: 'USDT TRC20', USDT_ERC20: 'USDT ERC20', USDT_SOL: 'USDT Solana' }

  test.each([
    [
      'umerchant',
      'the account has, under any name',
      { payChannel: 'TON', name: 'Toncoin' },
      ['Toncoin', ...Object.values(USDT)],
    ],
    ['plat', 'the gateway has, and no other channels', { payChannel: 'VA_BCA', name: 'BCA VA' }, Object.values(USDT)],
  ])('a list of USDT offers %s the networks that %s', async (authority, _, channel, networks) => {
    const gateway = createFakeGateway()
    gateway.answer('/api/index/enums', () => ({ status: 'ok', item: { PayChannel: { VA_BCA: 'BCA VA', ...USDT } } }))
    gateway.answer('/api/transaction/pay-channel', () => ({ status: 'ok', item: [channel] }))
    const permissions = ['user', authority, 'umerchant', 'transaction', 'payin']
    const { press, bar, settle } = await openList({ gateway, permissions, address: '/transactionusdt/payin' })
    within(bar())
      .getByRole('combobox', { name: /^Network/ })
      .focus()
    await press('{Enter}')
    await settle()
    await waitFor(() => expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(networks))
  })

  test('a named range and typed dates can be applied', async () => {
    const { press, asked, day, query } = await openList()
    await press('tt')
    await waitFor(() => expect(asked()?.body).toEqual({ startDate: day(0), endDate: day(0) }))
    expect(Object.fromEntries(query())).toEqual({ dates: 'today' })
    await press('f{Enter}')
    const from = await screen.findByRole('textbox', { name: 'From' })
    from.focus()
    await press('{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() => expect(asked()?.body).toEqual({ startDate: day(2), endDate: day(0) }))
    await press('{Escape}t7')
    await waitFor(() => expect(asked()?.body).toEqual({ startDate: day(6), endDate: day(0) }))
    expect(query().get('startDate')).toBeNull()
  })

  test('earlier periods can be chosen by name', async () => {
    const { press, asked, day, query, user } = await openList()
    const choose = async (name: string) => {
      await press('f{Enter}')
      ;(await screen.findByRole('button', { name })).focus()
      await user.keyboard('{Enter}')
    }
    await choose('Yesterday')
    await waitFor(() => expect(asked()?.body).toEqual({ startDate: day(1), endDate: day(1) }))
    expect(Object.fromEntries(query())).toEqual({ dates: 'yesterday' })
    await choose('Last 30 days')
    await waitFor(() => expect(asked()?.body).toEqual({ startDate: day(29), endDate: day(0) }))
    expect(query().get('dates')).toBe('30d')
    await press('f{Enter}')
    expect(await screen.findByRole('button', { name: 'Last 30 days', pressed: true })).not.toBeNull()
  })

  test('a range is chosen in the calendar by keys, from either end', async () => {
    const { press, asked, user } = await openList()
    await press('f{Enter}')
    const calendar = await screen.findByRole('grid', { name: /^\w+ \d{4}$/ })
    within(calendar)
      .getAllByRole('button')
      .find(({ tabIndex }) => tabIndex === 0)
      ?.focus()
    const typed = () => ['From', 'To'].map((name) => screen.getByRole<HTMLInputElement>('textbox', { name }).value)
    await user.keyboard('{ArrowUp}{Enter}')
    const [last = '', none] = typed()
    expect([isDay(last), none]).toEqual([true, ''])
    await user.keyboard('{ArrowLeft}{ArrowLeft}{Enter}')
    const first = addDays(last, -2)
    expect(typed()).toEqual([first, last])
    expect(document.activeElement?.textContent).toBe(String(Number(first.slice(-2))))
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(asked()?.body).toEqual({ startDate: first, endDate: last }))
  })

  test('the calendar follows a typed day', async () => {
    const { press, user } = await openList()
    await press('f{Enter}')
    const from = await screen.findByRole('textbox', { name: 'From' })
    await user.clear(from)
    await user.type(from, '2024-02-29')
    await screen.findByRole('grid', { name: 'February 2024' })
  })

  test('all days sends no dates and is in the address', async () => {
    const { press, asked, query, user } = await openList()
    await press('f{Enter}')
    const all = await screen.findByRole('button', { name: 'All days' })
    all.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(asked()?.body).toEqual({}))
    expect(query().get('dates')).toBe('all')
  })

  test('the date range can apply to the completion time', async () => {
    const { press, asked, user } = await openList()
    await press('f{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Date Range' })
    within(dialog).getByRole('button', { name: 'Completed Time' }).focus()
    await user.keyboard('{Enter}')
    screen.getByRole('textbox', { name: 'To' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(asked()?.body).toMatchObject({ dateField: 'completeTime' }))
  })

  test('an invalid date shows an error below the field', async () => {
    const { press, user, calls } = await openList()
    const before = calls()
    await press('f{Enter}')
    const to = await screen.findByRole('textbox', { name: 'To' })
    await user.clear(to)
    await user.type(to, '2026-02-30{Enter}')
    const message = await screen.findByText('Use the format YYYY-MM-DD')
    expect(to.getAttribute('aria-describedby')).toContain(message.id)
    expect(document.activeElement).toBe(to)
    await user.clear(to)
    await user.type(to, '2020-01-01{Enter}')
    expect(await screen.findByText('The end date is before the start date')).not.toBeNull()
    expect(calls()).toBe(before)
  })

  test('every invalid field shows its error, the first one is focused, values are kept, and nothing is sent', async () => {
    const { user, bar, calls } = await openList()
    const before = calls()
    const field = (name: string) => within(bar()).getByRole('textbox', { name })
    await user.type(field('Merchant Order No'), 'INV 1')
    await user.type(field('VA Number'), '12x')
    await user.type(field('Min Amount'), '500')
    await user.type(field('Max Amount'), '99.5{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(field('Merchant Order No')))
    const describedBy = (name: string) =>
      document.getElementById(field(name).getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent
    expect(describedBy('Merchant Order No')).toBe('Letters, digits, - and _ only, up to 64')
    expect(describedBy('VA Number')).toBe('Digits only')
    expect(describedBy('Max Amount')).toBe('Maximum is below minimum')
    expect(field('Min Amount')).toHaveProperty('value', '500')
    expect(calls()).toBe(before)
  })

  test('chips show the conditions and remove one', async () => {
    const { asked, query, user, focus } = await openList({ address: '/transaction/payin?status=SUCCESS,FAILED&minAmount=1000' })
    const chips = screen.getByRole('list', { name: 'Active filters' })
    expect(
      within(chips)
        .getAllByRole('listitem')
        .map((chip) => chip.textContent),
    ).toEqual(['StatusSuccess, Failed', 'Amount≥ 1,000.00'])
    within(chips).getByRole('button', { name: 'Remove filter Status' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(asked()?.body).toMatchObject({ minAmount: '1000' }))
    expect(asked()?.body).not.toHaveProperty('status')
    expect(query().get('status')).toBeNull()
    expect(focus()).toMatch(/merchantOrderNo$/)
  })

  test('conditions ignored by the gateway are reported', async () => {
    const { press } = await openList({ address: '/transaction/payin?status=SUCCESS&notPayChannel=QRIS' })
    // The fake gateway ignores exclusions.
    expect(await screen.findByText('The gateway ignored Channel; some results don’t match')).not.toBeNull()
    await press('t7')
    screen.getByRole('button', { name: 'Remove filter Channel' }).focus()
    await press('{Enter}')
    await waitFor(() => expect(screen.queryByText(/^The gateway ignored/)).toBeNull())
  })

  test('the cell under the cursor can be filtered by', async () => {
    const { press, asked } = await openList()
    await press('2jlll')
    await press('F')
    await waitFor(() => expect(asked()?.body).toMatchObject({ notifyStatus: ['FAILED'] }))
  })

  test('an empty mark can be filtered by, and an empty cell has nothing to copy', async () => {
    const gateway = createFakeGateway()
    // The column of marks is shown while a row has one.
    gateway.change(1, { review: 'RECONCILED' })
    const { press, asked, regions } = await openList({ gateway })
    await press('lllllyc')
    await waitFor(() => expect(regions.polite.textContent).toBe('This cell is empty'))
    await press('F')
    await waitFor(() => expect(asked()?.body).toMatchObject({ review: ['NONE'] }))
  })

  test('the amount under the cursor can be filtered by and undone', async () => {
    const { press, asked, shows, focus } = await openList()
    await press('2jl')
    expect(focus()).toBe('3 payAmount')
    await press('F')
    await waitFor(() => expect(asked()?.body).toMatchObject({ minAmount: '25838.00', maxAmount: '25838.00' }))
    await waitFor(() => expect(focus()).toBe('1 payAmount'))
    await press('u')
    await shows(3, 'INV-2026-000002')
    await waitFor(() => expect(focus()).toBe('3 payAmount'))
  })

  test('the summary covers the whole filter and is requested per query, not per page', async () => {
    const { press, gateway, shows } = await openList()
    const figures = () => screen.getByRole('region', { name: 'Filter totals' })
    await waitFor(() => expect(within(figures()).getByTitle('Payin Amount').textContent).toContain('4,210,000,000.50'))
    expect(within(figures()).getByTitle('Payin Success Rate').textContent).toContain('93.0 %')
    await press('G')
    await shows(57, 'INV-2026-000056')
    expect(gateway.callsTo('/api/transaction/payin-count')).toHaveLength(1)
    await press('tt')
    await waitFor(() => expect(gateway.callsTo('/api/transaction/payin-count')).toHaveLength(2))
  })

  test('USDT and agent lists have no summary, because no call returns one', async () => {
    const { gateway } = await openList({
      gateway: createFakeGateway({ orders: (n) => ({ ...orderOf(n), currency: 'USDT' }) }),
      address: '/transactionusdt/payin',
      permissions: ['user', 'umerchant', 'transaction', 'payin', 'payin_notify'],
    })
    expect(screen.queryByRole('region', { name: 'Filter totals' })).toBeNull()
    expect(gateway.callsTo('/api/transaction/payin-count')).toHaveLength(0)
    expect(screen.getAllByText('.0000').length).toBeGreaterThan(0)
  })

  test('agent lists are read-only', async () => {
    const { press, gateway, row } = await openList({
      address: '/transaction/payin-a',
      permissions: ['user', 'delegate', 'payin'],
    })
    expect(screen.queryByRole('button', { name: /notify|mark/i })).toBeNull()
    await press('w')
    await press('a')
    const menu = await screen.findByRole('menu')
    expect(within(menu).queryByRole('menuitem', { name: /notify/i })).toBeNull()
    expect(row(1)).not.toBeNull()
    expect(gateway.calls.filter(({ path }) => path.includes('notify'))).toHaveLength(0)
  })
})
