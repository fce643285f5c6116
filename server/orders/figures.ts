import { currencyOf } from '#contract/kinds.ts'
import { toText } from '#contract/money.ts'
import type { PayinSummary, PayoutSummary } from '#contract/rows/orders.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql, when } from '../db/sql.ts'
import { filterConditions, inMerchants, isCounted, type OrderScope, type ParsedFilter, parseFilter } from './orderFilter.ts'

/** The counter rows `f` of a filter: the aggregated figures and the deltas since. */
export function figures({ scope, statuses, days: { first, last } }: ParsedFilter): Sql {
  const condition = sql`
    ${inMerchants('f', scope.merchantNos)} and f.kind = ${scope.kind}
    ${when(first, sql`and f.day >= ${first}::date`)} ${when(last, sql`and f.day <= ${last}::date`)}
    ${when(statuses, sql`and f.status = any (${statuses}::text[])`)}`
  return sql`
    select f.day, f.status, f.n, f.amount, f.fee from order_day f where ${condition}
     union all
    select f.day, f.status, f.n, f.amount, f.fee from order_delta f where ${condition}`
}

/** The exact number of matching rows. */
export async function countMatching(db: Queries, parsed: ParsedFilter): Promise<number> {
  const row = await db.one<{ n: number }>(
    isCounted(parsed)
      ? sql`select coalesce(sum(n), 0)::float8 as n from (${figures(parsed)}) figure`
      : sql`select count(*)::float8 as n from orders o where ${filterConditions(parsed)}`,
  )
  return row?.n ?? 0
}

/** The number of matching rows; null when there are more than `cap`. */
export async function countUpTo(db: Queries, parsed: ParsedFilter, cap: number): Promise<number | null> {
  const row = await db.one<{ n: number }>(sql`
    select count(*)::int as n from (select from orders o where ${filterConditions(parsed)} limit ${cap + 1}) counted`)
  return row === undefined || row.n > cap ? null : row.n
}

/** Counts and sums of the matching payins. A success is a paid payin, even if refunded later. */
export async function summarisePayins(db: Queries, scope: OrderScope, filter: OrderFilter): Promise<PayinSummary> {
  const { total, successes, byStatus } = await sums(db, scope, filter, STATUS_GROUPS.PAYIN.paid)
  return {
    totalPayinCount: total.count,
    totalPayinAmount: total.amount,
    successPayinCount: successes.count,
    successPayinAmount: successes.amount,
    payinFee: total.fee,
    byStatus,
  }
}

/** Counts and sums of the matching payouts. A reversed payout is not a success. Fees include held ones. */
export async function summarisePayouts(db: Queries, scope: OrderScope, filter: OrderFilter): Promise<PayoutSummary> {
  const { total, successes, byStatus } = await sums(db, scope, filter, STATUS_GROUPS.PAYOUT.paid)
  return {
    totalPayoutCount: total.count,
    totalPayoutAmount: total.amount,
    successPayoutCount: successes.count,
    successPayoutAmount: successes.amount,
    payoutFee: total.fee,
    byStatus,
  }
}

interface Sum {
  count: number
  amount: string
  fee: string
}

/** Sums use the requested amounts, so that a summary equals the sum of the amount column of the list. */
async function sums(
  db: Queries,
  scope: OrderScope,
  filter: OrderFilter,
  success: readonly string[],
): Promise<{ total: Sum; successes: Sum; byStatus: PayinSummary['byStatus'] }> {
  const parsed = await parseFilter(db, scope, filter)
  const rows = await db.all<{ status: string; n: number; amount: string; fee: string }>(
    isCounted(parsed)
      ? sql`
          select status, sum(n)::float8 as n, sum(amount)::text as amount, sum(fee)::text as fee
            from (${figures(parsed)}) figure
           group by status
          having sum(n) > 0
           order by status`
      : sql`
          select o.status, count(*)::float8 as n, sum(o.amount)::text as amount, sum(o.fee)::text as fee
            from orders o
           where ${filterConditions(parsed)}
           group by o.status
           order by o.status`,
  )
  const currency = currencyOf(scope.kind)
  const sumText = (of: typeof rows, name: 'amount' | 'fee') =>
    toText(
      of.reduce((sum, row) => sum + BigInt(row[name]), 0n),
      currency,
    )
  const sumOf = (of: typeof rows): Sum => ({
    count: of.reduce((sum, { n }) => sum + n, 0),
    amount: sumText(of, 'amount'),
    fee: sumText(of, 'fee'),
  })
  return {
    total: sumOf(rows),
    successes: sumOf(rows.filter(({ status }) => success.includes(status))),
    byStatus: Object.fromEntries(rows.map((row) => [row.status, { count: row.n, amount: sumText([row], 'amount') }])),
  }
}
