import type { Database } from '../server/db/database.ts'
import { sql } from '../server/db/sql.ts'

/**
 * Violations of the ledger rules, empty when consistent. Per account: sequence numbers have no gap, each row starts at the
 * balances of the previous row and is not older, the last row equals the account, no balance is negative, an internal entry
 * keeps the total, and the amount of a row equals its change.
 */
export async function brokenLedger(db: Database): Promise<string[]> {
  const rows = await db.all<{ fault: string }>(sql`
    with row_and_before as (
      select l.*, row_number() over account as nth, lag(available_after, 1, 0::bigint) over account as available_then,
             lag(payin_freeze_after, 1, 0::bigint) over account as payin_freeze_then,
             lag(payout_freeze_after, 1, 0::bigint) over account as payout_freeze_then,
             lag(create_time) over account as time_then,
             available_after + payin_freeze_after + payout_freeze_after
               - available_before - payin_freeze_before - payout_freeze_before as moved
        from ledger l
      window account as (partition by merchant_no, currency order by seq)
    ), last as (
      select distinct on (merchant_no, currency) * from ledger order by merchant_no, currency, seq desc
    )
    select 'gap before ' || merchant_no || ' ' || seq as fault from row_and_before where seq <> nth
     union all
    select 'break at ' || merchant_no || ' ' || seq
      from row_and_before
     where (available_before, payin_freeze_before, payout_freeze_before)
           <> (available_then, payin_freeze_then, payout_freeze_then)
     union all
    select 'older than the row before it: ' || merchant_no || ' ' || seq from row_and_before where create_time < time_then
     union all
    select 'below zero at ' || merchant_no || ' ' || seq
      from row_and_before
     where least(available_after, payin_freeze_after, payout_freeze_after) < 0
     union all
    select 'wrong amount at ' || merchant_no || ' ' || seq
      from row_and_before
     where case counter when 'INTERNAL' then moved <> 0 or amount <> available_after - available_before else moved <> amount end
     union all
    select 'balance of ' || a.merchant_no || ' is not its last row'
      from account a
      left join last l on l.merchant_no = a.merchant_no and l.currency = a.currency
     where (a.available, a.payin_freeze, a.payout_freeze, a.seq)
           <> (coalesce(l.available_after, 0), coalesce(l.payin_freeze_after, 0), coalesce(l.payout_freeze_after, 0),
               coalesce(l.seq, 0))
     limit 20`)
  return rows.map(({ fault }) => fault)
}

/** Counter figures that differ from a count of the rows; empty when consistent. */
export const wrongCounters = (db: Database): Promise<object[]> =>
  db.all(sql`
    with counted as (
      select merchant_no, kind, day, status, sum(n) as n, sum(amount) as amount, sum(fee) as fee
        from (
          select merchant_no, kind, day, status, n, amount, fee from order_day
           union all
          select merchant_no, kind, day, status, n, amount, fee from order_delta
        ) figure
       group by merchant_no, kind, day, status
      having (sum(n), sum(amount), sum(fee)) <> (0, 0, 0)
    ), scanned as (
      select merchant_no, kind, (create_time at time zone 'UTC' + interval '7 hours')::date as day, status,
             count(*)::numeric as n, sum(amount) as amount, sum(fee) as fee
        from orders
       group by 1, 2, 3, 4
    )
    select * from (table counted except table scanned) more
     union all
    select * from (table scanned except table counted) missing`)

/** Daily account figures that differ from a recount of the ledger; empty when consistent. */
export const wrongAccountDays = (db: Database): Promise<object[]> =>
  db.all(sql`
    with counted as (
      select merchant_no, currency, day, type, sum(n) as n, sum(amount) as amount, sum(total) as total
        from (
          select merchant_no, currency, day, type, n::numeric as n, amount, total from account_day
           union all
          select l.merchant_no, l.currency, (l.create_time at time zone 'UTC' + interval '7 hours')::date, l.type, 1, l.amount,
                 l.available_after + l.payin_freeze_after + l.payout_freeze_after
                   - l.available_before - l.payin_freeze_before - l.payout_freeze_before
            from ledger l
            left join account_folded f on f.merchant_no = l.merchant_no and f.currency = l.currency
           where l.seq > coalesce(f.seq, 0)
        ) figure
       group by 1, 2, 3, 4
    ), scanned as (
      select merchant_no, currency, (create_time at time zone 'UTC' + interval '7 hours')::date as day, type,
             count(*)::numeric as n, sum(amount) as amount,
             sum(case when counter = 'INTERNAL' then 0 else amount end) as total
        from ledger
       group by 1, 2, 3, 4
    )
    select * from (table counted except table scanned) more
     union all
    select * from (table scanned except table counted) missing`)
