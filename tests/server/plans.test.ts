import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EntryFilter } from '#contract/shapes/ledger.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import { listActivities } from '../../server/audit/activities.ts'
import type { Database, Queries } from '../../server/db/database.ts'
import { statementsOf } from '../../server/db/migrate.ts'
import { type Sql, sql } from '../../server/db/sql.ts'
import { upkeep } from '../../server/db/upkeep.ts'
import { listEntries } from '../../server/ledger/entries.ts'
import type { MerchantRow } from '../../server/merchants/merchants.ts'
import type { MovementScope } from '../../server/movements/movementFilter.ts'
import { listMovements } from '../../server/movements/movementQueries.ts'
import { type OrderScope, parseFilter } from '../../server/orders/orderFilter.ts'
import { parseOrderSort } from '../../server/orders/orderPages.ts'
import { listOrders, pageQuery } from '../../server/orders/orderQueries.ts'
import { databases } from '../databases.ts'

const ORDERS = 100_000
const DAYS = 90

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

const explained = (db: Database, query: Sql): Promise<Plan> =>
  db.tx(async (tx) => {
    // The generic plan, as for a long-lived prepared statement.
    await tx.script('set local plan_cache_mode = force_generic_plan')
    const [row] = await tx.all<{ 'QUERY PLAN': [{ Plan: Plan }] }>(sql`explain (analyze, timing off, format json) ${query}`)
    return row!['QUERY PLAN'][0].Plan
  })

/** The rows of the table that a plan reads over all its steps; every step must use an index. */
function rowsOf(table: string, plan: Plan): number {
  const below = (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(table, part), 0)
  if (plan['Relation Name'] !== table) return below
  expect(plan['Node Type']).toMatch(/^Index (Only )?Scan|^Bitmap Heap Scan/)
  return below + (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
}

/** The same for all queries that a task runs. */
async function rowsReadBy(db: Database, table: string, work: (db: Queries) => Promise<unknown>): Promise<number> {
  const asked: Sql[] = []
  const noting = <Ask extends (query: Sql) => unknown>(ask: Ask) =>
    ((query: Sql) => {
      asked.push(query)
      return ask(query)
    }) as Ask
  await work({ ...db, all: noting(db.all), one: noting(db.one) })
  let rows = 0
  for (const query of asked) rows += rowsOf(table, await explained(db, query))
  return rows
}

const ONE: OrderScope = { merchantNos: ['M10000001'], kind: 'PAYIN' }
const THREE: OrderScope = { merchantNos: ['M10000001', 'M10000002', 'M10000003'], kind: 'PAYIN' }
const ALL: OrderScope = { merchantNos: 'all', kind: 'PAYIN' }
const WEEK = { startDate: '2026-11-01', endDate: '2026-11-07' }

/** The ids of orders from the nth on. */
const idsFrom = (n: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.parse('2026-08-24') + Math.floor(((n + index) * DAYS) / ORDERS) * 86_400_000)
    const [time, sequence] = [String((n + index) % 1_000).padStart(6, '0'), String((n + index) % 10_000).padStart(4, '0')]
    return `${day.toISOString().slice(2, 10).replaceAll('-', '')}${time}001${sequence}`
  })

/** Each statement has its own time: together they take longer than one may on a busy machine. */
const fill = (db: Database, statements: string): Promise<void> =>
  db.tx(async (tx) => {
    for (const one of statementsOf(statements)) await tx.script(one)
  })

describe.each(databases)('$name: query plans over 100,000 orders', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    // Three merchants in turn, a thousand orders a day, every five hundredth an exception.
    await fill(
      db,
      `
      insert into merchant (merchant_no, kind, name, username, password_hash, create_time)
      select 'M1000000' || n, 'normal', 'Shop', 'shop' || n, 'nobody', now() from generate_series(1, 3) n;
      insert into orders (merchant_no, kind, id, merchant_order_no, status, channel, method, currency, amount, fee_type,
                          receive_account, moves, create_time, update_time)
      select 'M1000000' || (1 + n % 3), 'PAYIN',
             (to_char(date '2026-08-24' + n * ${DAYS} / ${ORDERS}, 'YYMMDD') || lpad((n % 1000)::text, 6, '0') || '001'
               || lpad((n % 10000)::text, 4, '0'))::bigint,
             'N-' || lpad(n::text, 6, '0'), case n % 500 when 0 then 'EXCEPTION' else 'SUCCESS' end, 'QRIS', 'QRIS', 'IDR',
             100000 + n, 'FIXED', '60' || n, 3, now(), now()
        from generate_series(0, ${ORDERS - 1}) n;
      insert into order_day (merchant_no, kind, day, status, n, amount, fee)
      select merchant_no, kind, to_date(left(id::text, 6), 'YYMMDD'), status, count(*), sum(amount), 0
        from orders group by 1, 2, 3, 4`,
    )
    await upkeep(db)
  }, 120_000)
  afterAll(() => db.close())

  /** The orders that a page reads over all steps of its plan; every step must use an index. */
  async function rowsRead(scope: OrderScope, filter: OrderFilter, offset: number, sort?: string): Promise<number> {
    const wanted = await parseFilter(db, scope, filter)
    return rowsOf('orders', await explained(db, await pageQuery(db, wanted, parseOrderSort(sort), { offset, count: 11 })))
  }

  test.each<[string, OrderScope, OrderFilter, number, number]>([
    ['the first page', ONE, {}, 0, 22],
    ['the first page of three merchants', THREE, {}, 0, 44],
    ['the first page of the platform', ALL, {}, 0, 22],
    ['the first page of a week', THREE, { startDate: '2026-11-01', endDate: '2026-11-07' }, 0, 44],
    // At most the rows of the day of the page, plus the rows shown.
    ['page 3,000', ONE, {}, 30_000, 400],
    ['the last page', ONE, {}, 33_320, 400],
    ['page 9,000 of the platform', ALL, {}, 90_000, 1_200],
    ['page 9,000 of three merchants', THREE, {}, 90_000, 1_300],
    ['a rare status', ALL, { status: 'EXCEPTION' }, 0, 7_000],
    ['all but a rare status', ALL, { notStatus: 'EXCEPTION' }, 0, 50],
    ['all but a frequent status', ALL, { notStatus: 'SUCCESS' }, 0, 7_000],
    ['all but one merchant', ALL, { notMerchantNo: 'M10000002' }, 0, 44],
    ['all but a channel', THREE, { notPayChannel: 'VA_BCA' }, 0, 44],
    ['a filter without matches', ALL, { status: 'CONFIRMING' }, 0, 0],
    ['a number', THREE, { orderNo: 'n-054321' }, 0, 4],
    ['several numbers', THREE, { orderNo: ['n-054321', 'N-000001', '2611150000000014321'] }, 0, 12],
    ['several tails', ALL, { orderTail: ['4321', '4322'] }, 0, 160],
    ['a number of the platform', ALL, { merchantOrderNo: 'N-054321' }, 0, 4],
    ['our number', ALL, { platOrderNo: '2611150000000014321' }, 0, 2],
    ['our numbers of a week', ALL, { ...WEEK, platOrderNo: idsFrom(78_000, 40) }, 0, 40],
    ['our numbers of a week, of a merchant', ONE, { ...WEEK, platOrderNo: idsFrom(78_000, 40) }, 0, 40],
    ['a receiver', ALL, { receiveAccount: '6054321' }, 0, 4],
    ['a tail', ALL, { orderTail: '4321' }, 0, 80],
  ])('%s reads only the rows it needs', async (_what, scope, filter, offset, most) => {
    expect(await rowsRead(scope, filter, offset)).toBeLessThanOrEqual(most)
  })

  test('days narrow our numbers before the query, which then has no range of days', async () => {
    const [first, second] = idsFrom(78_000, 2)
    const filter = { ...WEEK, platOrderNo: [first!, ...idsFrom(50_000, 5), second!, 'N-078000'] }
    const { rows, totalCount } = await listOrders(db, ALL, filter, { offset: 0, limit: 10 })
    expect([rows.map(({ id }) => id), totalCount]).toEqual([[second, first], 2])
    expect((await parseFilter(db, ALL, filter)).days).toEqual({ first: null, last: null })
    const completed = { ...filter, dateField: 'completeTime' as const }
    expect((await parseFilter(db, ALL, completed)).days).toEqual({ first: null, last: '2026-11-07' })
  })

  test('a filter outside the counters is counted up to ten thousand', async () => {
    const filter = { minAmount: '1000.00', payChannel: 'QRIS' }
    const many = await listOrders(db, ONE, filter, { offset: 0, limit: 10 })
    expect([many.totalCount, many.rows.length]).toEqual([null, 11])
    const few = await listOrders(
      db,
      ONE,
      { ...filter, startDate: '2026-11-20', endDate: '2026-11-21' },
      { offset: 0, limit: 10 },
    )
    expect([few.totalCount, few.rows.length]).toEqual([741, 10])
    const exact = await listOrders(db, ALL, {}, { offset: 90_000, limit: 10 })
    expect([exact.totalCount, exact.rows.length]).toEqual([ORDERS, 10])
  })
})

describe.each(databases)('$name: query plans over 100,000 orders, ledger rows and movements', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await fill(
      db,
      `
      insert into merchant (merchant_no, kind, name, username, password_hash, create_time)
      select 'M1000000' || n, 'normal', 'Shop', 'shop' || n, 'nobody', now() from generate_series(1, 3) n;
      create temporary table made as
      select n, 'M1000000' || (1 + n % 3) as no, date '2026-08-24' + n * ${DAYS} / ${ORDERS} as day,
             (to_char(date '2026-08-24' + n * ${DAYS} / ${ORDERS}, 'YYMMDD') || lpad((n % 1000)::text, 6, '0') || '001'
               || lpad((n % 10000)::text, 4, '0'))::bigint as id
        from generate_series(0, ${ORDERS - 1}) n;
      insert into orders (merchant_no, kind, id, merchant_order_no, status, channel, method, currency, amount, fee_type,
                          receive_account, moves, create_time, update_time)
      select no, case when n % 10 < 5 then 'PAYIN' else 'PAYOUT' end, id, 'N-' || lpad(n::text, 6, '0'), 'SUCCESS', 'BANK_ID',
             'BANK_TRANSFER', 'IDR', 100000 + n, 'FIXED', '60' || n, 3, now(), now()
        from made;
      insert into order_day (merchant_no, kind, day, status, n, amount, fee)
      select merchant_no, kind, to_date(left(id::text, 6), 'YYMMDD'), status, count(*), sum(amount), 0
        from orders group by 1, 2, 3, 4;
      insert into ledger (merchant_no, currency, seq, id, type, counter, order_id, attempt, merchant_order_no, amount,
                          available_before, available_after, payin_freeze_before, payin_freeze_after,
                          payout_freeze_before, payout_freeze_after, create_time)
      select no, 'IDR', 1 + n / 3, id, case when n % 2 = 0 then 'PAYIN' else 'PAYIN_FEE' end, 'CHANNEL', id, 1,
             'N-' || lpad(n::text, 6, '0'), 100, n, n + 100, 0, 0, 0, 0, day + time '01:00'
        from made;
      insert into account_day (merchant_no, currency, day, type, n, amount, total)
      select merchant_no, 'IDR', to_date(left(id::text, 6), 'YYMMDD'), type, count(*), sum(amount), sum(amount)
        from ledger group by 1, 3, 4;
      insert into account (merchant_no, currency, available, seq)
      select merchant_no, 'IDR', 0, max(seq) from ledger group by 1;
      insert into account_folded (merchant_no, currency, seq) select merchant_no, 'IDR', max(seq) from ledger group by 1;
      insert into record (merchant_no, id, type, merchant_order_no, origin_no, status, currency, amount, moves,
                          create_time, update_time)
      select no, id, case when n % 500 = 0 then 'RECHARGE_OFFLINE' when n % 10 < 6 then 'TRANSFER_OUT' else 'WITHDRAW' end,
             'N-' || lpad(n::text, 6, '0'), no, 'SUCCESS', 'IDR', 100000 + n, 2, now(), now()
        from made;
      insert into audit (merchant_no, id, at, actor_no, actor, address, action, target)
      select no, id, now(), no, 'API ****cdef', '203.0.113.7', 'payin', id::text from made;
      insert into audit (merchant_no, id, at, actor_no, actor, address, action)
      select 'M1000000' || (1 + n % 3), n, now(), 'M10000001', 'shop1', '203.0.113.7', 'login' from generate_series(1, 3000) n;
      drop table made`,
    )
    await upkeep(db)
  }, 180_000)
  afterAll(() => db.close())

  const PAYOUTS_OF_ONE: OrderScope = { merchantNos: ['M10000001'], kind: 'PAYOUT' }
  const ALL_PAYOUTS: OrderScope = { merchantNos: 'all', kind: 'PAYOUT' }

  test.each<[string, OrderScope, OrderFilter, number, number]>([
    ['the first page', PAYOUTS_OF_ONE, {}, 0, 44],
    ['the first page of the platform', ALL_PAYOUTS, {}, 0, 44],
    ['page 1,500', PAYOUTS_OF_ONE, {}, 15_000, 500],
    ['the first of a week, by channel', PAYOUTS_OF_ONE, { ...WEEK, payChannel: 'BANK_ID' }, 0, 4_000],
    ['a receiver', ALL_PAYOUTS, { receiveAccount: '6054326' }, 0, 8],
    ['a number', ALL_PAYOUTS, { merchantOrderNo: 'N-054326' }, 0, 8],
  ])('payouts: %s', async (_what, scope, filter, offset, most) => {
    const read = await rowsReadBy(db, 'orders', (queries) => listOrders(queries, scope, filter, { offset, limit: 10 }))
    expect(read).toBeLessThanOrEqual(most)
  })

  test.each<[string, EntryFilter, number, number]>([
    ['the first page', {}, 0, 33],
    ['page 3,000', {}, 30_000, 33],
    ['a week', WEEK, 0, 33],
    ['page 200 of a week', WEEK, 2_000, 33],
    ['a year, from its end', { startDate: '2026-01-01', endDate: '2026-12-31' }, 33_000, 33],
    ['an entry type', { type: 'PAYIN_FEE' }, 0, 44],
    // At most the rows of the day of the page.
    ['page 1,500 of a type', { type: 'PAYIN_FEE' }, 15_000, 800],
    ['a type of a week', { ...WEEK, type: 'PAYIN_FEE' }, 0, 44],
    ['a type without entries', { ...WEEK, type: 'WITHDRAW' }, 0, 0],
    ['a number', { merchantOrderNo: 'N-054321' }, 0, 6],
    ['our number', { platOrderNo: '2611150000000014321' }, 0, 6],
  ])('ledger entries of an account: %s', async (_what, filter, offset, most) => {
    const account = { merchantNo: 'M10000001', currency: 'IDR' as const }
    const read = await rowsReadBy(db, 'ledger', (queries) => listEntries(queries, account, filter, { offset, limit: 10 }))
    expect(read).toBeLessThanOrEqual(most)
  })

  test.each<[string, Pick<MerchantRow, 'merchantNo' | 'kind'>]>([
    ['of a merchant', { merchantNo: 'M10000001', kind: 'normal' }],
    ['of the platform', { merchantNo: 'M10000009', kind: 'staff' }],
  ])('recent activities of users, %s, are found among API audit events', async (_what, who) => {
    const read = await rowsReadBy(db, 'audit', (queries) => listActivities(queries, who as MerchantRow, 'en'))
    // Its twenty rows, possibly mixed with rows of two other merchants.
    expect(read).toBeLessThanOrEqual(60)
  })

  const RECHARGES: MovementScope = { merchantNos: ['M10000001'], types: ['RECHARGE_ONLINE', 'RECHARGE_OFFLINE'] }
  const WITHDRAWS: MovementScope = { merchantNos: ['M10000001'], types: ['WITHDRAW'] }
  const ALL_RECHARGES: MovementScope = { ...RECHARGES, merchantNos: 'all' }

  test.each<[string, MovementScope, OrderFilter, number, number]>([
    // Ten rows are shown and up to ten thousand are counted.
    ['withdraws', WITHDRAWS, {}, 0, 10_050],
    ['withdraws of a week', WITHDRAWS, WEEK, 0, 1_100],
    ['a number', WITHDRAWS, { merchantOrderNo: 'N-054327' }, 0, 4],
    ['any number', WITHDRAWS, { orderNo: 'N-054327' }, 0, 4],
    ['recharges, which are rare', RECHARGES, {}, 0, 150],
    ['recharges of the platform', ALL_RECHARGES, {}, 0, 250],
    ['recharges of one merchant', ALL_RECHARGES, { merchantNo: 'M10000001' }, 0, 150],
    ['a tail', WITHDRAWS, { orderTail: '4327' }, 0, 40],
    ['our number', ALL_RECHARGES, { platOrderNo: '2611150000000014500' }, 0, 4],
  ])('movements: %s', async (_what, scope, filter, offset, most) => {
    const read = await rowsReadBy(db, 'record', (queries) => listMovements(queries, scope, filter, { offset, limit: 10 }, 'en'))
    expect(read).toBeLessThanOrEqual(most)
  })
})
