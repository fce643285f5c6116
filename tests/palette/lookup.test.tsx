import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { payin } from './orders.ts'
import { active, input, isOpen, rows } from './paletteQueries.ts'
import { type RenderedConsole, renderConsole } from './renderConsole.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ONE = payin('2611210815300000001')
const OTHER = payin('2611210815300000002', { merchantOrderNo: 'INV-0001', status: 'PENDING', payAmount: '75000.50' })

const spoken = () => screen.getByRole('status').textContent

/** Lets the gateway respond to the held calls for this text. */
const answer = async ({ seen }: RenderedConsole, text: string) =>
  act(async () => {
    for (const call of seen.filter(({ input: sent }) => Object.values(sent).includes(text))) call.answer()
  })

test('Ctrl+K, a number and Enter open the order', async () => {
  const { user, did, seen } = await renderConsole({ orders: [ONE, OTHER] })
  await user.keyboard('{Control>}k{/Control}2611210815300000001{Enter}')
  await waitFor(() => expect(did).toEqual(['openRow payin 2611210815300000001']))
  expect(isOpen()).toBe(false)
  expect(seen.map(({ path, input: sent }) => [path, sent.orderNo])).toEqual([
    ['/api/transaction/payin', '2611210815300000001'],
    ['/api/transaction/payout', '2611210815300000001'],
    ['/api/transaction/merchant-recharge', '2611210815300000001'],
    ['/api/transaction/merchant-withdraw', '2611210815300000001'],
    ['/api/transaction/merchant-transfer', '2611210815300000001'],
  ])
})

test('a number is listed in every interpretation, with the order first while the lookup is pending', async () => {
  const desk = await renderConsole({ orders: [ONE] })
  desk.gateway.holds = true
  await desk.user.keyboard('{Control>}k{/Control}2026112100001234')
  expect(rows()).toEqual([
    'Searching for order 2026112100001234',
    'Orders for account 2026112100001234, Payin, Orders',
    'Orders for 2,026,112,100,001,234.00, Payin, Orders',
  ])
  await waitFor(() => expect(desk.seen).toHaveLength(5))
  await answer(desk, '2026112100001234')
  // It is no number, so it may be an account.
  await waitFor(() => expect(desk.seen).toHaveLength(8))
  await answer(desk, '2026112100001234')
  await waitFor(() => expect(rows()).toHaveLength(2))
  await waitFor(() => expect(spoken()).toBe('No order found for 2026112100001234'))
  expect(desk.did).toEqual([])
})

test('an order of the open list is shown at once, and a platform number needs no call', async () => {
  const { user, seen, did } = await renderConsole({ orders: [ONE], listed: [ONE, OTHER] })
  await user.keyboard('{Control>}k{/Control}')
  // Typed without a pause, because a pause in the middle of the number would start a lookup.
  await user.paste('2611210815300000002')
  expect(active()).toBe('2611210815300000002, 75,000.50 IDR, Pending, Payin')
  await user.keyboard('{Enter}')
  expect(did).toEqual(['openRow payin 2611210815300000002'])
  expect(seen).toEqual([])
})

test("a merchant's order number may not be unique: the gateway is called, and several hits are a choice", async () => {
  const twin = payin('2611210815300000009', { merchantNo: 'M10000002', merchantOrderNo: 'INV-0001' })
  const desk = await renderConsole({ orders: [OTHER, twin], listed: [OTHER] })
  const { user, did } = desk
  desk.gateway.holds = true
  await user.keyboard('{Control>}k{/Control}INV-0001')
  expect(rows()).toEqual(['2611210815300000002, INV-0001, 75,000.50 IDR, Pending, Payin', 'Searching for order INV-0001'])
  await waitFor(() => expect(desk.seen).toHaveLength(5))
  await user.keyboard('{ArrowDown}{Enter}')
  await answer(desk, 'INV-0001')
  await waitFor(() => expect(spoken()).toBe('Several orders match. Choose one'))
  expect(rows()).toHaveLength(2)
  expect(did).toEqual([])
  await user.keyboard('{ArrowDown}{Enter}')
  expect(did).toEqual(['openRow payin 2611210815300000009'])
})

test('the last digits of a number find orders, in full-width digits too', async () => {
  const { user, seen } = await renderConsole({ orders: [ONE, OTHER] })
  await user.keyboard('{Control>}k{/Control}＊０００１')
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(seen.at(-1)?.input).toMatchObject({ orderTail: '0001', limit: '10' })
})

test('for staff the first kind with the order wins, and the other calls are aborted', async () => {
  const usdt = payin('7700000000000000001', { currency: 'USDT', payAmount: '12.5' })
  const desk = await renderConsole({ as: 'staff', orders: [], usdtOrders: [usdt] })
  desk.gateway.holds = true
  await desk.user.keyboard('{Control>}k{/Control}7700000000000000001')
  await waitFor(() =>
    expect(desk.seen.map(({ path }) => path)).toEqual([
      '/api/transaction/payin',
      '/api/transaction/payout',
      '/api/transaction/usdt/payin',
      '/api/transaction/usdt/payout',
      '/api/transaction/merchant-recharge',
      '/api/transaction/merchant-withdraw',
    ]),
  )
  await act(async () => desk.seen[2]?.answer())
  await waitFor(() => expect(active()).toBe('7700000000000000001, 12.5000 USDT, Success, USDT payin'))
  expect(desk.did).toEqual([])
})

test('where the gateway looks numbers up, each text takes one call, whatever it finds', async () => {
  const { user, did, seen } = await renderConsole({ as: 'staff', orders: [ONE], without: [] })
  const paths = () => seen.splice(0).map(({ path }) => path)
  await user.keyboard('{Control>}k{/Control}')
  await user.paste('*0001')
  await waitFor(() => expect(rows()).toEqual(['2611210815300000001, 150,000.00 IDR, Success, Payin']))
  expect(paths()).toEqual(['/api/transaction/lookup'])
  await user.clear(input())
  await user.paste('2026112100001234')
  await waitFor(() => expect(spoken()).toBe('No order found for 2026112100001234'))
  expect(paths()).toEqual(['/api/transaction/lookup'])
  await user.clear(input())
  await user.paste('2611210815300000001')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(did).toEqual(['openRow payin 2611210815300000001']))
  expect(paths()).toEqual(['/api/transaction/lookup'])
})

test('the end that was typed is marked in each number that has it, and the merchant number is read out where it is the one found', async () => {
  const { user } = await renderConsole({ as: 'staff', orders: [ONE, OTHER], without: [] })
  const marked = () =>
    screen.getAllByRole('option').map((row) => Array.from(row.querySelectorAll('mark'), ({ textContent }) => textContent))
  await user.keyboard('{Control>}k{/Control}')
  await user.paste('*0001')
  await waitFor(() =>
    expect(rows()).toEqual([
      '2611210815300000001, 150,000.00 IDR, Success, Payin',
      '2611210815300000002, INV-0001, 75,000.50 IDR, Pending, Payin',
    ]),
  )
  expect(marked()).toEqual([['0001', '0001'], ['0001']])
  // Eight characters always have room; the rest of a longer end is cut with the start.
  await user.clear(input())
  await user.paste('*5300000002')
  await waitFor(() => expect(rows()).toEqual(['2611210815300000002, 75,000.50 IDR, Pending, Payin']))
  expect(marked()).toEqual([['00000002']])
  await user.clear(input())
  await user.paste('*v-0001')
  await waitFor(() => expect(marked()).toEqual([['V-0001'], ['V-0001']]))
  await user.clear(input())
  await user.paste('INV-0001')
  await waitFor(() => expect(rows()[1]).toBe('2611210815300000002, INV-0001, 75,000.50 IDR, Pending, Payin'))
  expect(marked().flat()).toEqual([])
})

test('a late response never shows under another text', async () => {
  const desk = await renderConsole({ orders: [ONE, OTHER] })
  desk.gateway.holds = true
  await desk.user.keyboard('{Control>}k{/Control}')
  await desk.user.paste('2611210815300000001')
  await desk.user.clear(input())
  await desk.user.paste('2611210815300000002')
  await waitFor(() => expect(desk.seen).toHaveLength(10))
  await answer(desk, '2611210815300000001')
  expect(rows()[0]).toBe('Searching for order 2611210815300000002')
  await answer(desk, '2611210815300000002')
  await waitFor(() => expect(active()).toBe('2611210815300000002, 75,000.50 IDR, Pending, Payin'))
})

test('late rows do not change the row that the user picked', async () => {
  const desk = await renderConsole({ orders: [ONE] })
  desk.gateway.holds = true
  await desk.user.keyboard('{Control>}k{/Control}')
  await desk.user.paste('2611210815300000001')
  await desk.user.keyboard('{ArrowDown}')
  expect(active()).toBe('Orders for account 2611210815300000001, Payin, Orders')
  await answer(desk, '2611210815300000001')
  await waitFor(() => expect(rows()[0]).toBe('2611210815300000001, 150,000.00 IDR, Success, Payin'))
  expect(active()).toBe('Orders for account 2611210815300000001, Payin, Orders')
})

test('commands never wait for an order lookup', async () => {
  const desk = await renderConsole({ orders: [ONE] })
  desk.gateway.holds = true
  await desk.user.keyboard('{Control>}k{/Control}')
  await desk.user.paste('2026112100001234')
  await desk.user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(desk.did).toEqual(['go /transaction/payin?minAmount=2026112100001234&maxAmount=2026112100001234&dates=90d'])
})

test.for([
  ['list by list', ['lookup']],
  ['in one call', []],
] as const)('a failed lookup %s says so, keeps the text, and Enter retries', async ([, without]) => {
  const { user, gateway, did } = await renderConsole({ orders: [ONE], without })
  gateway.fails = true
  await user.keyboard('{Control>}k{/Control}')
  await user.paste('2611210815300000001')
  await waitFor(() => expect(spoken()).toBe('Search failed. Press Enter to try again'))
  expect(active()).toBe('Couldn’t search for 2611210815300000001. Try again')
  gateway.fails = false
  await user.keyboard('{Enter}')
  await waitFor(() => expect(did).toEqual(['openRow payin 2611210815300000001']))
})

test('a failed lookup for a command with a number is retried by Enter, which then runs the command', async () => {
  const desk = await renderConsole({ orders: [ONE], without: [] })
  const { user, gateway, did, toasts } = desk
  const lookups = () => desk.seen.filter(({ path }) => path.endsWith('/lookup')).length
  gateway.fails = true
  await user.keyboard('{Control>}k{/Control}')
  await user.paste('notify 2611210815300000001')
  await waitFor(() => expect(active()).toBe('Couldn’t search for 2611210815300000001. Try again'))
  // Fails again: the keys that follow are dropped with a message.
  gateway.holds = true
  const before = lookups()
  await user.keyboard('{Enter}e')
  await waitFor(() => expect(lookups()).toBe(before + 1))
  await act(async () => desk.seen.at(-1)?.answer())
  await waitFor(() => expect(toasts).toEqual([['keys.dropped']]))
  expect(input().value).toBe('notify 2611210815300000001')
  gateway.holds = false
  gateway.fails = false
  await user.keyboard('{Enter}')
  await waitFor(() => expect(desk.seen.at(-1)?.path).toBe('/api/transaction/payin/notify'))
  expect(did).toEqual([])
})

test.each([
  ['{Control>}{Enter}{/Control}', 'openRow payin 2611210815300000001 newTab', false],
  ['{Shift>}{Enter}{/Shift}', 'openRow payin 2611210815300000001', true],
])('%s while a number is looked up opens the order as it does later', async (enter, opens, staysOpen) => {
  const desk = await renderConsole({ orders: [ONE], listed: [OTHER], without: [] })
  desk.gateway.holds = true
  await desk.user.keyboard('{Control>}k{/Control}')
  await desk.user.paste('2611210815300000001')
  await waitFor(() => expect(desk.seen).toHaveLength(1))
  await desk.user.keyboard(enter)
  await desk.user.keyboard('w')
  await act(async () => desk.seen[0]?.answer())
  await waitFor(() => expect(desk.did).toEqual([opens]))
  expect(isOpen()).toBe(staysOpen)
  // The key goes to the palette, and to no row of this tab.
  if (staysOpen) await waitFor(() => expect(input().value).toBe('2611210815300000001w'))
  else expect(desk.toasts).toEqual([['keys.dropped']])
  expect(desk.seen.filter(({ path }) => path.endsWith('/notify'))).toEqual([])
})

test.each(['{Enter}', '{Control>}{Enter}{/Control}'])(
  'keys after %s on an asked number that is looked up go to the list',
  async (enter) => {
    const desk = await renderConsole({ orders: [ONE], listed: [OTHER], without: [] })
    const { user, list, toasts } = desk
    await user.keyboard('{Control>}k{/Control}jump to order{Enter}')
    desk.gateway.holds = true
    await user.paste('2611210815300000001')
    await waitFor(() => expect(desk.seen).toHaveLength(1))
    await user.keyboard(`${enter}x`)
    await act(async () => desk.seen[0]?.answer())
    await waitFor(() => expect(desk.did).toEqual(['openRow payin 2611210815300000001']))
    await waitFor(() => expect(list?.scope.selectedCount).toBe(1))
    expect(toasts).toEqual([])
  },
)

test('a movement is found like an order, and opens in its own list', async () => {
  const record = payin('2611210815300000077', { merchantOrderNo: 'WD-77', payAmount: '200000.00' })
  const { user, did } = await renderConsole({ records: [record] })
  await user.keyboard('{Control>}k{/Control}')
  await user.paste('2611210815300000077')
  // Every movement list has it here; the first response is enough.
  await waitFor(() => expect(active()).toMatch(/^2611210815300000077, 200,000.00 IDR, Success, /))
  await user.keyboard('{Enter}')
  expect(did).toEqual([expect.stringMatching(/^openRow (recharge|withdraw|transfer) 2611210815300000077$/)])
})

test('four to eight digits are the end of a number, searched in every list at once', async () => {
  const record = payin('2611210815300000001', { merchantOrderNo: 'WD-1' })
  const { user, seen } = await renderConsole({ orders: [ONE, OTHER], records: [record] })
  await user.keyboard('{Control>}k{/Control}0001')
  await waitFor(() => expect(rows().filter((row) => row?.includes('IDR,'))).toHaveLength(5))
  expect(seen.every(({ input: sent }) => sent.orderTail === '0001')).toBe(true)
})

test('of orders with the same last digits the newest comes first, across lists', async () => {
  const old = payin('2509210815300000001', { merchantOrderNo: 'INV-1', createTime: '2025-09-21T08:15:30+07:00' })
  const record = payin('2611210815300000001', { merchantOrderNo: 'WD-1', createTime: '2026-11-21T08:15:30+07:00' })
  const { user } = await renderConsole({ orders: [old], records: [record] })
  await user.keyboard('{Control>}k{/Control}00000001')
  await waitFor(() => expect(rows().filter((row) => row?.includes('IDR,')).length).toBeGreaterThan(1))
  expect(rows()[0]).toMatch(/^2611210815300000001, /)
})

test('a transaction hash finds the payment', async () => {
  const hash = `0x${'ab12'.repeat(16)}`
  const usdt = payin('7700000000000000001', { currency: 'USDT', payAmount: '12.5', payOrderNo: hash })
  const { user, did } = await renderConsole({ as: 'umerchant', usdtOrders: [usdt] })
  await user.keyboard('{Control>}k{/Control}')
  await user.paste(hash)
  await waitFor(() => expect(active()).toBe('7700000000000000001, 12.5000 USDT, Success, USDT payin'))
  await user.keyboard('{Enter}')
  expect(did).toEqual(['openRow usdtPayin 7700000000000000001'])
})

test('a merchant number opens the merchant, for users with such merchants', async () => {
  const { user, did } = await renderConsole({ as: 'delegate' })
  await user.keyboard('{Control>}k{/Control}m10000008')
  await waitFor(() => expect(rows().at(-1)).toBe('Merchant M10000008, Orders'))
  await user.keyboard('{ArrowUp}{Enter}')
  expect(did).toEqual(['openRow agentMerchant M10000008'])
})

test('the # prefix takes order numbers only, and alone it lists recently opened orders', async () => {
  const { user, did } = await renderConsole({ orders: [ONE], recents: [{ kind: 'payin', id: '9', number: '9' }] })
  await user.keyboard('#')
  expect(rows()).toEqual(['9, Payin'])
  await user.keyboard('BCA2611210815300000001{Enter}')
  await waitFor(() => expect(did).toEqual(['openRow payin 2611210815300000001']))
})

test('Tab on an order lists its commands, which ask only for further arguments', async () => {
  const { user, seen, toasts } = await renderConsole({ orders: [OTHER] })
  await user.keyboard('{Control>}k{/Control}')
  await user.paste('2611210815300000002')
  await waitFor(() => expect(active()).toBe('2611210815300000002, 75,000.50 IDR, Pending, Payin'))
  await user.keyboard('{Tab}')
  expect(rows()).toEqual([
    'Jump to order, Orders',
    'Query payin at channel, Orders',
    'Close payin, Orders',
    'Mark as reconciled, then next, Orders, e',
    'Flag a discrepancy, Orders, d',
    'Add a note, Orders, n n',
    'Assign to me, Orders, m m',
    'Assign to a colleague, Orders, m p',
    'Simulate payin, Orders',
  ])
  await user.keyboard('simul{Enter}late{Enter}')
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(seen.at(-1)).toMatchObject({
    path: '/api/simulation/payin',
    input: { merchantOrderNo: OTHER.merchantOrderNo, outcome: 'late' },
  })
  expect(seen.at(-1)?.input).not.toHaveProperty('notify')
})

async function simulate(options: Parameters<typeof renderConsole>[0]) {
  const console = await renderConsole(options)
  await console.user.keyboard('{Control>}k{/Control}')
  await console.user.paste(OTHER.platOrderNo!)
  await waitFor(() => expect(active()).toContain(OTHER.platOrderNo))
  await console.user.keyboard('{Tab}simul{Enter}late{Enter}')
  await waitFor(() => expect(console.toasts).toHaveLength(1))
  return { toast: console.toasts[0], input: console.seen.at(-1)?.input }
}

test('a simulation sends both numbers of the row, and the merchant’s alone to a gateway that takes one', async () => {
  const { merchantOrderNo, platOrderNo } = OTHER
  const { input } = await simulate({ orders: [OTHER] })
  expect(input).toEqual({ merchantOrderNo, platOrderNo, outcome: 'late' })
  cleanup()
  const plain = await simulate({ orders: [OTHER], without: ['both-numbers'] })
  expect(plain.input).toEqual({ merchantOrderNo, outcome: 'late' })
})

test('a gateway that simulates another order is an error, not a success of this one', async () => {
  const { toast } = await simulate({ orders: [ONE, OTHER], without: ['both-numbers'] })
  const numbers = { number: OTHER.platOrderNo, other: ONE.platOrderNo }
  expect(toast).toEqual(['command.order.other', numbers, 'error'])
})

test('notify by number finds the order, then notifies its merchant', async () => {
  const { user, seen, toasts } = await renderConsole({ orders: [ONE] })
  await user.keyboard('{Control>}k{/Control}notify payin{Enter}')
  expect(input().getAttribute('aria-label')).toBe('Notify payin: Order number')
  await user.keyboard('2611210815300000001{Enter}')
  await waitFor(() =>
    expect(toasts).toEqual([['command.notify.acknowledged', { number: '2611210815300000001', ms: 84 }, 'done']]),
  )
  expect(seen.at(-1)).toMatchObject({
    path: '/api/transaction/payin/notify',
    input: { id: '2611210815300000001', trigger: 'manual' },
  })
})

test('notify by name takes the row under the cursor, and a second time needs a confirmation', async () => {
  const { user, seen, list } = await renderConsole({ orders: [ONE], listed: [ONE] })
  await user.keyboard('{Control>}k{/Control}notify payin{Enter}')
  await waitFor(() => expect(list?.asked).toEqual(['readAgain "2611210815300000001"']))
  await user.keyboard('{Control>}k{/Control}notify payin{Enter}')
  expect(screen.queryByRole('alertdialog', { description: /just did this/ })).not.toBeNull()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(seen).toHaveLength(2))
})

test('a virtual account number finds its order', async () => {
  const { user, did, seen } = await renderConsole({ orders: [ONE] })
  await user.keyboard('{Control>}k{/Control}virtual account{Enter}8077000112345678{Enter}')
  await waitFor(() => expect(did).toEqual(['openRow payin 2611210815300000001']))
  expect(seen.at(-1)).toMatchObject({ path: '/api/transaction/vanumber', input: { accountNumber: '8077000112345678' } })
})

test('a payout number finds the payout, with the commands that its status allows', async () => {
  const sent = payin('2611210815300000005', {
    type: 'PAYOUT',
    status: 'FAILED',
    receiveName: 'Dewi Lestari',
    receiveAccount: '88990011',
    bankName: 'Mandiri',
  })
  const { user } = await renderConsole({ payouts: [sent] })
  await user.keyboard('{Control>}k{/Control}')
  await user.paste('2611210815300000005')
  await waitFor(() => expect(active()).toBe('2611210815300000005, 150,000.00 IDR, FAILED, Payout'))
  await user.keyboard('{Tab}')
  expect(rows()).toEqual([
    'Jump to order, Orders',
    'Notify payout, Orders, w',
    'Retry payout, Orders',
    'Mark as reconciled, then next, Orders, e',
    'Flag a discrepancy, Orders, d',
    'Add a note, Orders, n n',
    'Assign to me, Orders, m m',
    'Assign to a colleague, Orders, m p',
  ])
  await user.keyboard('retry{Enter}')
  const asked = screen.getByRole('alertdialog', { name: 'Retry payout' })
  expect(asked.textContent).toContain('150,000.00 IDRFAILEDINV-0005Dewi Lestari · Mandiri')
})

test('a name yields searches by name, after the commands with such words', async () => {
  const { user, did } = await renderConsole({ listed: [ONE] })
  await user.keyboard('{Control>}k{/Control}dewi')
  expect(rows().slice(-3)).toEqual([
    'Orders matching “dewi”, Payin, Orders',
    'Orders numbered *dewi*, Payin, Orders',
    'Filter this list by “dewi”, List',
  ])
  // The lists are an argument.
  await user.keyboard('{ArrowDown}{Tab}')
  expect(rows()).toEqual([
    'Payin, Which list',
    'Payout, Which list',
    'Recharge records, Which list',
    'Withdraw detail, Which list',
    'Merchant transfer, Which list',
  ])
  await user.keyboard('withdraw{Enter}')
  expect(did).toEqual(['go /transaction/withdraw?accountHoldName=dewi&dates=90d'])
})

test.each(['Ika Ongky Susanto', 'siti notify rahma'])('%s is a name before it is commands with one such word', async (name) => {
  const { user, did } = await renderConsole({ listed: [ONE] })
  await user.keyboard('{Control>}k{/Control}')
  await user.paste(name)
  expect(rows()[0]).toBe(`Orders matching “${name}”, Payin, Orders`)
  await user.keyboard('{ArrowDown}{Enter}')
  expect(did).toEqual([expect.stringContaining('/transaction/payin?')])
})

test('a command that cannot run now, named in full, comes before a name', async () => {
  const { user } = await renderConsole({ listed: [ONE] })
  await user.keyboard('{Control>}k{/Control}export selected rows')
  expect(active()).toBe('Export selected rows, Nothing selected')
})

test('a command typed with a number acts on the order of that number, and not on the row under the cursor', async () => {
  const settled = payin('2611210815300000005', { merchantOrderNo: 'SBY-0001464' })
  const { user, seen } = await renderConsole({ orders: [ONE, OTHER, settled], listed: [ONE] })
  // Enter comes before the answer.
  await user.keyboard('{Control>}k{/Control}notify SBY-0001464{Enter}')
  await waitFor(() => expect(seen.at(-1)?.path).toBe('/api/transaction/payin/notify'))
  expect(seen.at(-1)?.input).toMatchObject({ id: settled.id })
  await user.keyboard('{Control>}k{/Control}SBY-0001464 flag')
  await waitFor(() => expect(active()).toBe('Flag a discrepancy, 2611210815300000005, Orders, d'))
})

test.each([
  ['in the open palette', '', false],
  ['in a palette rendered ahead and opened again', '{Escape}{Control>}k{/Control}', true],
])(
  'Escape forgets an Enter that waits for the order of a command: a name typed later %s runs nothing',
  async (_, again, isAhead) => {
    if (isAhead) {
      vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))
      vi.stubGlobal('cancelIdleCallback', clearTimeout)
    }
    const desk = await renderConsole({ orders: [OTHER], listed: [ONE] })
    desk.gateway.holds = true
    await desk.user.keyboard('{Control>}k{/Control}')
    await desk.user.paste('notify 2611210815300000009')
    await waitFor(() => expect(desk.seen).toHaveLength(5))
    await desk.user.keyboard(`{Enter}{Escape}${again}notify payin`)
    await waitFor(() => expect(active()).toContain('Notify payin'))
    await act(async () => void (await new Promise((settled) => setTimeout(settled, 50))))
    expect([isOpen(), input().value]).toEqual([true, 'notify payin'])
    expect(desk.seen).toHaveLength(5)
  },
)

test('a command that the order of the number does not allow leaves that order', async () => {
  const open = payin('2611210815300000005', { merchantOrderNo: 'SBY-0001464', status: 'PENDING' })
  const { user } = await renderConsole({ orders: [ONE, open], listed: [ONE] })
  await user.keyboard('{Control>}k{/Control}notify SBY-0001464')
  await waitFor(() => expect(rows()).toEqual(['2611210815300000005, SBY-0001464, 150,000.00 IDR, Pending, Payin']))
})

test('a command with a number that no order has, or several have, runs nothing by Enter alone', async () => {
  const twins = ['1', '2'].map((merchant) =>
    payin(`261121081530000010${merchant}`, { merchantNo: `M1000000${merchant}`, merchantOrderNo: 'INV-TWIN-100' }),
  )
  const { user, seen, did } = await renderConsole({ orders: [ONE, ...twins], listed: [ONE] })
  const actions = () => seen.filter(({ path }) => path.endsWith('/notify'))
  for (const number of ['INV-261121-999999', 'INV-TWIN-100']) {
    await user.keyboard(`{Control>}k{/Control}notify ${number}{Enter}`)
    await waitFor(() => expect(rows().some((row) => row.startsWith('Searching'))).toBe(false))
    await user.keyboard('{Enter}')
    expect([actions(), did, isOpen()]).toEqual([[], [], true])
    await user.keyboard('{Escape}{Escape}')
  }
})

test('while rows are selected, a name is that of the command for the selection', async () => {
  const { user } = await renderConsole({ listed: [ONE, OTHER] })
  await user.keyboard('{Control>}k{/Control}notify')
  expect(active()).toContain('Notify payin')
  await user.keyboard('{Escape}{Escape}x{Control>}k{/Control}notify')
  expect(active()).toContain('Notify selected orders')
})

test('a question that shares a word with signing out does not sign out', async () => {
  const { user, did } = await renderConsole({ listed: [ONE] })
  for (const question of ["today's salary", 'salesman yesterday', 'salis rahman', 'quite slow']) {
    await user.keyboard(`{Control>}k{/Control}${question}{Enter}`)
    expect([active(), did], question).toEqual([null, []])
    await user.keyboard('{Escape}{Escape}')
  }
})

test('half of the words of a command are no reason to act on the row under the cursor', async () => {
  const { user, seen } = await renderConsole({ listed: [ONE] })
  await user.keyboard('{Control>}k{/Control}please notify{Enter}')
  expect(active()).toBeNull()
  expect(seen).toEqual([])
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(seen.map(({ path }) => path)).toEqual(['/api/transaction/payin/notify']))
})

test('half of the words of a command come before a name', async () => {
  const { user } = await renderConsole({ listed: [ONE] })
  await user.keyboard('{Control>}k{/Control}please notify')
  expect(rows()[0]).toContain('Notify')
})

test('a part of a number opens the list of such orders', async () => {
  const { user, did } = await renderConsole({ listed: [ONE] })
  await user.keyboard('{Control>}k{/Control}INV-2611*')
  expect(rows()[0]).toBe('Orders numbered INV-2611*, Payin, Orders')
  await user.keyboard('{Enter}')
  expect(did).toEqual(['go /transaction/payin?orderPattern=INV-2611*&dates=90d'])
})

test('days and row numbers apply to the open list', async () => {
  const { user, list } = await renderConsole({ listed: [ONE] })
  await user.keyboard('{Control>}k{/Control}2026-11-01..2026-11-07{Enter}')
  expect(list?.asked).toEqual(['setRange {"startDate":"2026-11-01","endDate":"2026-11-07"}'])
  await user.keyboard('{Control>}k{/Control}:4312')
  expect(rows()).toEqual(['Go to row 4312, List'])
})

test('without a list, days open their list and row numbers do nothing', async () => {
  const { user, did } = await renderConsole()
  await user.keyboard('{Control>}k{/Control}:4312')
  expect(rows()).toEqual([])
  await user.clear(input())
  await user.keyboard('21/11/2026{Enter}')
  expect(did).toEqual(['go /transaction/payin?startDate=2026-11-21&endDate=2026-11-21'])
})

test('a pasted link of this console opens its address', async () => {
  const { user, did } = await renderConsole()
  await user.keyboard('{Control>}k{/Control}')
  await user.paste(`${window.location.href.split('#')[0]}#/transaction/payin?status=SUCCESS`)
  await user.keyboard('{Enter}')
  expect(did).toEqual(['go /transaction/payin?status=SUCCESS'])
})
