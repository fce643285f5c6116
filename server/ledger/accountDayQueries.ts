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
 * The figures of an account: what was folded, and the rows of the ledger behind that. Those are few and found by their
 * numbers; left to itself, the planner looks for a day or a type among all that ever moved.
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

/** Days of an account, newest first, and what they come to. */
export interface Statement {
  days: AccountDay[]
  summary: AccountSums
}

interface Figures {
  orders: Record<string, { n: number; amount: bigint }>
  moved: Partial<Record<DetailType, { n: number; amount: bigint }>>
}

/**
 * Every day of the range, newest first: the orders that were made on it, the money that moved on it, and what the
 * account owned when it was over; and the sums of all. A success counts on the day its money came or went, so that the
 * days explain the balance.
 */
export async function accountDays(db: Queries, account: Account, { first, last }: DayRange): Promise<Statement> {
  const { merchantNo, currency } = account
  const [made, moved] = await Promise.all([
    db.all<{ day: string; direction: string; n: number; amount: string }>(sql`
      select day, case when kind like '%PAYIN' then 'PAYIN' else 'PAYOUT' end as direction, sum(n)::float8 as n,
             sum(amount)::text as amount
        from (
          select day, kind, n, amount from order_day where merchant_no = ${merchantNo} and day between ${first} and ${last}
           union all
          select day, kind, n, amount from order_delta where merchant_no = ${merchantNo} and day between ${first} and ${last}
        ) figure
       group by 1, 2`),
    // Before the range only what it begins with counts.
    db.all<{ day: string | null; type: DetailType; n: number; amount: string; total: string }>(sql`
      select case when day >= ${first} then day end as day, type, sum(n)::float8 as n, sum(amount)::text as amount,
             sum(total)::text as total
        from (${accountFigures(account)}) figure
       where day <= ${last}
       group by 1, 2`),
  ])
  let balance = moved.filter(({ day }) => day === null).reduce((sum, { total }) => sum + BigInt(total), 0n)
  const days: AccountDay[] = []
  const all: Figures[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const ofDay = moved.filter((row) => row.day === day)
    balance = ofDay.reduce((sum, { total }) => sum + BigInt(total), balance)
    const figures: Figures = {
      orders: Object.fromEntries(
        made.filter((row) => row.day === day).map(({ direction, n, amount }) => [direction, { n, amount: BigInt(amount) }]),
      ),
      moved: Object.fromEntries(ofDay.map(({ type, n, amount }) => [type, { n, amount: BigInt(amount) }])),
    }
    all.push(figures)
    days.push({ date: day, ...sumsOf([figures], currency), endingBalance: toText(balance, currency) })
  }
  return { days: days.reverse(), summary: sumsOf(all, currency) }
}

function sumsOf(days: readonly Figures[], currency: Account['currency']): AccountSums {
  const count = (of: (day: Figures) => { n: number } | undefined) => days.reduce((sum, day) => sum + (of(day)?.n ?? 0), 0)
  const orders = (direction: string) =>
    toText(
      days.reduce((sum, day) => sum + (day.orders[direction]?.amount ?? 0n), 0n),
      currency,
    )
  // What leaves is negative in the ledger; a column that says which way it went shows how much.
  const money = (type: DetailType) => {
    const sum = days.reduce((total, day) => total + (day.moved[type]?.amount ?? 0n), 0n)
    return toText(sum < 0n ? -sum : sum, currency)
  }
  return {
    totalPayinCount: count((day) => day.orders.PAYIN),
    totalPayinAmount: orders('PAYIN'),
    successPayinCount: count((day) => day.moved.PAYIN),
    successPayinAmount: money('PAYIN'),
    payinFee: money('PAYIN_FEE'),
    totalPayoutCount: count((day) => day.orders.PAYOUT),
    totalPayoutAmount: orders('PAYOUT'),
    successPayoutCount: count((day) => day.moved.PAYOUT),
    successPayoutAmount: money('PAYOUT'),
    payoutFee: money('PAYOUT_FEE'),
    rechargeAmount: money('RECHARGE'),
    withdrawAmount: money('WITHDRAW'),
    transferInAmount: money('TRANSFER_IN'),
    transferOutAmount: money('TRANSFER_OUT'),
  }
}

/** The days of several accounts as those of one. They are of one merchant and his branches, and so in one currency. */
export const sumStatements = (statements: readonly Statement[]): Statement =>
  statements.reduce((all, { days, summary }) => ({
    days: all.days.map((day, index) => plus(day, days[index]!)),
    summary: plus(all.summary, summary),
  }))

/** Counts and amounts of both; a date is the same in both. */
const plus = <Sums extends AccountSums>(one: Sums, other: Sums): Sums =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]) => {
      const added = other[name as keyof Sums]
      if (typeof value === 'number') return [name, value + Number(added)]
      return [name, name === 'date' ? value : sum([String(value), String(added)], FRACTION_DIGITS.IDR)]
    }),
  ) as unknown as Sums

/** How many days that are. */
export const countDays = ({ first, last }: DayRange): number => daysBetween(first, last) + 1
