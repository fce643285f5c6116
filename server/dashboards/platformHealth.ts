import { toText } from '#contract/money.ts'
import type { PlatformHealth } from '#contract/rows/insights.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import { triedAddresses } from '../callbacks/failingAddresses.ts'
import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { firstIdAt } from '../ids.ts'
import { counterRows } from '../orders/figures.ts'
import { addDays, DAY, HOUR, wibDay, wibTime } from '../wib.ts'

const MAX_ROWS = 8
/** Fewer finished payins say nothing about a rate. */
const MIN_COUNT = 10
/** A rate that falls by fewer points than this is chance. */
const MIN_FALL = 10
const RECENT_MS = 3 * HOUR

type Row = Omit<PlatformHealth, 'channelsFrom' | 'moverDate' | 'moverBefore' | 'movers'> & {
  movers: { merchantNo: string; merchantName: string; amount: string; amountBefore: string }[]
}

/** What goes wrong on the platform, in one statement. Amounts are in IDR, as all amounts of staff. */
export async function platformHealth(db: Queries, now: number): Promise<PlatformHealth> {
  const moverDate = addDays(wibDay(now), -1)
  const moverBefore = addDays(moverDate, -7)
  const { paid, unpaid } = STATUS_GROUPS.PAYIN
  const finished = [...paid, ...unpaid, 'EXCEPTION']
  const recent = sql`o.id >= ${firstIdAt(now - RECENT_MS)}`
  const isPaid = sql`o.status = any (${paid}::text[])`
  const paidDays = sql`
    f.kind = 'PAYIN' and f.day = any (${[moverDate, moverBefore]}::date[]) and f.status = any (${paid}::text[])`
  const row = await db.one<Row>(sql`
    with attempts as (
      ${triedAddresses('all', now)}
    ), addresses as (
      select m.merchant_no as "merchantNo", m.name as "merchantName", of_merchant.address, of_merchant.disabled,
             coalesce(attempts.ended, 0) as ended, coalesce(attempts.acknowledged, 0) as acknowledged
        from merchant m
       cross join lateral (values (m.payin_notify_address, m.notify_disabled),
                                  (m.payout_notify_address, m.payout_notify_disabled)) of_merchant (address, disabled)
        left join attempts on attempts.merchant_no = m.merchant_no and attempts.address = of_merchant.address
       where of_merchant.address is not null
         and (of_merchant.disabled or attempts.failing)
       order by of_merchant.disabled desc, coalesce(attempts.ended - attempts.acknowledged, 0) desc
       limit ${MAX_ROWS}
    ), channels as (
      select o.channel as "payChannel", o.currency, count(*) filter (where ${recent})::float8 as finished,
             count(*) filter (where ${recent} and ${isPaid})::float8 as paid,
             count(*) filter (where not ${recent})::float8 as "finishedBefore",
             count(*) filter (where not ${recent} and ${isPaid})::float8 as "paidBefore"
        from orders o
       where o.kind in ('PAYIN', 'USDT_PAYIN') and o.id >= ${firstIdAt(now - DAY)} and o.status = any (${finished}::text[])
       group by 1, 2
    ), fallen as (
      select *
        from channels
       where finished >= ${MIN_COUNT}::float8 and "finishedBefore" >= ${MIN_COUNT}::float8
         and paid * 100 / finished < "paidBefore" * 100 / "finishedBefore" - ${MIN_FALL}::float8
       order by paid / finished - "paidBefore" / "finishedBefore"
       limit ${MAX_ROWS}
    ), sold as (
      select f.merchant_no, sum(f.amount) filter (where f.day = ${moverDate}::date) as amount,
             sum(f.amount) filter (where f.day = ${moverBefore}::date) as before
        from (${counterRows(paidDays)}) f
       group by 1
    ), movers as (
      select m.merchant_no as "merchantNo", m.name as "merchantName", coalesce(sold.amount, 0)::text as amount,
             coalesce(sold.before, 0)::text as "amountBefore"
        from sold
        join merchant m on m.merchant_no = sold.merchant_no
       where coalesce(sold.amount, 0) <> coalesce(sold.before, 0)
       order by abs(coalesce(sold.amount, 0) - coalesce(sold.before, 0)) desc
       limit ${MAX_ROWS}
    ), stopped as (
      select m.merchant_no as "merchantNo", m.name as "merchantName", m.status
        from merchant m
       where m.status not in ('ACTIVE', 'CLOSED') and m.kind in ('normal', 'subMerchant', 'umerchant')
       order by m.status = 'FROZEN' desc, m.merchant_no
       limit ${MAX_ROWS}
    )
    select (select coalesce(json_agg(addresses), '[]') from addresses) as addresses,
           (select coalesce(json_agg(fallen), '[]') from fallen) as channels,
           (select coalesce(json_agg(stopped), '[]') from stopped) as merchants,
           (select coalesce(json_agg(movers), '[]') from movers) as movers`)
  const movers = row!.movers.map(({ amount, amountBefore, ...mover }) => ({
    ...mover,
    amount: toText(BigInt(amount), 'IDR'),
    amountBefore: toText(BigInt(amountBefore), 'IDR'),
  }))
  return { ...row!, channelsFrom: wibTime(now - DAY), movers, moverDate, moverBefore }
}
