import { type Direction, RECHARGES } from '#contract/kinds.ts'
import { toText } from '#contract/money.ts'
import type { NotifyStatus } from '#contract/options.ts'
import type { Attention } from '#contract/rows/insights.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import { ofMerchants } from '../db/conditions.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql, trusted } from '../db/sql.ts'
import { firstIdAt, firstIdOf } from '../ids.ts'
import type { Account } from '../merchants/merchants.ts'
import { counterRows } from '../orders/figures.ts'
import { inMerchants } from '../orders/orderFilter.ts'
import { addDays, HOUR, wibDay, wibTime } from '../wib.ts'
import { kindsOfCurrency, type SummaryScope } from './summaries.ts'

const WAITING_MS = HOUR
/** Older orders are not counted: an order that has waited for a month is a case for a search. */
const WINDOW_DAYS = 30
const UNACKNOWLEDGED: readonly NotifyStatus[] = ['PENDING', 'FAILED']
/** The full days that an average day of payouts is computed from. */
const PAYOUT_DAYS = 7

interface Row extends Record<CountName, number> {
  available: string | null
  paidOut: string | null
}

type CountName = {
  [Name in keyof Attention]: Attention[Name] extends number | null ? Name : never
}[keyof Attention]

/**
 * What an account has to look after, in one statement. `account` is null for staff, which has no balance and reconciles
 * nothing. Every count equals that of the list with the same filter.
 */
export async function attentionOf(db: Queries, scope: SummaryScope, account: Account | null, now: number): Promise<Attention> {
  const endDate = wibDay(now)
  const startDate = addDays(endDate, 1 - WINDOW_DAYS)
  const reviewDate = addDays(endDate, -1)
  const before = now - WAITING_MS
  const { merchantNos, currency } = scope
  const ofScope = (alias: string) => ofMerchants(trusted(`${alias}.merchant_no`), merchantNos)
  const ordersOf = (direction: Direction): Sql => sql`
    ${inMerchants('o', merchantNos)} and o.kind = any (${kindsOfCurrency(currency, direction)}::text[])`
  const firstId = firstIdOf(startDate)

  /** The open orders of all days by the counters, without those created too recently. */
  const waiting = (direction: Direction): Sql => {
    const statuses: readonly string[] = STATUS_GROUPS[direction].open
    const condition = sql`
      ${inMerchants('f', merchantNos)} and f.kind = any (${kindsOfCurrency(currency, direction)}::text[])
      and f.day between ${startDate}::date and ${endDate}::date and f.status = any (${statuses}::text[])`
    return sql`
      (select coalesce(sum(n), 0)::float8 from (${counterRows(condition)}) figure)
      - (select count(*)::float8 from orders o
          where ${ordersOf(direction)} and o.id >= ${firstIdAt(before)} and o.status = any (${statuses}::text[]))`
  }

  /** Undelivered callbacks are few; their orders tell whether they are paid. */
  const unacknowledged = (direction: Direction): Sql => sql`
    (select count(*)::float8
       from callback c
       join orders o on o.merchant_no = c.merchant_no and o.kind = c.kind and o.id = c.order_id
      where c.state <> 'DONE' and ${ofScope('c')} and c.order_id >= ${firstId} and ${ordersOf(direction)}
        and o.status = any (${STATUS_GROUPS[direction].paid}::text[]) and o.notify_status = any (${UNACKNOWLEDGED}::text[]))`

  const unreconciled = (direction: Direction): Sql =>
    account === null
      ? sql`null`
      : sql`
    (select count(*)::float8
       from orders o
      where ${ordersOf(direction)} and o.id >= ${firstIdOf(reviewDate)} and o.id < ${firstIdOf(endDate)}
        and o.status = any (${STATUS_GROUPS[direction].paid}::text[]) and o.review is null)`

  const balance =
    account === null
      ? sql`null as available, null as "paidOut"`
      : sql`
    (select available::text from account where merchant_no = ${account.merchantNo} and currency = ${account.currency}) as available,
    (select sum(amount)::text
       from (${counterRows(sql`
         f.merchant_no = ${account.merchantNo} and f.kind = any (${kindsOfCurrency(currency, 'PAYOUT')}::text[])
         and f.day between ${addDays(endDate, -PAYOUT_DAYS)}::date and ${reviewDate}::date
         and f.status = any (${STATUS_GROUPS.PAYOUT.paid}::text[])`)}) figure) as "paidOut"`

  const row = await db.one<Row>(sql`
    select ${waiting('PAYIN')} as "payinsWaiting", ${waiting('PAYOUT')} as "payoutsWaiting",
           ${unacknowledged('PAYIN')} as "payinsUnacknowledged", ${unacknowledged('PAYOUT')} as "payoutsUnacknowledged",
           ${unreconciled('PAYIN')} as "payinsUnreconciled", ${unreconciled('PAYOUT')} as "payoutsUnreconciled",
           (select count(*)::float8
              from record r
             where ${ofScope('r')} and r.type = any (${RECHARGES}::text[]) and r.id >= ${firstId}
               and r.status = any (${STATUS_GROUPS.MOVEMENT.open}::text[])) as "rechargesWaiting",
           (select coalesce(sum(m.notify_disabled::int + m.payout_notify_disabled::int), 0)::float8
              from merchant m
             where ${ofScope('m')}) as "addressesDisabled",
           ${balance}`)
  const { available, paidOut, ...counts } = row!
  return { startDate, endDate, before: wibTime(before), reviewDate, ...counts, lowBalance: lowBalance() }

  function lowBalance(): Attention['lowBalance'] {
    const [left, spent] = [BigInt(available ?? 0), BigInt(paidOut ?? 0)]
    if (left * BigInt(PAYOUT_DAYS) >= spent) return null
    return { available: toText(left, currency), dailyPayouts: toText(spent / BigInt(PAYOUT_DAYS), currency) }
  }
}
