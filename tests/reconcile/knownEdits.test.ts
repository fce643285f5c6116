import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalText } from '../../src/reconcile/amounts/decimalText.ts'
import { BUCKETS, type Bucket } from '../../src/reconcile/buckets.ts'
import type { ComparedOrder } from '../../src/reconcile/comparedOrder.ts'
import { DEFAULT_SETTINGS } from '../../src/reconcile/session.ts'
import { createReconcileEngine } from '../../src/reconcile/worker/engine.ts'

const EDITS = [
  'same',
  'amount',
  'fee',
  'twice',
  'missing',
  'expired',
  'unreadable',
  'unknown',
  'parts',
  'refund',
  'earlier',
  'earlierMissing',
] as const
type Edit = (typeof EDITS)[number]

interface Case {
  readonly edit: Edit
  /** Whole rupiah. */
  readonly amount: number
  readonly fee: number
  readonly minute: number
}

const someCase = fc.record({
  edit: fc.constantFrom(...EDITS),
  amount: fc.integer({ min: 10_000, max: 90_000_000 }),
  fee: fc.integer({ min: 1, max: 5_000 }),
  minute: fc.nat(59),
})

const numberOf = (at: number, minute: number) => `26112108${String(minute).padStart(2, '0')}30001${String(at).padStart(4, '0')}`

const orderOf = ({ edit, amount, fee, minute }: Case, at: number): ComparedOrder => ({
  id: String(at),
  type: 'PAYIN',
  platOrderNo: numberOf(at, minute),
  merchantOrderNo: `INV-${10_000 + at}`,
  payOrderNo: null,
  account: null,
  name: `Payer ${at}`,
  channel: 'QRIS',
  currency: 'IDR',
  amount: `${amount}.00`,
  fee: `${fee}.00`,
  status: edit === 'expired' ? 'EXPIRED' : edit === 'refund' ? 'REFUNDED' : 'SUCCESS',
  time: `2026-11-${edit.startsWith('earlier') ? '20' : '21'}T08:${String(minute).padStart(2, '0')}:30+07:00`,
  review: null,
  reviewNote: null,
  isAcknowledged: true,
})

/** The lines that an edit makes of an order: amounts as a bank writes them. */
function linesOf({ edit, amount, fee, minute }: Case, at: number): string[][] {
  const number = numberOf(at, minute)
  const line = (written: string, of = number) => ['2026-11-21', `Payment ${of} from payer`, written]
  switch (edit) {
    case 'amount':
      return [line(`${amount + 7}.00`)]
    case 'fee':
      return [line(`${amount - fee}.00`)]
    case 'twice':
      return [line(`${amount}.00`), line(`${amount}.00`)]
    case 'missing':
    case 'earlierMissing':
      return []
    case 'unreadable':
      return [line(`${amount}.0x`)]
    case 'unknown':
      return [line(`${amount}.00`), line(`${amount}.00`, `99${number.slice(2)}`)]
    case 'parts':
      return [line('4000.00'), line(`${amount - 4_000}.00`)]
    case 'refund':
      return [line(`${amount}.00`), line(`-${amount}.00`)]
    default:
      return [line(`${amount}.00`)]
  }
}

type Sides = { lines: number; orders: number; lineSum: number; orderSum: number }

/** Where the lines and the order of an edit must be. */
function expectedOf({ edit, amount, fee }: Case): Partial<Record<Bucket, Partial<Sides>>> {
  const both = { lines: 1, orders: 1, lineSum: amount, orderSum: amount }
  switch (edit) {
    case 'same':
    case 'earlier':
      return { matched: both }
    case 'amount':
      return { amountDiffers: { ...both, lineSum: amount + 7 } }
    case 'fee':
      return { amountDiffers: { ...both, lineSum: amount - fee } }
    case 'twice':
      return { matched: both, duplicate: { lines: 1, lineSum: amount } }
    case 'missing':
      return { ordersOnly: { orders: 1, orderSum: amount } }
    // Another statement has its line.
    case 'earlierMissing':
      return {}
    case 'expired':
      return { statusDiffers: both }
    case 'unreadable':
      return { notRead: { lines: 1, orders: 1, orderSum: amount } }
    case 'unknown':
      return { matched: both, statementOnly: { lines: 1, lineSum: amount } }
    case 'parts':
      return { matched: { ...both, lines: 2 } }
    case 'refund':
      return { matched: { lines: 2, orders: 1, lineSum: 0, orderSum: 0 } }
  }
}

function expectedBuckets(cases: readonly Case[]) {
  const all = cases.map(expectedOf)
  const total = (bucket: Bucket, part: keyof Sides) => all.reduce((sum, one) => sum + (one[bucket]?.[part] ?? 0), 0)
  const text = (rupiah: number) => decimalText(BigInt(rupiah) * 100n, 2)
  return Object.fromEntries(
    BUCKETS.map((bucket) => [
      bucket,
      {
        lines: total(bucket, 'lines'),
        orders: total(bucket, 'orders'),
        lineSum: text(total(bucket, 'lineSum')),
        orderSum: text(total(bucket, 'orderSum')),
      },
    ]),
  )
}

test('the buckets of a statement made from orders by known edits are exactly the edits, sums included', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someCase, { minLength: 1, maxLength: 40 }), fc.infiniteStream(fc.nat()), async (cases, order) => {
      const lines = cases
        .flatMap(linesOf)
        .map((cells) => ({ cells, at: order.next().value as number }))
        .sort((one, other) => one.at - other.at)
      if (lines.length === 0) return
      const text = ['Date;Description;Amount', ...lines.map(({ cells }) => cells.join(';'))].join('\n')
      const engine = createReconcileEngine({ now: () => Date.parse('2026-11-26T05:00:00Z') })
      await engine.run('read', { source: { kind: 'text', text, name: 'edits.csv' }, layouts: [] })
      await engine.run('addOrders', { orders: cases.map(orderOf) })
      const days = { from: '2026-11-21', to: '2026-11-21' }
      const { summary } = await engine.run('match', { settings: { ...DEFAULT_SETTINGS, days }, rules: [] })
      const { equation } = summary
      const found = Object.fromEntries(
        BUCKETS.map((bucket) => {
          const { lines, orders, lineSum, orderSum } = summary.buckets[bucket]
          return [bucket, { lines, orders, lineSum, orderSum }]
        }),
      )
      expect(found).toEqual(expectedBuckets(cases))
      expect([equation.lineRest, equation.orderRest]).toEqual(['0.00', '0.00'])
      expect(equation.unreadLines).toBe(cases.filter(({ edit }) => edit === 'unreadable').length)
    }),
    { numRuns: 60 },
  )
})
