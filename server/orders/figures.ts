import { currencyOf } from '#contract/kinds.ts'
import { type Currency, toText } from '#contract/money.ts'
import type { PayinFigures, PayoutFigures } from '#contract/rows/dashboards.ts'
import type { PayinSummary } from '#contract/rows/orders.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql, when } from '../db/sql.ts'
import { filterConditions, inMerchants, isCounted, type OrderScope, type ParsedFilter, parseFilter } from './orderFilter.ts'

/**
 * The counter rows `f` that meet a condition: the aggregated figures and the deltas since. With the merchant in both halves,
 * a shard of Citus reads both in one snapshot; in two, a delta could be missed that was aggregated in between.
 */
export const counterRows = (condition: Sql): Sql => sql`
  select f.merchant_no, f.day, f.kind, f.status, f.n, f.amount, f.fee from order_day f where ${condition}
   union all
  select f.merchant_no, f.day, f.kind, f.status, f.n, f.amount, f.fee from order_delta f where ${condition}`

/** The counter rows of a filter. */
export const figures = ({ scope, statuses, days: { first, last } }: ParsedFilter): Sql =>
  counterRows(sql`
    ${inMerchants('f', scope.merchantNos)} and f.kind = ${scope.kind}
    ${when(first, sql`and f.day >= ${first}::date`)} ${when(last, sql`and f.day <= ${last}::date`)}
    ${when(statuses, sql`and f.status = any (${statuses}::text[])`)}`)

export async function countMatching(db: Queries, parsed: ParsedFilter): Promise<number> {
  const row = await db.one<{ n: number }>(
    isCounted(parsed)
      ? sql`select coalesce(sum(n), 0)::float8 as n from (${figures(parsed)}) figure`
      : sql`select count(*)::float8 as n from orders o where ${filterConditions(parsed)}`,
  )
  return row?.n ?? 0
}

export interface StatusFigure {
  status: string
  n: number
  amount: string
  fee: string
}

/** Counts and sums of payins. A success is a paid payin, even if refunded later. */
export function payinSums(figures: readonly StatusFigure[], currency: Currency): PayinFigures {
  const [totalPayinCount, totalPayinAmount, payinFee] = totals(figures, currency)
  const [successPayinCount, successPayinAmount] = totals(figures, currency, STATUS_GROUPS.PAYIN.paid)
  return { totalPayinCount, totalPayinAmount, successPayinCount, successPayinAmount, payinFee }
}

/** Counts and sums of payouts. A reversed payout is not a success. Fees include held ones. */
export function payoutSums(figures: readonly StatusFigure[], currency: Currency): PayoutFigures {
  const [totalPayoutCount, totalPayoutAmount, payoutFee] = totals(figures, currency)
  const [successPayoutCount, successPayoutAmount] = totals(figures, currency, STATUS_GROUPS.PAYOUT.paid)
  return { totalPayoutCount, totalPayoutAmount, successPayoutCount, successPayoutAmount, payoutFee }
}

/** The count, the amount and the fee of the figures in these statuses. */
function totals(figures: readonly StatusFigure[], currency: Currency, statuses?: readonly string[]): [number, string, string] {
  const some = figures.filter(({ status }) => statuses?.includes(status) ?? true)
  const sum = (name: 'amount' | 'fee') =>
    toText(
      some.reduce((all, figure) => all + BigInt(figure[name]), 0n),
      currency,
    )
  return [some.reduce((all, { n }) => all + n, 0), sum('amount'), sum('fee')]
}

const summarise =
  <Sums extends object>(sums: (figures: readonly StatusFigure[], currency: Currency) => Sums) =>
  async (db: Queries, scope: OrderScope, filter: OrderFilter) => {
    const rows = await statusFigures(db, scope, filter)
    return { ...sums(rows, currencyOf(scope.kind)), byStatus: byStatus(rows, scope) }
  }

export const summarisePayins = summarise(payinSums)
export const summarisePayouts = summarise(payoutSums)

const byStatus = (rows: readonly StatusFigure[], { kind }: OrderScope): PayinSummary['byStatus'] =>
  Object.fromEntries(rows.map((row) => [row.status, { count: row.n, amount: toText(BigInt(row.amount), currencyOf(kind)) }]))

/** Sums use the requested amounts, so that a summary equals the sum of the amount column of the list. */
async function statusFigures(db: Queries, scope: OrderScope, filter: OrderFilter): Promise<StatusFigure[]> {
  const parsed = await parseFilter(db, scope, filter)
  return db.all(
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
}
