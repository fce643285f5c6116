import { ALL_ORDER_KINDS, currencyOf, type Direction, directionOf, type OrderKind } from '#contract/kinds.ts'
import type { Currency } from '#contract/money.ts'
import type { DaySummary, Summary, SummarySoFar } from '#contract/rows/dashboards.ts'
import type { Day } from '#contract/rows/scalars.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import { type ClosedRange, daysOf } from '../dayRanges.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { firstIdAt, firstIdOf } from '../ids.ts'
import { counterRows, payinSums, payoutSums, type StatusFigure } from '../orders/figures.ts'
import { inMerchants } from '../orders/orderFilter.ts'
import { wibDay, wibTime } from '../wib.ts'

/** The merchants and the currency. Amounts of different currencies cannot be added. */
export interface SummaryScope {
  merchantNos: readonly string[] | 'all'
  currency: Currency
}

interface Figure extends StatusFigure {
  kind: OrderKind
}

interface DayFigure extends Figure {
  day: Day
}

interface MerchantFigure extends DayFigure {
  merchantNo: string
}

/** Summaries of both directions per creation day, oldest first, including days without orders. */
export async function summariesByDay(db: Queries, scope: SummaryScope, range: ClosedRange): Promise<DaySummary[]> {
  const figures = await readFigures(db, scope, range)
  return daysOf(range).map((date) => ({
    date,
    ...summaryOf(
      figures.filter(({ day }) => day === date),
      scope.currency,
    ),
  }))
}

export const summaryOfRange = async (db: Queries, scope: SummaryScope, range: ClosedRange): Promise<Summary> =>
  summaryOf(await readFigures(db, scope, range), scope.currency)

/**
 * The summary of a day up to a time: the orders created before it, and those of them paid before it. Counters hold whole days
 * only, so the orders are counted.
 */
export async function summarySoFar(db: Queries, { merchantNos, currency }: SummaryScope, at: number): Promise<SummarySoFar> {
  const figures = await db.all<Figure>(sql`
    select o.kind,
           case when o.status = any (${STATUS_GROUPS.PAYIN.paid}::text[]) and o.complete_time < ${new Date(at)}
                then 'SUCCESS' else 'CREATED' end as status,
           count(*)::float8 as n, sum(o.amount)::text as amount, '0' as fee
      from orders o
     where ${inMerchants('o', merchantNos)} and o.kind = any (${kindsPaidIn(currency)}::text[])
       and o.id >= ${firstIdOf(wibDay(at))} and o.id < ${firstIdAt(at)}
     group by 1, 2`)
  const { payinFee: _, payoutFee: __, ...summary } = summaryOf(figures, currency)
  return { ...summary, until: wibTime(at) }
}

const kindsPaidIn = (currency: Currency): OrderKind[] =>
  ALL_ORDER_KINDS.filter((kind) => currencyOf(kind) === currencyKind(currency))

/** The kinds of the orders of an account with this currency, in one direction. */
export const kindsOfCurrency = (currency: Currency, direction: Direction): OrderKind[] =>
  kindsPaidIn(currency).filter((kind) => directionOf(kind) === direction)

const countersIn = ({ merchantNos, currency }: SummaryScope, { startDate, endDate }: ClosedRange): Sql =>
  counterRows(sql`
    ${inMerchants('f', merchantNos)} and f.kind = any (${kindsPaidIn(currency)}::text[])
    and f.day between ${startDate}::date and ${endDate}::date`)

const readFigures = (db: Queries, scope: SummaryScope, range: ClosedRange): Promise<DayFigure[]> =>
  db.all(sql`
    select day, kind, status, sum(n)::float8 as n, sum(amount)::text as amount, sum(fee)::text as fee
      from (${countersIn(scope, range)}) figure
     group by day, kind, status`)

/** The figures of each merchant by day. */
export const merchantFigures = (db: Queries, scope: SummaryScope, range: ClosedRange): Promise<MerchantFigure[]> =>
  db.all(sql`
    select merchant_no as "merchantNo", day, kind, status, sum(n)::float8 as n, sum(amount)::text as amount,
           sum(fee)::text as fee
      from (${countersIn(scope, range)}) figure
     group by merchant_no, day, kind, status`)

// VND orders have the same kinds as IDR orders; only USDT has kinds of its own.
const currencyKind = (currency: Currency): Currency => (currency === 'USDT' ? 'USDT' : 'IDR')

/** Adds up figures. */
export function summaryOf(figures: readonly Figure[], currency: Currency): Summary {
  const of = (direction: Direction) => figures.filter(({ kind }) => directionOf(kind) === direction)
  return { ...payinSums(of('PAYIN'), currency), ...payoutSums(of('PAYOUT'), currency) }
}
