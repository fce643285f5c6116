import { type Currency, toText } from '#contract/money.ts'
import type { DaySummary, Summary, SummarySoFar } from '#contract/rows/dashboards.ts'
import type { Day } from '#contract/rows/scalars.ts'
import { daysOf } from '../dayRanges.ts'
import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { firstIdAt, firstIdOf } from '../ids.ts'
import { inMerchants } from '../orders/orderFilter.ts'
import { currencyOf, directionOf, type OrderKind, PAYINS, PAYOUTS } from '../orders/orderRow.ts'
import { wibDay, wibTime } from '../wib.ts'

/** Whose orders, in which currency: sums of several would mean nothing. */
export interface SummaryScope {
  merchantNos: readonly string[] | 'all'
  currency: Currency
}

interface Figure {
  kind: OrderKind
  status: string
  n: number
  amount: string
  fee: string
}

interface DayFigure extends Figure {
  day: Day
}

/** What both directions came to on each day of the range, by the day an order was made; in rising order, none left out. */
export async function summariesByDay(
  db: Queries,
  scope: SummaryScope,
  range: { startDate: Day; endDate: Day },
): Promise<DaySummary[]> {
  const figures = await figuresOf(db, scope, range)
  return daysOf(range).map((date) => ({
    date,
    ...summaryOf(
      figures.filter(({ day }) => day === date),
      scope.currency,
    ),
  }))
}

/** The same for the whole range. */
export const summaryOfRange = async (
  db: Queries,
  scope: SummaryScope,
  range: { startDate: Day; endDate: Day },
): Promise<Summary> => summaryOf(await figuresOf(db, scope, range), scope.currency)

/**
 * What the day had come to at a time of it: the orders made until then, and those of them that were paid by then. The counters
 * know whole days only, so its orders are counted.
 */
export async function summarySoFar(db: Queries, { merchantNos, currency }: SummaryScope, at: number): Promise<SummarySoFar> {
  const figures = await db.all<Figure>(sql`
    select o.kind,
           case when o.status = any (${PAID.PAYIN}::text[]) and o.complete_time < ${new Date(at)}
                then 'SUCCESS' else 'CREATED' end as status,
           count(*)::float8 as n, sum(o.amount)::text as amount, '0' as fee
      from orders o
     where ${inMerchants('o', merchantNos)} and o.kind = any (${kindsOf(currency)}::text[])
       and o.id >= ${firstIdOf(wibDay(at))} and o.id < ${firstIdAt(at)}
     group by 1, 2`)
  const { payinFee: _, payoutFee: __, ...summary } = summaryOf(figures, currency)
  return { ...summary, until: wibTime(at) }
}

const kindsOf = (currency: Currency): OrderKind[] =>
  [...PAYINS, ...PAYOUTS].filter((kind) => currencyOf(kind) === currencyKind(currency))

function figuresOf(
  db: Queries,
  { merchantNos, currency }: SummaryScope,
  { startDate, endDate }: { startDate: Day; endDate: Day },
): Promise<DayFigure[]> {
  const wanted = sql`
    ${inMerchants('f', merchantNos)} and f.kind = any (${kindsOf(currency)}::text[])
    and f.day between ${startDate}::date and ${endDate}::date`
  return db.all(sql`
    select day, kind, status, sum(n)::float8 as n, sum(amount)::text as amount, sum(fee)::text as fee
      from (
             select f.day, f.kind, f.status, f.n, f.amount, f.fee from order_day f where ${wanted}
              union all
             select f.day, f.kind, f.status, f.n, f.amount, f.fee from order_delta f where ${wanted}
           ) figure
     group by day, kind, status`)
}

// Dong are counted with rupiah, as orders that are not on a chain.
const currencyKind = (currency: Currency): Currency => (currency === 'USDT' ? 'USDT' : 'IDR')

// An order was paid, whatever was given back since; a payout that came back was not.
const PAID = { PAYIN: ['SUCCESS', 'PARTIAL_REFUND', 'REFUNDED'], PAYOUT: ['SUCCESS'] }

/** Fees as the lists sum them up: of payins those charged, of payouts those that are held as well. */
function summaryOf(figures: readonly Figure[], currency: Currency): Summary {
  const of = (direction: 'PAYIN' | 'PAYOUT', statuses?: readonly string[]) =>
    figures.filter(({ kind, status }) => directionOf(kind) === direction && (statuses?.includes(status) ?? true))
  const count = (some: readonly Figure[]) => some.reduce((all, { n }) => all + n, 0)
  const total = (some: readonly Figure[], name: 'amount' | 'fee') =>
    toText(
      some.reduce((all, figure) => all + BigInt(figure[name]), 0n),
      currency,
    )
  return {
    totalPayinCount: count(of('PAYIN')),
    totalPayinAmount: total(of('PAYIN'), 'amount'),
    successPayinCount: count(of('PAYIN', PAID.PAYIN)),
    successPayinAmount: total(of('PAYIN', PAID.PAYIN), 'amount'),
    payinFee: total(of('PAYIN'), 'fee'),
    totalPayoutCount: count(of('PAYOUT')),
    totalPayoutAmount: total(of('PAYOUT'), 'amount'),
    successPayoutCount: count(of('PAYOUT', PAID.PAYOUT)),
    successPayoutAmount: total(of('PAYOUT', PAID.PAYOUT), 'amount'),
    payoutFee: total(of('PAYOUT'), 'fee'),
  }
}
