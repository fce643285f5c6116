import { currencyOf } from '#contract/kinds.ts'
import { type Currency, toText } from '#contract/money.ts'
import type { PayinSummary, PayoutSummary } from '#contract/rows/orders.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql, when } from '../db/sql.ts'
import { filterConditions, inMerchants, isCounted, type OrderScope, type ParsedFilter, parseFilter } from './orderFilter.ts'

/** The counter rows `f` that meet a condition: the aggregated figures and the deltas since. */
export const counterRows = (condition: Sql): Sql => sql`
  select f.day, f.kind, f.status, f.n, f.amount, f.fee from order_day f where ${condition}
   union all
  select f.day, f.kind, f.status, f.n, f.amount, f.fee from order_delta f where ${condition}`

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
export function payinSums(figures: readonly StatusFigure[], currency: Currency): Omit<PayinSummary, 'byStatus'> {
  const paid = figures.filter(({ status }) => isOneOf(STATUS_GROUPS.PAYIN.paid, status))
  return {
    totalPayinCount: countOf(figures),
    totalPayinAmount: sumOf(figures, 'amount', currency),
    successPayinCount: countOf(paid),
    successPayinAmount: sumOf(paid, 'amount', currency),
    payinFee: sumOf(figures, 'fee', currency),
  }
}

/** Counts and sums of payouts. A reversed payout is not a success. Fees include held ones. */
export function payoutSums(figures: readonly StatusFigure[], currency: Currency): Omit<PayoutSummary, 'byStatus'> {
  const paid = figures.filter(({ status }) => isOneOf(STATUS_GROUPS.PAYOUT.paid, status))
  return {
    totalPayoutCount: countOf(figures),
    totalPayoutAmount: sumOf(figures, 'amount', currency),
    successPayoutCount: countOf(paid),
    successPayoutAmount: sumOf(paid, 'amount', currency),
    payoutFee: sumOf(figures, 'fee', currency),
  }
}

const isOneOf = (statuses: readonly string[], status: string) => statuses.includes(status)

const countOf = (figures: readonly StatusFigure[]) => figures.reduce((sum, { n }) => sum + n, 0)

const sumOf = (figures: readonly StatusFigure[], name: 'amount' | 'fee', currency: Currency) =>
  toText(
    figures.reduce((sum, figure) => sum + BigInt(figure[name]), 0n),
    currency,
  )

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
