import { read as readBook, utils } from '@e965/xlsx'
import { deleteDB } from 'idb'
import Papa from 'papaparse'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ComparedOrder } from '../../src/reconcile/comparedOrder.ts'
import { DEFAULT_SETTINGS, type EntryKey } from '../../src/reconcile/session.ts'
import { createReconcileStore } from '../../src/reconcile/store/reconcileStore.ts'
import { createReconcileEngine, type ReconcileEngine } from '../../src/reconcile/worker/engine.ts'
import { EXPORT_COLUMNS, type ExportTexts, type StatementPreview } from '../../src/reconcile/worker/protocol.ts'
import { provideIndexedDb } from '../indexedDb.ts'
import { SAMPLE_ORDERS } from './sampleStatement.ts'

provideIndexedDb()

const clock = { now: () => Date.parse('2026-11-26T05:00:00Z') }
const ALL = { bucket: 'all', needle: '', openOnly: false, from: 0, to: 100 } as const
const [right, wrong, twice, unread, , noLine] = SAMPLE_ORDERS as ComparedOrder[] as [
  ComparedOrder,
  ComparedOrder,
  ComparedOrder,
  ComparedOrder,
  ComparedOrder,
  ComparedOrder,
]

const LAYOUT = { roles: [], decimalSign: null, dateOrder: 'dmy', rules: [], fileName: 'a', usedAt: 1 } as const

const STATEMENT = `Date,Order No,Description,Amount
2026-11-21,${right.platOrderNo},=HYPERLINK("x"),91000.00
2026-11-21,${wrong.platOrderNo},order,1149000.00
2026-11-21,${unread.platOrderNo},broken,7?.00
2026-11-21,,transfer AGUS WIJAYA,250000.00
2026-11-21,,settlement of the day,124000.00`

let engine: ReturnType<typeof createReconcileEngine>

/** Matches a statement with five orders. */
async function matched(text = STATEMENT, orders: readonly ComparedOrder[] = [right, wrong, twice, unread, noLine], parts = {}) {
  engine = createReconcileEngine(clock)
  await engine.run('read', { source: { kind: 'text', text, name: 'november.csv' }, layouts: [] })
  await engine.run('addOrders', { orders })
  return engine.run('match', { settings: { ...DEFAULT_SETTINGS, ...parts }, rules: [] })
}

const outcomes = async () => (await engine.run('rows', ALL)).rows.map(({ key, bucket, reason }) => `${key} ${bucket} ${reason}`)

const BEFORE = [
  'L0 matched number',
  'L1 amountDiffers amount',
  'L2 notRead amountUnreadable',
  'L3 suggested similar',
  'L4 statementOnly noPartner',
  `O${noLine.id} ordersOnly noLine`,
]

describe('decisions', () => {
  beforeEach(async () => {
    await matched()
    expect(await outcomes()).toEqual(BEFORE)
  })

  const isBalanced = async () => {
    const { equation } = await engine.run('summary', null)
    expect([equation.lineRest, equation.orderRest]).toEqual(['0.00', '0.00'])
  }

  test('an accepted suggestion is matched, and undone and redone', async () => {
    const { summary, keys } = await engine.run('decide', { type: 'accept', keys: ['L3'] })
    expect([summary.buckets.matched.lines, summary.buckets.suggested.lines, keys]).toEqual([2, 0, ['L3']])
    expect((await outcomes())[3]).toBe('L3 matched accepted')
    await isBalanced()
    await engine.run('undo', null)
    expect(await outcomes()).toEqual(BEFORE)
    await engine.run('redo', null)
    expect((await outcomes())[3]).toBe('L3 matched accepted')
  })

  test('a refused suggestion frees its order', async () => {
    await engine.run('decide', { type: 'refuse', keys: ['L3'] })
    expect(await outcomes()).toEqual([
      ...BEFORE.slice(0, 3),
      'L3 statementOnly noPartner',
      BEFORE[4],
      `O${twice.id} ordersOnly noLine`,
      BEFORE[5],
    ])
    await isBalanced()
  })

  test('an amount that the user types is compared; text that is none is refused', async () => {
    expect(await engine.run('decide', { type: 'amount', line: 2, amount: '75,0' })).toMatchObject({ refusal: 'unreadable' })
    const { summary } = await engine.run('decide', { type: 'amount', line: 2, amount: '75000' })
    expect(summary.equation.unreadLines).toBe(0)
    expect((await outcomes())[2]).toBe('L2 matched number')
    await isBalanced()
    await engine.run('undo', null)
    expect(await outcomes()).toEqual(BEFORE)
    await isBalanced()
  })

  const sided = (credit: string, debit: string) => `2026-11-21,${right.platOrderNo},${credit},${debit}`
  const worded = (amount: string, word: string) => `2026-11-21,${right.platOrderNo},${amount},${word}`
  const SIDES = 'Date,Order No,Credit,Debit'
  const WORDS = 'Date,Order No,Amount,Type'
  const PLAIN = 'Date,Order No,Amount'
  test.each<[string, readonly string[], 'PAYIN' | 'PAYOUT', string, string, string]>([
    ['a debit cell', [SIDES, sided('', '5?00.00'), sided('85000.00', '')], 'PAYIN', '5000', '80000.00', 'notRefunded'],
    ['a credit cell', [SIDES, sided('5?00.00', '0.00'), sided('', '85000.00')], 'PAYIN', '5000', '-80000.00', 'amount'],
    ['a word', [WORDS, worded('5?00', 'D'), worded('85000', 'K')], 'PAYIN', '5000', '80000.00', 'notRefunded'],
    ['a minus', [PLAIN, worded('-5?00', ''), worded('85000', '')], 'PAYIN', '5000', '80000.00', 'notRefunded'],
    ['a typed minus', [SIDES, sided('5?00.00', ''), sided('85000.00', '')], 'PAYIN', '-5000', '80000.00', 'notRefunded'],
    ['a typed plus', [SIDES, sided('', '5?00.00'), sided('85000.00', '')], 'PAYIN', '+5000', '90000.00', 'sameOrder'],
    ['an unsigned file', [PLAIN, worded('5?00', ''), worded('85000', '')], 'PAYIN', '5000', '90000.00', 'sameOrder'],
    ['unsigned payouts', [PLAIN, worded('91?000', '')], 'PAYOUT', '91000', '-91000.00', 'number'],
  ])('a typed amount goes the way of the line: %s', async (_, lines, kind, amount, total, reason) => {
    await matched(lines.join('\n'), [{ ...right, type: kind }], { kind })
    const { summary } = await engine.run('decide', { type: 'amount', line: 0, amount })
    expect([summary.equation.lineTotal, (await engine.run('rows', ALL)).rows[0]!.reason]).toEqual([total, reason])
    await isBalanced()
  })

  test('a typed amount of a refund is compared with what was refunded', async () => {
    const file = `${SIDES}\n${sided('91000.00', '')}\n${sided('', '20000.00')}\n${sided('', '7?.00')}`
    const outcomeOf = async (status: string, amount: string) => {
      await matched(file, [{ ...right, status }])
      await engine.run('decide', { type: 'amount', line: 2, amount })
      await isBalanced()
      return (await outcomes())[2]
    }
    expect(await outcomeOf('PARTIAL_REFUND', '71000')).toBe('L2 suggested partialRefund')
    expect(await outcomeOf('PARTIAL_REFUND', '72000')).toBe('L2 amountDiffers amount')
    expect(await outcomeOf('REFUNDED', '72000')).toBe('L2 duplicate sameOrder')
  })

  test('linked orders pay one line, gross or net; a matched order is not taken away', async () => {
    expect(await engine.run('decide', { type: 'link', lines: [4], orders: [right.id] })).toMatchObject({ refusal: 'taken' })
    await engine.run('decide', { type: 'unlink', key: 'L0' })
    await engine.run('decide', { type: 'link', lines: [4], orders: [right.id, noLine.id] })
    expect(await outcomes()).toEqual(['L0 statementOnly noPartner', BEFORE[1], BEFORE[2], BEFORE[3], 'L4 matched accepted'])
    await isBalanced()
  })

  test('an order that was not paid is not matched by a link, though the sum is right', async () => {
    await matched(STATEMENT, [right, { ...noLine, status: 'EXPIRED', amount: '124000.00' }])
    await engine.run('decide', { type: 'link', lines: [4], orders: [noLine.id] })
    expect((await outcomes())[4]).toBe('L4 statusDiffers status')
  })

  test('an order whose line was taken away is expected again', async () => {
    await engine.run('decide', { type: 'unlink', key: 'L0' })
    expect(await outcomes()).toContain(`O${right.id} ordersOnly noLine`)
    await isBalanced()
  })

  test('a decision after an undo is the last: nothing can be done again', async () => {
    await engine.run('decide', { type: 'accept', keys: ['L3'] })
    await engine.run('undo', null)
    await engine.run('decide', { type: 'mark', keys: ['L1'], mark: { as: 'DISCREPANCY', reason: 'short' } })
    expect(await engine.run('redo', null)).toBeNull()
    expect((await outcomes())[3]).toBe(BEFORE[3])
  })

  test('undo passes over the last decision while its orders are not there', async () => {
    await engine.run('decide', { type: 'accept', keys: ['L3'] })
    await engine.run('decide', { type: 'link', lines: [4], orders: [noLine.id] })
    await engine.run('clearOrders', null)
    await engine.run('addOrders', { orders: [right, wrong, twice, unread] })
    await engine.run('match', { settings: DEFAULT_SETTINGS, rules: [] })
    expect((await outcomes())[3]).toBe('L3 matched accepted')
    expect(await engine.run('undo', null)).toMatchObject({ decision: { type: 'accept' } })
    expect((await outcomes())[3]).toBe(BEFORE[3])
  })

  test('the user converts an amount of another currency, which keeps its direction', async () => {
    await matched(`Date,Order No,Currency,Credit,Debit\n2026-11-21,${right.platOrderNo},USD,,5.50`, [right])
    const { rows } = await engine.run('rows', ALL)
    expect(rows[0]).toMatchObject({ reason: 'otherCurrency', line: { amount: null, amountText: 'USD 5.50' } })
    const { summary } = await engine.run('decide', { type: 'amount', line: 0, amount: '91000' })
    expect([summary.equation.lineTotal, (await outcomes())[0]]).toEqual(['-91000.00', 'L0 statusDiffers notRefunded'])
  })

  test('a linked line without an amount stays unread', async () => {
    await engine.run('decide', { type: 'link', lines: [2], orders: [noLine.id] })
    expect((await outcomes())[2]).toBe('L2 notRead amountUnreadable')
  })

  test('a mark closes an entry, and the walk goes to what is open', async () => {
    expect(await engine.run('seek', { ...ALL, index: -1, by: 1 })).toEqual({ index: 1, key: 'L1' })
    const { summary } = await engine.run('decide', { type: 'mark', keys: ['L1'], mark: { as: 'DISCREPANCY', reason: 'short' } })
    expect([summary.decided, summary.open]).toEqual([1, 4])
    expect(await engine.run('seek', { ...ALL, index: -1, by: 1 })).toEqual({ index: 2, key: 'L2' })
    expect(await engine.run('seek', { ...ALL, index: 0, by: -1 })).toBeNull()
  })

  test('a checked suggestion is accepted, and one step takes a bulk mark back', async () => {
    const keys = ['L1', 'L3', `O${noLine.id}`] as const
    expect(await engine.run('tally', { keys })).toEqual({
      buckets: { amountDiffers: 1, suggested: 1, ordersOnly: 1 },
      flagged: [],
      sum: '1432000.00',
      orders: 3,
    })
    const { summary } = await engine.run('decide', { type: 'mark', keys, mark: { as: 'RECONCILED' } })
    expect([summary.decided, summary.open, summary.buckets.suggested.entries]).toEqual([3, 2, 0])
    expect((await outcomes())[3]).toBe('L3 matched accepted')
    await isBalanced()
    const undone = await engine.run('undo', null)
    expect([undone!.summary.decided, undone!.summary.open]).toEqual([0, 5])
    expect(await outcomes()).toEqual(BEFORE)
  })

  test('a changed column keeps the decisions', async () => {
    await engine.run('decide', { type: 'mark', keys: ['L1'], mark: { as: 'RECONCILED' } })
    await engine.run('layout', { roles: ['date', 'number', 'ignored', 'amount'] })
    const { summary } = await engine.run('match', { settings: DEFAULT_SETTINGS, rules: [] })
    expect(summary.decided).toBe(1)
  })

  test('decisions that another list of orders has no place for wait for their orders, and undo passes over them', async () => {
    await engine.run('decide', { type: 'link', lines: [4], orders: [noLine.id] })
    await engine.run('decide', { type: 'mark', keys: ['L1'], mark: { as: 'RECONCILED' } })
    await engine.run('decide', { type: 'mark', keys: ['L4'], mark: { as: 'DISCREPANCY', reason: 'late' } })
    const after = [await outcomes(), (await engine.run('summary', null)).decided]
    const match = () => engine.run('match', { settings: DEFAULT_SETTINGS, rules: [] })

    await engine.run('clearOrders', null)
    await match()
    expect(await engine.run('undo', null)).toMatchObject({ keys: ['L4'] })
    await engine.run('redo', null)
    await engine.run('save', { id: 's3', account: 'M3', position: null })
    engine = createReconcileEngine(clock)
    const opened = await engine.run('open', { id: 's3', account: 'M3' })
    expect(opened!.steps.map(({ type }) => type)).toEqual(['mark', 'mark'])

    await engine.run('addOrders', { orders: [right, wrong, twice, unread, noLine] })
    await match()
    expect([await outcomes(), (await engine.run('summary', null)).decided]).toEqual(after)
    expect(await engine.run('undo', null)).toMatchObject({ keys: ['L4'] })
    expect(await engine.run('undo', null)).toMatchObject({ keys: ['L1'] })
    await engine.run('undo', null)
    expect(await outcomes()).toEqual(BEFORE)
  })

  test('a line that was linked before its orders were looked up is linked again after them', async () => {
    const late = { ...twice, id: '9', platOrderNo: 'LATE-1', merchantOrderNo: null }
    await engine.run('addOrders', { orders: [late] })
    const settings = { ...DEFAULT_SETTINGS }
    await engine.run('match', { settings, rules: [] })
    await engine.run('decide', { type: 'link', lines: [4], orders: [late.id] })
    await engine.run('clearOrders', null)
    for (const orders of [[right, wrong, twice, unread, noLine], [late]]) {
      await engine.run('addOrders', { orders })
      await engine.run('match', { settings, rules: [] })
    }
    expect((await engine.run('detail', { key: 'L4' }))!.allOrders).toEqual([late])
  })

  test('orders are found that pay a line, with a rule that finds them next time', async () => {
    await engine.run('decide', { type: 'unlink', key: 'L0' })
    const { proposals } = await engine.run('propose', { line: 4 })
    expect(proposals[0]).toMatchObject({ orders: [right.id, noLine.id], difference: '0.00' })
  })

  test('text, number and amount filter the rows', async () => {
    const keys = (needle: string) => engine.run('keys', { ...ALL, needle })
    expect(await keys('AGUS')).toEqual(['L3'])
    expect(await keys('1,149,000')).toEqual(['L1'])
    expect(await keys(noLine.merchantOrderNo!)).toEqual([`O${noLine.id}`])
    expect(await engine.run('indexOf', { ...ALL, bucket: 'suggested', key: 'L3' })).toBe(0)
    expect(await engine.run('indexOf', { ...ALL, bucket: 'matched', key: 'L3' })).toBeNull()
  })
})

test('a rule matches the settlement of the day before, net of fee, and suggests it when the sum differs', async () => {
  const rule = { words: 'qris settlement', channel: 'QRIS', dayOffset: -1, basis: 'net' } as const
  const file = (amount: string) => `Date,Description,Amount\n2026-11-22,QRIS SETTLEMENT 21/11,${amount}\n2026-11-22,biaya,-5.00`
  for (const [amount, outcome] of [
    ['123000.00', 'L0 matched rule'],
    ['122999.00', 'L0 suggested ruleDiffers'],
  ] as const) {
    await matched(file(amount), [right, noLine])
    await engine.run('match', { settings: DEFAULT_SETTINGS, rules: [rule] })
    expect((await outcomes())[0]).toBe(outcome)
    expect((await engine.run('detail', { key: 'L0' }))!.allOrders.length).toBe(2)
  }
})

describe('refunds of one order', () => {
  const file = (amounts: readonly number[]) =>
    ['Date,Order No,Amount', ...amounts.map((amount) => `2026-11-21,${right.platOrderNo},${amount}.00`)].join('\n')
  test.each<[string, readonly number[], readonly string[]]>([
    ['PARTIAL_REFUND', [60_000, -500_000], ['matched number', 'amountDiffers amount']],
    ['PARTIAL_REFUND', [60_000, -20_000, -20_000], ['matched number', 'suggested partialRefund', 'suggested partialRefund']],
    ['PARTIAL_REFUND', [60_000, -40_000, -40_000], ['matched number', 'suggested partialRefund', 'amountDiffers amount']],
    ['REFUNDED', [60_000, -20_000, -40_000], ['matched number', 'matched refund']],
    ['REFUNDED', [60_000, -20_000], ['matched number', 'amountDiffers amount']],
    ['REFUNDED', [60_000, -60_000, -60_000], ['matched number', 'matched refund', 'duplicate sameOrder']],
    ['SUCCESS', [60_000, -20_000, -20_000], ['matched number', 'statusDiffers notRefunded', 'statusDiffers notRefunded']],
  ])('%s %j', async (status, amounts, expected) => {
    const { summary } = await matched(file(amounts), [{ ...right, amount: '60000.00', status }])
    expect((await outcomes()).map((outcome) => outcome.replace(/^\S+ /, ''))).toEqual(expected)
    expect([summary.equation.lineRest, summary.equation.orderRest]).toEqual(['0.00', '0.00'])
  })

  test('one that is larger than the order is not accepted with the suggestions', async () => {
    await matched(file([60_000, -500_000]), [{ ...right, amount: '60000.00', status: 'PARTIAL_REFUND' }])
    expect((await engine.run('rows', ALL)).rows[1]).toMatchObject({ orderSum: '-60000.00', difference: '-440000.00' })
    expect(await engine.run('decide', { type: 'accept', keys: ['L1'] })).toMatchObject({ refusal: 'gone' })
  })
})

describe('orders of the days before', () => {
  const DAYS = { from: '2026-11-22', to: '2026-11-23' }
  const FILE = `Date,Description,Amount
2026-11-22,QRIS SETTLEMENT,123000.00
2026-11-23,biaya admin,91000.00`
  /** Bucket and orders of each line, and the sums that must be zero. */
  const state = async () => {
    const { rows } = await engine.run('rows', ALL)
    const { buckets, equation } = await engine.run('summary', null)
    expect([equation.lineRest, equation.orderRest, buckets.ordersOnly.orders]).toEqual(['0.00', '0.00', 0])
    return rows.map(({ bucket, reason, orders }) => `${bucket} ${reason} ${orders}`)
  }

  test('are found by sum and by rule, in no line expected, and not suggested', async () => {
    await matched(FILE, [right, noLine], { days: DAYS, dayTolerance: 9 })
    const before = ['statementOnly noPartner 0', 'statementOnly noPartner 0']
    expect(await state()).toEqual(before)
    const { proposals, search } = await engine.run('propose', { line: 0 })
    const orders = [right.id, noLine.id]
    const rule = { words: 'QRIS SETTLEMENT', channel: 'QRIS', dayOffset: -1, basis: 'net' }
    expect([proposals[0], search.includesUnpaid]).toMatchObject([{ orders, rule, difference: '0.00' }, false])
    await engine.run('decide', { type: 'link', lines: [0], orders })
    expect(await state()).toEqual(['matched accepted 2', before[1]])
    await engine.run('undo', null)
    expect(await state()).toEqual(before)
    await engine.run('match', { settings: { ...DEFAULT_SETTINGS, days: DAYS }, rules: [proposals[0]!.rule!] })
    expect(await state()).toEqual(['matched rule 2', before[1]])
    await engine.run('decide', { type: 'unlink', key: 'L0' })
    expect(await state()).toEqual(before)
  })

  test('are not found by an account, which their own statement has paid', async () => {
    const account = '8808123456789'
    const file = `Date,Virtual Account,Amount\n2026-11-22,${account},91000.00`
    await matched(file, [{ ...right, account }], { days: DAYS })
    expect(await state()).toEqual(['statementOnly noPartner 0'])
    await matched(file, [{ ...right, account }])
    expect(await state()).toEqual(['matched account 1'])
  })
})

test('a line that names several orders matches them only if all were paid', async () => {
  const file = `Date,Order No,Description,Amount\n2026-11-21,${right.platOrderNo},and ${noLine.platOrderNo},124000.00`
  await matched(file, [right, noLine])
  expect(await outcomes()).toEqual(['L0 matched several'])
  await matched(file, [right, { ...noLine, status: 'EXPIRED' }])
  expect((await outcomes())[0]).toBe('L0 amountDiffers amount')
})

test('a rule does not give a fee the orders that its settlement pays, and allows the tolerance itself', async () => {
  const rule = { words: 'qris settlement', channel: 'QRIS', dayOffset: -1, basis: 'net' } as const
  const by = async (file: string, amountTolerance: string) => {
    await matched(`Date,Description,Amount\n${file}`, [right, noLine])
    await engine.run('match', { settings: { ...DEFAULT_SETTINGS, amountTolerance }, rules: [rule] })
    return outcomes()
  }
  const fee = '2026-11-22,fee of QRIS SETTLEMENT,-5.00'
  const settled = (amount: string) => `${fee}\n2026-11-22,QRIS SETTLEMENT,${amount}`
  expect(await by(settled('123000.00'), '0')).toEqual(['L0 statementOnly otherDirection', 'L1 matched rule'])
  expect((await by(settled('122999.00'), '1'))[1]).toBe('L1 matched rule')
  expect((await by(settled('122998.99'), '1'))[1]).toBe('L1 suggested ruleDiffers')
})

test.each([
  ['2026-11-17', 'statementOnly noPartner'],
  ['2026-11-18', 'matched account'],
  ['2026-11-24', 'matched account'],
  ['2026-11-25', 'statementOnly noPartner'],
])('a payment to a reused account on %s is %s for an order of 2026-11-21', async (day, outcome) => {
  const account = '8808123456789'
  await matched(`Date,Virtual Account,Amount\n${day},${account},91000.00`, [{ ...right, account }])
  expect((await outcomes())[0]).toBe(`L0 ${outcome}`)
})

test.each([
  ['90499.99', 'amountDiffers amount'],
  ['90500.00', 'matched number'],
  ['91500.00', 'matched number'],
  ['91500.01', 'amountDiffers amount'],
])('within a tolerance of 500 of 91,000, %s is %s', async (amount, outcome) => {
  await matched(`Order No,Amount\n${right.platOrderNo},${amount}`, [{ ...right, fee: '0.00' }], { amountTolerance: '500' })
  expect(await outcomes()).toEqual([`L0 ${outcome}`])
})

test('a minus in the credit column takes back, one in the debit column repeats it, and two amounts are none', async () => {
  const sides = ['91000.00,', '-33000.00,', ',-500.00', ',+500.00', '5.00,6.00', '5.00,0.00', ',7.00']
  await matched(`Date,Order No,Credit,Debit\n${sides.map((cells, at) => `2026-11-21,A-${at},${cells}`).join('\n')}`, [])
  const { rows } = await engine.run('rows', ALL)
  expect(rows.map(({ line }) => line?.amount ?? null)).toEqual([
    '91000.00',
    '-33000.00',
    '-500.00',
    null,
    null,
    '5.00',
    '-7.00',
  ])
})

test('a line net of its fee matches when the session says so', async () => {
  const file = `Order No,Amount\n${right.platOrderNo},90500.00`
  await matched(file, [right], { basis: 'net' })
  expect(await outcomes()).toEqual(['L0 matched number'])
  await matched(file, [right], { amountTolerance: '500' })
  expect(await outcomes()).toEqual(['L0 matched number'])
})

test('a reused account goes by amount and time, and a second payment of one order is a duplicate', async () => {
  const va = (id: string, amount: string, hour: string) => ({
    ...right,
    id,
    platOrderNo: id,
    merchantOrderNo: `M-${id}`,
    account: '8808123456789',
    amount,
    time: `2026-11-21T${hour}:00:00+07:00`,
  })
  const file = [
    'Date,Virtual Account,Amount',
    ...['50000', '70000', '50000', '50000'].map((amount) => `2026-11-21,8808123456789,${amount}.00`),
  ].join('\n')
  await matched(file, [va('1000001', '50000.00', '08'), va('1000002', '70000.00', '09'), va('1000003', '50000.00', '10')])
  expect(await outcomes()).toEqual(['L0 matched account', 'L1 matched account', 'L2 matched account', 'L3 duplicate sameOrder'])
  const { rows } = await engine.run('rows', ALL)
  expect(rows.slice(0, 3).map(({ order }) => order?.id)).toEqual(['1000001', '1000002', '1000003'])
})

test('lines of one order are its parts only where none of them is all of it', async () => {
  const order = { ...right, amount: '91000.00', fee: '1000.00' }
  const file = (...amounts: string[]) =>
    ['Date,Order No,Amount', ...amounts.map((amount) => `2026-11-21,${order.platOrderNo},${amount}`)].join('\n')
  await matched(file('60000.00', '31000.00'), [order])
  expect(await outcomes()).toEqual(['L0 matched parts'])
  // The first one is what was paid less the fee. With the second one the sum is what was paid.
  await matched(file('90000.00', '1000.00'), [order], { basis: 'either' })
  expect(await outcomes()).toEqual(['L0 matched number', 'L1 duplicate sameOrder'])
})

test('a duplicate names the line of its order as the file numbers it', async () => {
  const booking = (number: string, ...information: string[]) =>
    [`:61:2611211121C91000,00NTRF${number}`, `:86:${information.join('\n')}`].join('\n')
  const file = [
    ':20:X',
    ':25:1',
    ':60F:C261121IDR0,00',
    booking('OTHER-1', 'TRANSFER', 'FROM', 'BUDI'),
    booking(right.merchantOrderNo!, 'TRANSFER', 'FROM', 'SITI', 'AMINAH'),
    booking(right.merchantOrderNo!, 'TRANSFER'),
  ].join('\n')
  await matched(file, [right])
  const { rows } = await engine.run('rows', ALL)
  expect(rows.map(({ line, duplicateOfLine }) => [line?.lineNumber, duplicateOfLine])).toEqual([
    [4, null],
    [8, null],
    [13, 8],
  ])
  await matched(`Order No,Amount\n${right.platOrderNo},-91000.00\n${right.platOrderNo},-91000.00`, [
    { ...right, status: 'REFUNDED' },
  ])
  expect((await engine.run('rows', ALL)).rows[1]).toMatchObject({ bucket: 'duplicate', duplicateOfLine: null })
})

test('roles and notation can be changed, and a layout is remembered by its titles', async () => {
  await matched()
  const preview = await engine.run('layout', { roles: ['date', 'number', 'ignored', 'amount'] })
  expect(preview.columns.map(({ role }) => role)).toEqual(['date', 'number', 'ignored', 'amount'])
  const layout = {
    roles: ['date', 'ignored', 'description', 'amount'],
    decimalSign: '.',
    dateOrder: 'ymd',
    rules: [],
    fileName: '',
    usedAt: 0,
    fingerprint: preview.fingerprint,
  } as const
  const again = await engine.run('read', {
    source: { kind: 'text', text: STATEMENT.replaceAll('11-21', '12-21'), name: 'december.csv' },
    layouts: [layout],
  })
  expect([again.isRemembered, again.columns[1]!.role, again.days]).toEqual([
    true,
    'ignored',
    { from: '2026-12-21', to: '2026-12-21' },
  ])
})

describe('amounts are read with the decimals of the orders', () => {
  const statementOf = (...amounts: string[]) =>
    `Date,Order No,Amount\n${amounts.map((amount, at) => `2026-11-21,INV-USDT-${at},${amount}`).join('\n')}`
  const AMBIGUOUS = ['12.500', '7.125', '100'] as const
  const usdt = AMBIGUOUS.map((amount, at) => ({
    ...right,
    id: `U${at}`,
    platOrderNo: null,
    merchantOrderNo: `INV-USDT-${at}`,
    amount: Number(amount).toFixed(4),
    fee: '0.0000',
  }))
  const read = (text: string, kind?: 'PAYIN' | 'USDT_PAYIN') => {
    engine = createReconcileEngine(clock)
    const input = { source: { kind: 'text', text, name: 'usdt.csv' }, layouts: [] } as const
    return engine.run('read', kind === undefined ? input : { ...input, kind })
  }
  const settings = { ...DEFAULT_SETTINGS, kind: 'USDT_PAYIN' } as const
  async function reasons() {
    await engine.run('addOrders', { orders: usdt })
    await engine.run('match', { settings, rules: [] })
    return (await engine.run('rows', ALL)).rows.map(({ bucket, reason, line }) => `${bucket} ${reason} ${line?.amount}`)
  }
  const MATCHED = ['matched number 12.500000', 'matched number 7.125000', 'matched number 100.000000']

  test('from the start, when their kind is known', async () => {
    expect(await read(statementOf('12.3456', '101.2501', '7.1255'), 'USDT_PAYIN')).toMatchObject({
      unreadAmounts: 0,
      moneyIn: '120.721200',
    })
    expect(await read(statementOf(...AMBIGUOUS), 'USDT_PAYIN')).toMatchObject({ decimalSign: '.', moneyIn: '119.625000' })
    expect(await reasons()).toEqual(MATCHED)
  })

  test('again, when their kind is another one', async () => {
    expect(await read(statementOf(...AMBIGUOUS))).toMatchObject({ decimalSign: ',', moneyIn: '19725.00' })
    expect(await reasons()).toEqual(MATCHED)
    // Orders of the other currency go.
    expect(await engine.run('layout', { kind: 'PAYIN' })).toMatchObject({ decimalSign: ',', moneyIn: '19725.00' })
    await engine.run('match', { settings: DEFAULT_SETTINGS, rules: [] })
    expect((await engine.run('summary', null)).orders).toBe(0)
    expect(await engine.run('layout', { kind: 'USDT_PAYIN' })).toMatchObject({ decimalSign: '.', moneyIn: '119.625000' })
  })

  test('with the sign that the user has chosen, also after the session was stored', async () => {
    const account = 'signs'
    await read(statementOf('12.500', '7.125'), 'USDT_PAYIN')
    expect(await engine.run('layout', { decimalSign: ',' })).toMatchObject({ moneyIn: '19625.000000' })
    await engine.run('save', { id: 'sign', account, position: null })
    engine = createReconcileEngine(clock)
    await engine.run('open', { id: 'sign', account })
    expect(await engine.run('layout', { kind: 'PAYIN' })).toMatchObject({ decimalSign: ',', moneyIn: '19625.00' })
    expect(await engine.run('layout', { kind: 'USDT_PAYIN' })).toMatchObject({ decimalSign: ',' })
  })

  test('and a point, where the format has one', async () => {
    const entry = (amount: string) =>
      `<Ntry><Amt Ccy="IDR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-21</Dt></BookgDt></Ntry>`
    const text = `<Document><BkToCstmrStmt><Stmt>${entry('12.50')}${entry('7')}</Stmt></BkToCstmrStmt></Document>`
    const { columns } = await read(text)
    expect(await engine.run('layout', { kind: 'USDT_PAYIN' })).toMatchObject({ decimalSign: '.', moneyIn: '19.500000' })
    const roles = columns.map(({ role }) => role)
    expect(await engine.run('layout', { kind: 'PAYIN', roles })).toMatchObject({ decimalSign: '.', moneyIn: '19.50' })
  })
})

describe('a remembered layout is not used for another file', () => {
  /** Reads a file, and then others with the layout that the first one left. */
  async function readInTurn(...texts: string[]) {
    const previews: StatementPreview[] = []
    for (const text of texts) {
      const layouts = previews.slice(0, 1).map(({ columns, ...one }) => ({
        ...one,
        roles: columns.map(({ role }) => role),
        rules: [{ words: 'qris', channel: null, dayOffset: -1, basis: 'net' as const }],
        usedAt: 0,
      }))
      previews.push(await engine.run('read', { source: { kind: 'text', text, name: 'file.csv' }, layouts }))
    }
    return previews.map(({ columns, isRemembered, rules, moneyIn, days, unreadAmounts, unreadDays }) => ({
      roles: columns.map(({ role }) => role),
      isRemembered,
      rules: rules.length,
      moneyIn,
      days: days?.from ?? null,
      unread: unreadAmounts + unreadDays,
    }))
  }
  const lines = (...cells: ((n: number) => string)[]) =>
    Array.from({ length: 20 }, (_, n) => cells.map((cell) => cell(n)).join(';')).join('\n')
  const date = () => '21/11/2026'
  const number = (n: number) => `10000${500 + n}`
  const amount = (n: number) => `${n + 1}.000,00`
  const read = { days: '2026-11-21', moneyIn: '210000.00', unread: 0 }

  test('without titles, its columns in another order', async () => {
    expect(await readInTurn(lines(date, number, amount), lines(date, amount, number), lines(date, number, amount))).toEqual([
      { ...read, roles: ['date', 'number', 'amount'], isRemembered: false, rules: 0 },
      { ...read, roles: ['date', 'amount', 'number'], isRemembered: false, rules: 0 },
      { ...read, roles: ['date', 'number', 'amount'], isRemembered: true, rules: 1 },
    ])
  })

  test('with the same titles and another notation; its rules are', async () => {
    const titles = 'Date;Order No;Amount\n'
    const american = lines(
      () => '11/21/2026',
      number,
      (n) => `${n + 1},000.00`,
    )
    const roles = ['date', 'number', 'amount']
    expect(await readInTurn(titles + lines(date, number, amount), titles + american)).toEqual([
      { ...read, roles, isRemembered: false, rules: 0 },
      { ...read, roles, isRemembered: false, rules: 1 },
    ])
  })

  test('as plain lines with another decimal sign', async () => {
    expect(
      await readInTurn('SBY-0001401 65,000.00\nSBY-0001399 23,500.00', 'SBY-0001401 65.000\nSBY-0001399 23.500'),
    ).toMatchObject([
      { moneyIn: '88500.00', unread: 0 },
      { moneyIn: '88500.00', unread: 0, isRemembered: false },
    ])
  })
})

test('a session is stored with its lines, orders and decisions, listed, resumed and deleted', async () => {
  await matched()
  await engine.run('decide', { type: 'accept', keys: ['L3'] })
  await engine.run('decide', { type: 'mark', keys: ['L1'], mark: { as: 'RECONCILED' } })
  const position = { bucket: 'all', key: 'L1', filter: '', openOnly: false } as const
  await engine.run('save', { id: 's1', account: 'M1', position })
  const before = [await outcomes(), await engine.run('summary', null)]

  const store = createReconcileStore()
  expect(await store.list('M1')).toMatchObject([
    { id: 's1', fileName: 'november.csv', lines: 5, orders: 5, decided: 1, days: { from: '2026-11-21', to: '2026-11-21' } },
  ])
  expect(await store.list('M2')).toEqual([])

  engine = createReconcileEngine(clock)
  const opened = await engine.run('open', { id: 's1', account: 'M1' })
  expect([await outcomes(), opened!.summary]).toEqual(before)
  expect(opened!.session.position).toEqual(position)
  expect(opened!.steps).toEqual([
    { type: 'accept', mark: null, count: 1 },
    { type: 'mark', mark: 'RECONCILED', count: 1 },
  ])
  expect(opened!.preview.firstRows[0]![2]).toBe('=HYPERLINK("x")')
  await engine.run('undo', null)
  await engine.run('save', { id: 's1', account: 'M1', position: null })
  expect(await store.list('M1')).toMatchObject([{ decided: 0 }])

  await store.delete('M1', 's1')
  expect([await store.list('M1'), await engine.run('open', { id: 's1', account: 'M1' })]).toEqual([[], null])
  await store.saveLayout('M1', { ...LAYOUT, fingerprint: 'f' })
  expect(await store.layouts('M1')).toMatchObject([{ fingerprint: 'f' }])
  await store.close()
})

describe('a session that is open in two tabs', () => {
  const here = { id: 's4', account: 'M1', position: null }
  const mark = (engine: ReconcileEngine, key: EntryKey) =>
    engine.run('decide', { type: 'mark', keys: [key], mark: { as: 'RECONCILED' } })
  const elsewhere = { failure: { code: 'elsewhere' } }
  const stored = async () => (await createReconcileStore().list('M1')).find(({ id }) => id === 's4')!

  /** The engines of two tabs. */
  async function tabs() {
    await createReconcileStore().delete('M1', 's4')
    await matched()
    await engine.run('save', here)
    const other = createReconcileEngine(clock)
    await other.run('open', here)
    return [engine, other] as const
  }

  test('is changed in one of them; the other decides and stores nothing until it is opened again', async () => {
    const [one, other] = await tabs()
    await mark(one, 'L1')
    await one.run('save', here)
    await expect(mark(other, 'L3')).rejects.toMatchObject(elsewhere)
    await expect(other.run('save', here)).rejects.toMatchObject(elsewhere)
    expect((await stored()).decisions).toHaveLength(1)
    await other.run('open', here)
    await mark(other, 'L3')
    await other.run('save', here)
    expect((await stored()).decisions).toHaveLength(2)
    await expect(one.run('undo', null)).rejects.toMatchObject(elsewhere)
  })

  test('keeps the first of two changes that are stored at once', async () => {
    const [one, other] = await tabs()
    await mark(one, 'L1')
    await mark(other, 'L3')
    await one.run('save', here)
    await expect(other.run('save', here)).rejects.toMatchObject(elsewhere)
    expect((await stored()).decisions).toMatchObject([{ keys: ['L1'] }])
  })

  test('is not changed by a new place of the user, nor by saves that overlap', async () => {
    const [one, other] = await tabs()
    await other.run('save', { ...here, position: { bucket: 'all', key: 'L3', filter: '', openOnly: false } })
    await mark(one, 'L1')
    const first = one.run('save', here)
    await mark(one, 'L3')
    await Promise.all([first, one.run('save', here)])
    expect((await stored()).decisions).toHaveLength(2)
  })

  test('is not stored again by one after it was deleted in the other', async () => {
    const [one] = await tabs()
    await createReconcileStore().delete('M1', 's4')
    await expect(one.run('save', here)).rejects.toMatchObject(elsewhere)
  })
})

test('a database that the browser has closed is opened again', async () => {
  const store = createReconcileStore()
  await store.saveLayout('M4', { ...LAYOUT, fingerprint: 'before' })
  await deleteDB('paydesk-reconcile')
  await store.saveLayout('M4', { ...LAYOUT, fingerprint: 'after' })
  expect(await store.layouts('M4')).toMatchObject([{ fingerprint: 'after' }])
})

test('a statement is stored before it is matched', async () => {
  engine = createReconcileEngine(clock)
  await engine.run('read', { source: { kind: 'text', text: STATEMENT, name: 'early.csv' }, layouts: [] })
  await engine.run('layout', { roles: ['date', 'number', 'ignored', 'amount'] })
  await engine.run('save', { id: 's2', account: 'M1', position: null })
  engine = createReconcileEngine(clock)
  const opened = await engine.run('open', { id: 's2', account: 'M1' })
  expect([opened!.preview.columns[2]!.role, opened!.session.orders, opened!.session.lines]).toEqual(['ignored', 0, 5])
})

const texts: ExportTexts = {
  titles: Object.fromEntries(EXPORT_COLUMNS.map((column) => [column, column])) as ExportTexts['titles'],
  buckets: new Proxy({}, { get: (_, bucket) => String(bucket) }) as ExportTexts['buckets'],
  marks: { RECONCILED: 'reconciled', DISCREPANCY: 'discrepancy' },
}

describe('exports have the columns of the statement, then ours', () => {
  test('as CSV without formulas', async () => {
    await matched()
    const { blob, fileName, rows } = await engine.run('export', { bucket: 'all', form: 'csv', texts })
    const { data } = Papa.parse<string[]>((await blob.text()).replace('\uFEFF', ''), { skipEmptyLines: true })
    expect([fileName, rows, data.length]).toEqual(['november-all.csv', 6, 7])
    expect(data[0]!.slice(0, 7)).toEqual(['Date', 'Order No', 'Description', 'Amount', 'lineNumber', 'bucket', 'difference'])
    expect(data[1]!.slice(0, 8)).toEqual([
      '2026-11-21',
      `="${right.platOrderNo}"`,
      `'=HYPERLINK("x")`,
      '91000.00',
      '2',
      'matched',
      '0.00',
      '',
    ])
    expect(data[6]!.slice(0, 6)).toEqual(['', '', '', '', '', 'ordersOnly'])
  })

  test('as CSV whose texts with separators stay one cell, and which is read and matched again', async () => {
    const before = await matched(STATEMENT.replace(',order,', ',x;=cmd;\ty,'))
    const { blob } = await engine.run('export', { bucket: 'all', form: 'csv', texts })
    const text = await blob.text()
    expect(text).toContain(`,"x;'=cmd;\ty",`)
    const again = await matched(text)
    // The order without a line is one that has no amount.
    expect(again.summary.equation).toEqual({ ...before.summary.equation, unreadLines: 2 })
    expect((await outcomes()).slice(0, 3)).toEqual(BEFORE.slice(0, 3))
  })

  test('as a workbook, where texts are no formulas and our amounts are numbers', async () => {
    await matched()
    const { blob } = await engine.run('export', { bucket: 'amountDiffers', form: 'xlsx', texts })
    const book = readBook(new Uint8Array(await blob.arrayBuffer()))
    const sheet = book.Sheets[book.SheetNames[0]!]!
    expect(utils.sheet_to_json(sheet, { header: 1 })).toMatchObject([{ 0: 'Date' }, { 1: wrong.platOrderNo, 6: -1000 }])
  })

  test.each([
    ['USDT_PAYIN', '12.345678', '12.3457', '-0.000022'],
    ['PAYIN', '"2,001.00"', '1000.50', '1,000.50'],
  ] as const)('as a workbook, whose amounts show all decimals of the currency: %s', async (kind, written, amount, shown) => {
    engine = createReconcileEngine(clock)
    const text = `Date,Order No,Amount\n2026-11-21,${right.merchantOrderNo},${written}`
    await engine.run('read', { source: { kind: 'text', text, name: 'sums.csv' }, layouts: [], kind })
    await engine.run('addOrders', { orders: [{ ...right, amount, fee: null }] })
    await engine.run('match', { settings: { ...DEFAULT_SETTINGS, kind }, rules: [] })
    const { blob } = await engine.run('export', { bucket: 'amountDiffers', form: 'xlsx', texts })
    const book = readBook(new Uint8Array(await blob.arrayBuffer()), { cellText: true })
    const [difference] = Object.values(book.Sheets[book.SheetNames[0]!]!).filter((cell) => cell?.t === 'n')
    expect(difference?.w).toBe(shown)
  })
})
