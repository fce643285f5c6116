import { FRACTION_DIGITS, sum, toText } from '#contract/money.ts'
import type { DetailType } from '#contract/options.ts'
import type { AccountDay, AccountSums } from '#contract/rows/dashboards.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { addDays, daysBetween } from '../wib.ts'

export interface DayRange {
  first: string
  last: string
}

type Account = Pick<MerchantRow, 'merchantNo' | 'currency'>

/**
 * The daily figures of an account: the aggregated days plus the ledger rows not aggregated yet. The CTE is materialized so
 * that those few rows are found by sequence number; otherwise the planner scans the whole ledger by day or type.
 */
export const accountFigures = ({ merchantNo, currency }: Account): Sql => sql`
  with behind as materialized (
    select (l.create_time at time zone 'UTC' + interval '7 hours')::date as day, l.type, l.amount,
           l.available_after + l.payin_freeze_after + l.payout_freeze_after
             - l.available_before - l.payin_freeze_before - l.payout_freeze_before as total
      from ledger l
     where l.merchant_no = ${merchantNo} and l.currency = ${currency}
       and l.seq > coalesce((select f.seq from account_folded f
                              where f.merchant_no = ${merchantNo} and f.currency = ${currency}), 0)
  )
  select d.day, d.type, d.n::numeric as n, d.amount, d.total
    from account_day d
   where d.merchant_no = ${merchantNo} and d.currency = ${currency}
   union all
  select day, type, 1, amount, total from behind`

/** Days of an account, newest first, and their totals. */
export interface Statement {
  days: AccountDay[]
  summary: AccountSums
}

interface DayFigures {
  orders: Record<string, { n: number; amount: bigint }>
  postings: Partial<Record<DetailType, { n: number; amount: bigint }>>
}

/**
 * Every day of the range, newest first: created orders, moved money and the closing balance, with the totals of all days.
 * A success counts on the day its money moved, so that the days add up to the balance.
 */
export async function accountDays(db: Queries, account: Account, { first, last }: DayRange): Promise<Statement> {
  const { merchantNo, currency } = account
  const [orderRows, postings] = await Promise.all([
    db.all<{ day: string; direction: string; n: number; amount: string }>(sql`
      select day, case when kind like '%PAYIN' then 'PAYIN' else 'PAYOUT' end as direction, sum(n)::float8 as n,
             sum(amount)::text as amount
        from (
          select day, kind, n, amount from order_day where merchant_no = ${merchantNo} and day between ${first} and ${last}
           union all
          select day, kind, n, amount from order_delta where merchant_no = ${merchantNo} and day between ${first} and ${last}
        ) figure
       group by 1, 2`),
    // Rows before the range (day null) only give the opening balance.
    db.all<{ day: string | null; type: DetailType; n: number; amount: string; total: string }>(sql`
      select case when day >= ${first} then day end as day, type, sum(n)::float8 as n, sum(amount)::text as amount,
             sum(total)::text as total
        from (${accountFigures(account)}) figure
       where day <= ${last}
       group by 1, 2`),
  ])
  let balance = postings.filter(({ day }) => day === null).reduce((sum, { total }) => sum + BigInt(total), 0n)
  const days: AccountDay[] = []
  const all: DayFigures[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const ofDay = postings.filter((row) => row.day === day)
    balance = ofDay.reduce((sum, { total }) => sum + BigInt(total), balance)
    const figures: DayFigures = {
      orders: Object.fromEntries(
        orderRows
          .filter((row) => row.day === day)
          .map(({ direction, n, amount }) => [direction, { n, amount: BigInt(amount) }]),
      ),
      postings: Object.fromEntries(ofDay.map(({ type, n, amount }) => [type, { n, amount: BigInt(amount) }])),
    }
    all.push(figures)
    days.push({ date: day, ...sumsOf([figures], currency), endingBalance: toText(balance, currency) })
  }
  return { days: days.reverse(), summary: sumsOf(all, currency) }
}

function sumsOf(days: readonly DayFigures[], currency: Account['currency']): AccountSums {
  const count = (of: (day: DayFigures) => { n: number } | undefined) => days.reduce((sum, day) => sum + (of(day)?.n ?? 0), 0)
  const orderAmount = (direction: string) =>
    toText(
      days.reduce((sum, day) => sum + (day.orders[direction]?.amount ?? 0n), 0n),
      currency,
    )
  // Outgoing amounts are negative in the ledger; these columns imply the direction and show absolute amounts.
  const ledgerAmount = (type: DetailType) => {
    const sum = days.reduce((total, day) => total + (day.postings[type]?.amount ?? 0n), 0n)
    return toText(sum < 0n ? -sum : sum, currency)
  }
  return {
    totalPayinCount: count((day) => day.orders.PAYIN),
    totalPayinAmount: orderAmount('PAYIN'),
    successPayinCount: count((day) => day.postings.PAYIN),
    successPayinAmount: ledgerAmount('PAYIN'),
    payinFee: ledgerAmount('PAYIN_FEE'),
    totalPayoutCount: count((day) => day.orders.PAYOUT),
    totalPayoutAmount: orderAmount('PAYOUT'),
    successPayoutCount: count((day) => day.postings.PAYOUT),
    successPayoutAmount: ledgerAmount('PAYOUT'),
    payoutFee: ledgerAmount('PAYOUT_FEE'),
    rechargeAmount: ledgerAmount('RECHARGE'),
    withdrawAmount: ledgerAmount('WITHDRAW'),
    transferInAmount: ledgerAmount('TRANSFER_IN'),
    transferOutAmount: ledgerAmount('TRANSFER_OUT'),
  }
}

/** Adds up the statements of several accounts. The accounts belong to one merchant and its sub-merchants, so share a currency. */
export const sumStatements = (statements: readonly Statement[]): Statement =>
  statements.reduce((all, { days, summary }) => ({
    days: all.days.map((day, index) => addSums(day, days[index]!)),
    summary: addSums(all.summary, summary),
  }))

/** Adds counts and amounts; the date is the same in both. */
const addSums = <Sums extends AccountSums>(one: Sums, other: Sums): Sums =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]) => {
      const added = other[name as keyof Sums]
      if (typeof value === 'number') return [name, value + Number(added)]
      return [name, name === 'date' ? value : sum([String(value), String(added)], FRACTION_DIGITS.IDR)]
    }),
  ) as unknown as Sums

/** The number of days in the range. */
export const countDays = ({ first, last }: DayRange): number => daysBetween(first, last) + 1
