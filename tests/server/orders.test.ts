import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toMinor } from '#contract/money.ts'
import type { Complete } from '#contract/rows/complete.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { merchantByNo } from '../../server/merchants/merchants.ts'
import { aggregateCounters } from '../../server/orders/counters.ts'
import { summarisePayins, summarisePayouts } from '../../server/orders/figures.ts'
import type { OrderScope } from '../../server/orders/orderFilter.ts'
import { countOrders, findOrder, listOrders, ordersOfVa } from '../../server/orders/orderQueries.ts'
import { ORDER_JOINS, WIRE_ORDER, type WireRow, wireOrder } from '../../server/orders/orderRow.ts'
import { scanOrders } from '../../server/orders/orderScan.ts'
import { orderTrail } from '../../server/orders/orderTrail.ts'
import { transitionPayin } from '../../server/payins/payins.ts'
import { seedDemo } from '../../server/seed/seed.ts'
import { databases } from '../databases.ts'
import { createTestPayin, testContext } from '../shop.ts'

const NOW = Date.parse('2026-11-21T15:00:00+07:00')
const LAST_WEEK = { startDate: '2026-11-14', endDate: '2026-11-21' }

const SCOPES: Record<string, OrderScope> = {
  'one merchant': { merchantNos: ['M10000001'], kind: 'PAYIN' },
  'a merchant and its sub-merchants': { merchantNos: ['M10000001', 'M10000002', 'M10000003'], kind: 'PAYIN' },
  'more merchants than are written out': {
    merchantNos: [
      'M10000001',
      'M10000003',
      'M10000004',
      'M10000005',
      'M10000007',
      'M10000008',
      'M10000009',
      'M10000010',
      'M99999999',
    ],
    kind: 'PAYIN',
  },
  'the platform': { merchantNos: 'all', kind: 'PAYIN' },
  'USDT of the platform': { merchantNos: 'all', kind: 'USDT_PAYIN' },
  'what a merchant and its sub-merchants paid out': { merchantNos: ['M10000001', 'M10000002', 'M10000003'], kind: 'PAYOUT' },
  'payouts of the platform': { merchantNos: 'all', kind: 'PAYOUT' },
  'USDT that was paid out': { merchantNos: 'all', kind: 'USDT_PAYOUT' },
  nobody: { merchantNos: [], kind: 'PAYIN' },
}

/** Single filters, with values that match something in the demo data. */
const FILTERS: OrderFilter[] = [
  {},
  { startDate: '2026-11-01' },
  { endDate: '2026-11-10' },
  LAST_WEEK,
  { dateField: 'completeTime', startDate: '2026-11-10', endDate: '2026-11-16' },
  { dateField: 'completeTime' },
  { status: 'SUCCESS' },
  { status: ['EXPIRED', 'FAILED', 'NONSENSE'] },
  { payMethod: 'EWALLET' },
  { payMethod: ['VIRTUAL_ACCOUNT', 'CRYPTO'] },
  { payChannel: ['VA_BCA', 'USDT_TRC20'] },
  { notifyStatus: 'NONE' },
  { bankCode: '014' },
  { payerName: 'AR' },
  { payerName: '%' },
  { minAmount: '100000' },
  { maxAmount: '250000.00' },
  { receiveName: 'nobody' },
  { receiveName: 'SANT' },
  { status: ['CANCELLED', 'REVERSED', 'UNKNOWN'] },
  { type: 'PAYIN' },
  { type: ['PAYOUT'] },
  { merchantNo: 'M10000003' },
  { merchantNo: ['M10000001', 'M10000004', 'M10000005'] },
  { notStatus: ['SUCCESS', 'EXPIRED'] },
  { notPayMethod: 'EWALLET' },
  { notPayChannel: ['VA_BCA', 'USDT_TRC20'] },
  { notNotifyStatus: ['SUCCESS'] },
  { notPayerName: 'AR' },
  { notMerchantNo: ['M10000001', 'M10000009'] },
]

const SORTS = ['createTime.desc', 'createTime.asc', 'payAmount.desc', 'payAmount.asc', 'completeTime.desc', 'completeTime.asc']

/** The expected results, computed by scanning all orders. */
function reference(
  all: readonly Complete<PayOrder>[],
  scope: OrderScope,
  filter: OrderFilter,
  sort = 'createTime.desc',
): Complete<PayOrder>[] {
  const [column = '', direction] = sort.split('.')
  const sign = direction === 'asc' ? 1n : -1n
  const found = all.filter((order) => inScope(order, scope) && matches(order, filter))
  const key = (order: Complete<PayOrder>) => {
    if (column === 'payAmount') return toMinor(order.payAmount, order.currency)
    if (column === 'completeTime') return order.completeTime === null ? null : BigInt(Date.parse(order.completeTime))
    return BigInt(order.id)
  }
  return found.sort((a, b) => {
    const [one, other] = [key(a), key(b)]
    if (one === null || other === null) {
      if (one !== other) return one === null ? 1 : -1
    } else if (one !== other) return Number(sign) * (one < other ? -1 : 1)
    return Number(sign) * (a.id < b.id ? -1 : 1)
  })
}

const inScope = (order: Complete<PayOrder>, { merchantNos, kind }: OrderScope) =>
  (merchantNos === 'all' || merchantNos.includes(order.merchantNo)) &&
  `${order.currency === 'USDT' ? 'USDT_' : ''}${order.type}` === kind

function matches(order: Complete<PayOrder>, filter: OrderFilter): boolean {
  const among = (value: string, wanted: string | string[] | undefined) =>
    wanted === undefined || (Array.isArray(wanted) ? wanted.includes(value) : wanted === value)
  const same = (value: string | null, wanted: string | string[] | undefined) =>
    wanted === undefined || [wanted].flat().some((one) => value?.toLowerCase() === one.toLowerCase())
  const without = (value: string, left: string | string[] | undefined) => left === undefined || !among(value, left)
  const numbers = [order.merchantOrderNo, order.platOrderNo, order.payOrderNo ?? '']
  const time = filter.dateField === 'completeTime' ? order.completeTime : order.createTime
  const anyDay = filter.orderNo !== undefined || filter.orderTail !== undefined || (!filter.startDate && !filter.endDate)
  const day = time?.slice(0, 10)
  const minor = (text: string | undefined) => (text === undefined ? null : toMinor(text, order.currency))
  const amount = toMinor(order.payAmount, order.currency)!
  return (
    (anyDay || (day !== undefined && day >= (filter.startDate ?? '') && day <= (filter.endDate ?? '9'))) &&
    (filter.orderNo === undefined || numbers.some((number) => same(number, filter.orderNo))) &&
    (filter.orderTail === undefined ||
      [filter.orderTail]
        .flat()
        .some((tail) => numbers.slice(0, 2).some((number) => number.toLowerCase().endsWith(tail.toLowerCase())))) &&
    same(order.merchantOrderNo, filter.merchantOrderNo) &&
    same(order.platOrderNo, filter.platOrderNo) &&
    same(order.payOrderNo, filter.payOrderNo) &&
    same(order.accountNumber, filter.accountNumber) &&
    same(order.receiveAccount, filter.receiveAccount) &&
    among(order.bankCode ?? '', filter.bankCode) &&
    (filter.payerName === undefined || (order.payerName ?? '').toLowerCase().includes(filter.payerName.toLowerCase())) &&
    (filter.notPayerName === undefined || !(order.payerName ?? '').toLowerCase().includes(filter.notPayerName.toLowerCase())) &&
    without(order.status, filter.notStatus) &&
    without(order.payMethod, filter.notPayMethod) &&
    without(order.payChannel, filter.notPayChannel) &&
    without(order.notifyStatus, filter.notNotifyStatus) &&
    without(order.merchantNo, filter.notMerchantNo) &&
    (filter.receiveName === undefined || (order.receiveName ?? '').toLowerCase().includes(filter.receiveName.toLowerCase())) &&
    among(order.status, filter.status) &&
    among(order.payMethod, filter.payMethod) &&
    among(order.payChannel, filter.payChannel) &&
    among(order.notifyStatus, filter.notifyStatus) &&
    among(order.type, filter.type) &&
    among(order.merchantNo, filter.merchantNo) &&
    amount >= (minor(filter.minAmount) ?? 0n) &&
    amount <= (minor(filter.maxAmount) ?? 10n ** 30n)
  )
}

const isPayout = ({ type }: Complete<PayOrder>) => type === 'PAYOUT'
const ids = (orders: readonly { id: string }[]) => orders.map(({ id }) => id)

describe.each(databases)('$name', ({ open }) => {
  let db: Database
  let all: Complete<PayOrder>[]
  beforeAll(async () => {
    db = await open()
    await seedDemo(db, { now: NOW, orders: 900 })
    // Changes after the last aggregation.
    const context = testContext(NOW)
    const merchant = (await merchantByNo(db, 'M10000001'))!
    for (const merchantOrderNo of ['Abc-7777', 'abc-7777', 'x', '%_%', 'late-0001']) {
      context.clock.advance(61_000)
      await createTestPayin(db, context, { merchant, merchantOrderNo, payerName: 'Arum' })
    }
    const seeded = await db.all<{ id: string }>(
      sql`select id from orders where merchant_no = 'M10000001' and status = 'EXPIRED' limit 3`,
    )
    for (const { id } of seeded) {
      await db.tx((tx) => transitionPayin(tx, context, { merchantNo: 'M10000001', kind: 'PAYIN', id }, 'SUCCESS'))
    }
    const rows = await db.all<WireRow>(sql`select ${WIRE_ORDER} from orders o ${ORDER_JOINS}`)
    all = rows.map(wireOrder) as Complete<PayOrder>[]
  })
  afterAll(() => db.close())

  const list = (scope: OrderScope, filter: OrderFilter, page = {}) =>
    listOrders(db, scope, filter, { offset: 0, limit: 1_000, ...page })

  /** List, total, count and summary of a filter equal a full scan. */
  async function agrees(scope: OrderScope, filter: OrderFilter): Promise<void> {
    const expected = reference(all, scope, filter)
    const { rows, totalCount } = await list(scope, filter)
    expect([filter, ids(rows)]).toEqual([filter, ids(expected)])
    expect([filter, totalCount]).toEqual([filter, expected.length])
    expect(await countOrders(db, scope, filter)).toBe(expected.length)
    if (scope.kind === 'PAYOUT' || scope.kind === 'USDT_PAYOUT') return agreesOnPayouts(scope, filter, expected)
    const summary = await summarisePayins(db, scope, filter)
    expect([summary.totalPayinCount, summary.totalPayinAmount]).toEqual([expected.length, total(expected)])
    const paid = expected.filter(({ status }) => ['SUCCESS', 'PARTIAL_REFUND', 'REFUNDED'].includes(status))
    expect([summary.successPayinCount, summary.successPayinAmount]).toEqual([paid.length, total(paid)])
  }

  async function agreesOnPayouts(
    scope: OrderScope,
    filter: OrderFilter,
    expected: readonly Complete<PayOrder>[],
  ): Promise<void> {
    const paid = expected.filter(({ status }) => status === 'SUCCESS')
    const { byStatus, payoutFee: _, ...summary } = await summarisePayouts(db, scope, filter)
    expect([filter, summary]).toEqual([
      filter,
      {
        totalPayoutCount: expected.length,
        totalPayoutAmount: expected.length > 0 ? total(expected) : expect.any(String),
        successPayoutCount: paid.length,
        successPayoutAmount: paid.length > 0 ? total(paid) : expect.any(String),
      },
    ])
    const counts = Object.entries(Object.groupBy(expected, ({ status }) => status)).map(([status, some]) => [
      status,
      some!.length,
    ])
    expect(Object.fromEntries(Object.entries(byStatus).map(([status, { count }]) => [status, count]))).toEqual(
      Object.fromEntries(counts),
    )
  }

  const total = (orders: readonly Complete<PayOrder>[]) => {
    const sum = orders.reduce((all, { payAmount, currency }) => all + toMinor(payAmount, currency)!, 0n)
    const usdt = orders.some(({ currency }) => currency === 'USDT')
    const text = String(usdt ? sum / 100n : sum).padStart(usdt ? 5 : 3, '0')
    return sum === 0n ? summaryZero : `${text.slice(0, usdt ? -4 : -2)}.${text.slice(usdt ? -4 : -2)}`
  }
  const summaryZero = expect.stringMatching(/^0\.0{2,4}$/) as string

  test.each(Object.entries(SCOPES))('each filter matches a scan, for %s', async (_name, scope) => {
    for (const filter of FILTERS) await agrees(scope, filter)
  })

  test('pairs of filters match a scan', { timeout: 120_000 }, async () => {
    const scope = SCOPES['a merchant and its sub-merchants']!
    for (const [place, one] of FILTERS.entries()) {
      for (const other of FILTERS.slice(place + 1)) await agrees(scope, { ...one, ...other })
    }
  })

  test('every sort is correct, and the pages together are the list', { timeout: 60_000 }, async () => {
    for (const scope of [SCOPES['a merchant and its sub-merchants']!, SCOPES['the platform']!]) {
      for (const filter of [{}, LAST_WEEK, { status: 'SUCCESS' }, { payMethod: 'QRIS' }]) {
        for (const sort of SORTS) {
          const expected = ids(reference(all, scope, filter, sort))
          const pages: string[] = []
          for (let offset = 0; ; offset += 97) {
            const { rows, totalCount } = await list(scope, filter, { offset, limit: 97, sort })
            expect(totalCount).toBe(expected.length)
            pages.push(...ids(rows))
            if (offset + 97 >= expected.length) break
          }
          expect([filter, sort, pages]).toEqual([filter, sort, expected])
        }
      }
    }
  })

  test('a scan returns the list in batches', async () => {
    for (const scope of Object.values(SCOPES)) {
      for (const filter of [{}, { status: 'SUCCESS' }, { payMethod: 'QRIS', minAmount: '50000' }, { orderTail: '0001' }]) {
        for (const sort of [undefined, ...SORTS]) {
          const walked: { id: string }[] = []
          for await (const rows of scanOrders<object>(db, scope, filter, { sort, step: 64, columns: sql`o.status` })) {
            expect(rows.length).toBeGreaterThan(0)
            expect(rows.length).toBeLessThanOrEqual(64)
            walked.push(...rows)
          }
          expect([filter, sort, ids(walked)]).toEqual([filter, sort, ids(reference(all, scope, filter, sort))])
        }
      }
    }
  })

  test('a full number is found in any case, whatever the range of days', async () => {
    const sample = [...[0, 200, 500, 800].flatMap((place) => all[place] ?? []), ...all.filter(isPayout).slice(0, 2)]
    for (const scope of Object.values(SCOPES)) {
      for (const { merchantOrderNo, platOrderNo, payOrderNo } of sample) {
        for (const number of [merchantOrderNo, platOrderNo, payOrderNo ?? 'none']) {
          await agrees(scope, { orderNo: number.toLowerCase() })
          await agrees(scope, { orderNo: number.toUpperCase(), startDate: '2020-01-01', endDate: '2020-01-02' })
        }
        await agrees(scope, { merchantOrderNo: merchantOrderNo.toUpperCase() })
        await agrees(scope, { platOrderNo })
        await agrees(scope, { payOrderNo: payOrderNo ?? 'none' })
        await agrees(scope, { platOrderNo, status: 'SUCCESS', ...LAST_WEEK })
      }
      const several = (name: 'merchantOrderNo' | 'platOrderNo' | 'payOrderNo') => [
        'none',
        ...sample.flatMap((order) => order[name]?.toLowerCase() ?? []),
      ]
      await agrees(scope, { orderNo: [...several('merchantOrderNo').slice(0, 3), ...several('platOrderNo').slice(3)] })
      await agrees(scope, { merchantOrderNo: several('merchantOrderNo') })
      await agrees(scope, { platOrderNo: several('platOrderNo'), notStatus: 'SUCCESS' })
      await agrees(scope, { payOrderNo: several('payOrderNo') })
    }
    expect(ids((await list(SCOPES['the platform']!, { orderNo: 'ABC-7777' })).rows)).toHaveLength(2)
    expect((await list(SCOPES['the platform']!, { orderNo: '%_%' })).rows).toHaveLength(1)
    expect((await list(SCOPES['the platform']!, { platOrderNo: '9'.repeat(19) })).rows).toEqual([])
    expect((await list(SCOPES['the platform']!, { platOrderNo: 'x' })).rows).toEqual([])
  })

  test('tails of merchant and platform numbers are found', async () => {
    const sample = [3, 300, 700].flatMap((place) => all[place] ?? [])
    for (const scope of Object.values(SCOPES)) {
      for (const { merchantOrderNo, platOrderNo } of sample) {
        for (const length of [4, 6, 12]) {
          await agrees(scope, { orderTail: merchantOrderNo.slice(-length) })
          await agrees(scope, { orderTail: platOrderNo.slice(-length), status: 'SUCCESS' })
        }
      }
      await agrees(scope, { orderTail: sample.map(({ platOrderNo }) => platOrderNo.slice(-5)) })
      await agrees(scope, { orderTail: 'C-7777' })
      await agrees(scope, { orderTail: '9'.repeat(30) })
    }
  })

  test('a virtual account returns its orders, newest first, at most twenty', async () => {
    const scope = SCOPES['the platform']!
    const accountNumber = all.find((order) => order.accountNumber !== null)!.accountNumber!
    expect(ids(await ordersOfVa(db, scope, accountNumber))).toEqual(ids(reference(all, scope, { accountNumber })))
    await agrees(scope, { accountNumber })
    expect(await ordersOfVa(db, scope, '1')).toEqual([])
    await db.run(sql`update orders set account_number = '4711' where merchant_no = 'M10000003'`)
    const mine = reference(all, scope, { merchantNo: 'M10000003' })
    expect(mine.length).toBeGreaterThan(20)
    expect(ids(await ordersOfVa(db, scope, '4711'))).toEqual(ids(mine.slice(0, 20)))
    await db.run(sql`update orders set account_number = null where merchant_no = 'M10000003'`)
  })

  test('an order is found by platform or merchant number, in its scope only', async () => {
    const [own, whole] = [SCOPES['one merchant']!, SCOPES['the platform']!]
    const mine = all.find(({ merchantNo, type }) => merchantNo === 'M10000001' && type === 'PAYIN')!
    const foreign = all.find(({ merchantNo, type }) => merchantNo === 'M10000009' && type === 'PAYIN')!
    expect(await findOrder(db, own, mine.id)).toMatchObject({ id: mine.id })
    expect(await findOrder(db, own, mine.merchantOrderNo.toLowerCase())).toMatchObject({ id: mine.id })
    expect(await findOrder(db, whole, foreign.merchantOrderNo)).toMatchObject({ id: foreign.id })
    for (const number of [foreign.id, foreign.merchantOrderNo, 'nothing', ''])
      expect(await findOrder(db, own, number)).toBeUndefined()
    expect(await findOrder(db, { ...whole, kind: 'USDT_PAYIN' }, mine.id)).toBeUndefined()
    expect(await findOrder(db, whole, 'Abc-7777')).toMatchObject({ merchantOrderNo: 'Abc-7777' })
    await expect(findOrder(db, whole, 'ABC-7777')).rejects.toMatchObject({ code: 'ORDER_AMBIGUOUS', status: 409 })
    const other = (await merchantByNo(db, 'M10000009'))!
    const twin = await createTestPayin(db, testContext(NOW + 3_600_000), {
      merchant: other,
      merchantOrderNo: mine.merchantOrderNo,
    })
    await expect(findOrder(db, whole, mine.merchantOrderNo)).rejects.toMatchObject({ code: 'ORDER_AMBIGUOUS' })
    expect(await findOrder(db, own, mine.merchantOrderNo)).toMatchObject({ id: mine.id })
    await db.run(sql`delete from orders where id = ${twin.id}`)
    await db.run(sql`delete from order_delta where order_id = ${twin.id}`)
  })

  test('payouts are found by receiver in any case, within the scope', async () => {
    for (const { receiveAccount, bankCode } of all.filter(isPayout).slice(0, 3)) {
      for (const scope of Object.values(SCOPES)) {
        await agrees(scope, { receiveAccount: receiveAccount!.toUpperCase() })
        if (bankCode) await agrees(scope, { receiveAccount: receiveAccount!, bankCode })
      }
    }
    const scope = SCOPES['payouts of the platform']!
    const one = all.find(({ type, currency }) => type === 'PAYOUT' && currency === 'IDR')!
    expect(ids((await list(scope, { receiveAccount: one.receiveAccount! })).rows)).toContain(one.id)
  })

  test('a single row includes its history, several rows do not', async () => {
    const scope = SCOPES['one merchant']!
    const [one] =
      (
        await list(scope, {
          orderNo: all.find(
            ({ status, type, merchantNo }) => status === 'SUCCESS' && type === 'PAYIN' && merchantNo === 'M10000001',
          )!.id,
        })
      )?.rows ?? []
    expect(one?.history?.map(({ status }) => status)).toEqual(expect.arrayContaining(['CREATED', 'PENDING', 'SUCCESS']))
    const two = (await list(scope, {}, { limit: 2 })).rows
    expect(two.map(({ history }) => history)).toEqual([undefined, undefined])
  })

  test('without a total one more row is returned', async () => {
    const scope = SCOPES['one merchant']!
    const { rows, totalCount } = await list(scope, {}, { limit: 10, totals: false })
    expect([rows.length, totalCount]).toEqual([11, null])
    const end = await list(scope, {}, { offset: 5_000, limit: 10, totals: false })
    expect([end.rows.length, end.totalCount]).toEqual([0, null])
    expect(await list(scope, {}, { offset: 5_000, limit: 10 })).toMatchObject({ rows: [] })
  })

  test('the total is the same before and after aggregation', async () => {
    const scope = SCOPES['one merchant']!
    const before = await list(scope, LAST_WEEK)
    expect(await aggregateCounters(db)).toBeGreaterThan(0)
    expect(await list(scope, LAST_WEEK)).toEqual(before)
  })

  test.each<[string, OrderFilter, string | undefined, object]>([
    [
      'a range that ends before it starts',
      { startDate: '2026-11-02', endDate: '2026-11-01' },
      undefined,
      { code: 'RANGE_INVALID' },
    ],
    ['a range of more than a year', { startDate: '2025-01-01', endDate: '2026-01-02' }, undefined, { code: 'RANGE_INVALID' }],
    ['an invalid day', { startDate: '2026-02-30' }, undefined, { code: 'RANGE_INVALID' }],
    ['too many fraction digits', { minAmount: '1.001' }, undefined, { fields: { minAmount: 'rule.format' } }],
    ['a sort by an unknown column', {}, 'status.asc', { code: 'VALIDATION_FAILED', fields: { sort: 'rule.unknown' } }],
    ['a sort by an Object.prototype property', {}, 'constructor.asc', { code: 'VALIDATION_FAILED' }],
  ])('%s is refused', async (_what, filter, sort, refusal) => {
    await expect(list(SCOPES['one merchant']!, filter, { sort })).rejects.toMatchObject(refusal)
  })

  test('a leap year is a valid range', async () => {
    await agrees(SCOPES['one merchant']!, { startDate: '2025-11-21', endDate: '2026-11-21' })
  })

  test('the trail contains the full history of an order', async () => {
    const scope = SCOPES['one merchant']!
    const closed = all.find(({ status, merchantNo }) => status === 'CLOSED' && merchantNo === 'M10000001')!
    const trail = await orderTrail(db, (await findOrder(db, scope, closed.id))!)
    expect(trail).toMatchObject({
      order: { id: closed.id, notifyAttempts: trail.attempts.length },
      notifyAddress: 'http://127.0.0.1:4181/demo-merchant/payin',
      moves: [{ status: 'CREATED' }, { status: 'PENDING' }, { status: 'CLOSED', text: 'Closed by the merchant' }],
      postings: [],
      actions: [{ actor: 'merchant', action: 'close', text: 'PENDING → CLOSED' }],
    })
    expect(trail.attempts.at(-1)).toMatchObject({ outcome: 'ACKNOWLEDGED', response: 'SUCCESS', nextTime: null })
    expect(trail.attempts[0]?.requestBody).toContain(`platOrderNo=${closed.id}`)
  })
})
