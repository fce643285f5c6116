import { toText } from '#contract/money.ts'
import type { PayinSummary, PayoutSummary } from '#contract/rows/orders.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql, when } from '../db/sql.ts'
import { filterConditions, inMerchants, isCounted, type OrderScope, type ParsedFilter, parseFilter } from './orderFilter.ts'
import { currencyOf } from './orderRow.ts'

/** The figures `f` of the days and statuses that are wanted: what was folded, and what changed since. */
export function figures({ scope, statuses, days: { first, last } }: ParsedFilter): Sql {
  const wanted = sql`
    ${inMerchants('f', scope.merchantNos)} and f.kind = ${scope.kind}
    ${when(first, sql`and f.day >= ${first}::date`)} ${when(last, sql`and f.day <= ${last}::date`)}
    ${when(statuses, sql`and f.status = any (${statuses}::text[])`)}`
  return sql`
    select f.day, f.status, f.n, f.amount, f.fee from order_day f where ${wanted}
     union all
    select f.day, f.status, f.n, f.amount, f.fee from order_delta f where ${wanted}`
}

/** How many rows match, exactly. */
export async function countMatching(db: Queries, wanted: ParsedFilter): Promise<number> {
  const row = await db.one<{ n: number }>(
    isCounted(wanted)
      ? sql`select coalesce(sum(n), 0)::float8 as n from (${figures(wanted)}) figure`
      : sql`select count(*)::float8 as n from orders o where ${filterConditions(wanted)}`,
  )
  return row?.n ?? 0
}

/** How many rows match, or null when they are more than `cap`. */
export async function countUpTo(db: Queries, wanted: ParsedFilter, cap: number): Promise<number | null> {
  const row = await db.one<{ n: number }>(sql`
    select count(*)::int as n from (select from orders o where ${filterConditions(wanted)} limit ${cap + 1}) counted`)
  return row === undefined || row.n > cap ? null : row.n
}

/** Numbers and sums of the payins that match; a success is one that was paid, whatever was given back since. */
export async function summarisePayins(db: Queries, scope: OrderScope, filter: OrderFilter): Promise<PayinSummary> {
  const { all, successes, byStatus } = await sums(db, scope, filter, ['SUCCESS', 'PARTIAL_REFUND', 'REFUNDED'])
  return {
    totalPayinCount: all.count,
    totalPayinAmount: all.amount,
    successPayinCount: successes.count,
    successPayinAmount: successes.amount,
    payinFee: all.fee,
    byStatus,
  }
}

/** Numbers and sums of the payouts that match; one that the bank sent back was no success. Fees are those held and charged. */
export async function summarisePayouts(db: Queries, scope: OrderScope, filter: OrderFilter): Promise<PayoutSummary> {
  const { all, successes, byStatus } = await sums(db, scope, filter, ['SUCCESS'])
  return {
    totalPayoutCount: all.count,
    totalPayoutAmount: all.amount,
    successPayoutCount: successes.count,
    successPayoutAmount: successes.amount,
    payoutFee: all.fee,
    byStatus,
  }
}

interface Sum {
  count: number
  amount: string
  fee: string
}

/** Amounts are those of the orders as they were asked for, so that a summary is the sum of the column above it. */
async function sums(
  db: Queries,
  scope: OrderScope,
  filter: OrderFilter,
  success: readonly string[],
): Promise<{ all: Sum; successes: Sum; byStatus: PayinSummary['byStatus'] }> {
  const wanted = await parseFilter(db, scope, filter)
  const rows = await db.all<{ status: string; n: number; amount: string; fee: string }>(
    isCounted(wanted)
      ? sql`
          select status, sum(n)::float8 as n, sum(amount)::text as amount, sum(fee)::text as fee
            from (${figures(wanted)}) figure
           group by status
          having sum(n) > 0
           order by status`
      : sql`
          select o.status, count(*)::float8 as n, sum(o.amount)::text as amount, sum(o.fee)::text as fee
            from orders o
           where ${filterConditions(wanted)}
           group by o.status
           order by o.status`,
  )
  const currency = currencyOf(scope.kind)
  const total = (of: typeof rows, name: 'amount' | 'fee') =>
    toText(
      of.reduce((sum, row) => sum + BigInt(row[name]), 0n),
      currency,
    )
  const sumOf = (of: typeof rows): Sum => ({
    count: of.reduce((sum, { n }) => sum + n, 0),
    amount: total(of, 'amount'),
    fee: total(of, 'fee'),
  })
  return {
    all: sumOf(rows),
    successes: sumOf(rows.filter(({ status }) => success.includes(status))),
    byStatus: Object.fromEntries(rows.map((row) => [row.status, { count: row.n, amount: total([row], 'amount') }])),
  }
}
