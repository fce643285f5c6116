import { FRACTION_DIGITS, sum, toText } from '#contract/money.ts'
import type { DetailType } from '#contract/options.ts'
import type { AccountDay, AccountSums } from '#contract/rows/dashboards.ts'
import type { Day } from '#contract/rows/scalars.ts'
import { type ClosedRange, daysOf } from '../dayRanges.ts'
import type { Database, Queries, Transaction } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Account } from '../merchants/merchants.ts'
import { counterRows } from '../orders/figures.ts'

/** The day of a ledger row, and what it changes in the balance. */
const DAY = sql`(create_time at time zone 'UTC' + interval '7 hours')::date`
const CHANGE = sql`
           available_after + payin_freeze_after + payout_freeze_after
             - available_before - payin_freeze_before - payout_freeze_before`

/**
 * The daily figures of an account: the aggregated days plus the ledger rows not aggregated yet. The CTE is materialized so
 * that those few rows are found by sequence number; otherwise the planner scans the whole ledger by day or type.
 */
export const accountFigures = ({ merchantNo, currency }: Account): Sql => sql`
  with behind as materialized (
    select ${DAY} as day, l.type, l.amount, ${CHANGE} as total
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

type FigureType = DetailType | 'PAYIN_ORDER' | 'PAYOUT_ORDER'

/** Orders created on a day, or ledger rows of a day. Ledger rows before the range (day null) only give the opening balance. */
interface Figure {
  day: string | null
  type: FigureType
  n: number
  amount: string
  total: string
}

/**
 * Every day of the range, newest first: created orders, moved money and the closing balance, with the totals of all days.
 * A success counts on the day its money moved, so that the days add up to the balance. Days after `today` have no balance.
 */
export async function accountDays(db: Queries, account: Account, range: ClosedRange, today: Day): Promise<Statement> {
  const { startDate: first, endDate: last } = range
  const { merchantNo, currency } = account
  const [orders, postings] = await Promise.all([
    db.all<Figure>(sql`
      select day, case when kind like '%PAYIN' then 'PAYIN_ORDER' else 'PAYOUT_ORDER' end as type, sum(n)::float8 as n,
             sum(amount)::text as amount, '0' as total
        from (${counterRows(sql`f.merchant_no = ${merchantNo} and f.day between ${first} and ${last}`)}) figure
       group by 1, 2`),
    db.all<Figure>(sql`
      select case when day >= ${first} then day end as day, type, sum(n)::float8 as n, sum(amount)::text as amount,
             sum(total)::text as total
        from (${accountFigures(account)}) figure
       where day <= ${last}
       group by 1, 2`),
  ])
  const figures = [...orders, ...postings]
  const ofDay = (day: string | null) => figures.filter((figure) => figure.day === day)
  const change = (some: readonly Figure[]) => some.reduce((sum, { total }) => sum + BigInt(total), 0n)
  let balance = change(ofDay(null))
  const days = daysOf(range).map((date): AccountDay => {
    const own = ofDay(date)
    balance += change(own)
    return { date, ...sumsOf(own, currency), endingBalance: date > today ? null : toText(balance, currency) }
  })
  const inRange = figures.filter(({ day }) => day !== null)
  return { days: days.reverse(), summary: sumsOf(inRange, currency) }
}

function sumsOf(figures: readonly Figure[], currency: Account['currency']): AccountSums {
  const ofType = (type: FigureType) => figures.filter((figure) => figure.type === type)
  const count = (type: FigureType) => ofType(type).reduce((sum, { n }) => sum + n, 0)
  // Outgoing amounts are negative in the ledger; these columns imply the direction and show absolute amounts.
  const amount = (type: FigureType) => {
    const sum = ofType(type).reduce((total, figure) => total + BigInt(figure.amount), 0n)
    return toText(sum < 0n ? -sum : sum, currency)
  }
  return {
    totalPayinCount: count('PAYIN_ORDER'),
    totalPayinAmount: amount('PAYIN_ORDER'),
    successPayinCount: count('PAYIN'),
    successPayinAmount: amount('PAYIN'),
    payinFee: amount('PAYIN_FEE'),
    totalPayoutCount: count('PAYOUT_ORDER'),
    totalPayoutAmount: amount('PAYOUT_ORDER'),
    successPayoutCount: count('PAYOUT'),
    successPayoutAmount: amount('PAYOUT'),
    payoutFee: amount('PAYOUT_FEE'),
    rechargeAmount: amount('RECHARGE'),
    withdrawAmount: amount('WITHDRAW'),
    transferInAmount: amount('TRANSFER_IN'),
    transferOutAmount: amount('TRANSFER_OUT'),
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
      return [name, name === 'date' || value === null ? value : sum([String(value), String(added)], FRACTION_DIGITS.IDR)]
    }),
  ) as unknown as Sums

const BATCH = 5_000

/**
 * Aggregates new ledger rows into figures per account and day; returns the number of rows. Rows of an account are gapless
 * and committed in order, so the sequence number of the last aggregated row is enough, and postings write nothing extra.
 * Safe to run in several processes.
 */
export async function aggregateAccountDays(db: Database): Promise<number> {
  const outdated = await db.all<Account>(sql`
    select a.merchant_no as "merchantNo", a.currency
      from account a
      left join account_folded f on f.merchant_no = a.merchant_no and f.currency = a.currency
     where a.seq > coalesce(f.seq, 0)`)
  let aggregated = 0
  for (const account of outdated) {
    for (let batch = BATCH; batch === BATCH; aggregated += batch) batch = await db.tx((tx) => aggregateBatch(tx, account))
  }
  return aggregated
}

async function aggregateBatch(tx: Transaction, { merchantNo, currency }: Account): Promise<number> {
  await tx.run(sql`
    insert into account_folded (merchant_no, currency, seq) values (${merchantNo}, ${currency}, 0) on conflict do nothing`)
  // Skip an account that another process is aggregating.
  const mark = await tx.one<{ seq: string }>(sql`
    select seq from account_folded where merchant_no = ${merchantNo} and currency = ${currency} for update skip locked`)
  if (mark === undefined) return 0
  const row = await tx.one<{ n: number }>(sql`
    with taken as (
      select * from ledger l
       where l.merchant_no = ${merchantNo} and l.currency = ${currency} and l.seq > ${mark.seq} and l.seq <= ${mark.seq}::bigint + ${BATCH}
    ), figure as (
      insert into account_day (merchant_no, currency, day, type, n, amount, total)
      select merchant_no, currency, ${DAY} as day, type, count(*), sum(amount), sum(${CHANGE})
        from taken
       group by 1, 2, 3, 4
          on conflict (merchant_no, currency, day, type) do update
         set n = account_day.n + excluded.n, amount = account_day.amount + excluded.amount,
             total = account_day.total + excluded.total
    ), upto as (
      update account_folded set seq = (select max(seq) from taken)
       where merchant_no = ${merchantNo} and currency = ${currency} and exists (select 1 from taken)
    )
    select count(*)::int as n from taken`)
  return row?.n ?? 0
}
