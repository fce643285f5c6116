import { STATUS_GROUPS } from '#contract/statuses.ts'
import type { Database, Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** Faults that each check reports at most. */
const MAX_FAULTS = 20

/**
 * Everything in the database that disagrees about money, in one line each; empty when all is right. Reads one snapshot and changes
 * nothing, so gateways may go on meanwhile. On Citus each node has a snapshot of its own, so there they must not.
 */
export const booksFaults = (db: Database): Promise<string[]> =>
  db.tx(
    async (tx) => [
      ...(await brokenLedger(tx)),
      ...(await unexplainedEntries(tx)),
      ...(await unbalancedTransfers(tx)),
      ...(await wrongCounters(tx)).map((row) => `counter of orders: ${JSON.stringify(row)}`),
      ...(await wrongAccountDays(tx)).map((row) => `day of an account: ${JSON.stringify(row)}`),
    ],
    { settings: () => [sql`set transaction isolation level repeatable read, read only`], isUnlimited: true },
  )

/** How many rows the checks compare, as texts of digits. */
export async function countBooks(db: Queries): Promise<Record<'accounts' | 'entries' | 'orders' | 'movements', string>> {
  const row = await db.one<Record<'accounts' | 'entries' | 'orders' | 'movements', string>>(sql`
    select (select count(*) from account)::text as accounts, (select count(*) from ledger)::text as entries,
           (select count(*) from orders)::text as orders, (select count(*) from record)::text as movements`)
  return row!
}

/**
 * Violations of the ledger rules, empty when consistent. Per account: sequence numbers have no gap, each row starts at the
 * balances of the previous row and is not older, the last row equals the account, no balance is negative, an internal entry
 * keeps the total, and the amount of a row equals its change.
 */
export async function brokenLedger(db: Queries): Promise<string[]> {
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
     limit ${MAX_FAULTS}`)
  return rows.map(({ fault }) => fault)
}

const { PAYIN, PAYOUT, MOVEMENT } = STATUS_GROUPS

/**
 * Orders and movements whose entries are not what their status, amounts and fee ask for: what they changed in total, what of it is
 * still frozen. After them, entries of no order at all.
 */
export async function unexplainedEntries(db: Queries): Promise<string[]> {
  const rows = await db.all<{ fault: string }>(sql`
    with moved as (
      select merchant_no, order_id,
             sum(available_after + payin_freeze_after + payout_freeze_after
                 - available_before - payin_freeze_before - payout_freeze_before) as total,
             sum(payin_freeze_after - payin_freeze_before) as payin_freeze,
             sum(payout_freeze_after - payout_freeze_before) as payout_freeze
        from ledger
       group by merchant_no, order_id
    ), explained as (
      select o.merchant_no, o.id, o.status,
             case when o.status = any (${PAYIN.paid}::text[]) then o.paid_amount - o.fee - o.refunded_amount else 0 end as total,
             coalesce(s.amount, 0) as payin_freeze, 0 as payout_freeze
        from orders o
        left join settlement s on s.merchant_no = o.merchant_no and s.order_id = o.id
       where o.kind in ('PAYIN', 'USDT_PAYIN')
       union all
      select merchant_no, id, status,
             case when status = any (${PAYOUT.paid}::text[]) then -paid_amount - fee when status = 'REVERSED' then -fee else 0 end,
             0, case when status = any (${PAYOUT.open}::text[]) then amount + fee else 0 end
        from orders
       where kind in ('PAYOUT', 'USDT_PAYOUT')
       union all
      select merchant_no, id, status,
             case when status <> all (${MOVEMENT.paid}::text[]) then 0
                  when type in ('WITHDRAW', 'TRANSFER_OUT') then -amount - fee else amount end,
             0, case when type in ('WITHDRAW', 'TRANSFER_OUT') and status = any (${MOVEMENT.open}::text[]) then amount + fee else 0 end
        from record
    )
    select 'entries of ' || coalesce(e.merchant_no, m.merchant_no) || ' ' || coalesce(e.id, m.order_id)
           || case when e.id is null then ' belong to nothing' else ' do not fit its status ' || e.status end as fault
      from explained e
      full join moved m on m.merchant_no = e.merchant_no and m.order_id = e.id
     where e.id is null
        or (coalesce(m.total, 0), coalesce(m.payin_freeze, 0), coalesce(m.payout_freeze, 0))
           <> (e.total, e.payin_freeze, e.payout_freeze)
     order by e.id is null
     limit ${MAX_FAULTS}`)
  return rows.map(({ fault }) => fault)
}

/** Transfers between merchants add up to nothing. */
export async function unbalancedTransfers(db: Queries): Promise<string[]> {
  const rows = await db.all<{ currency: string; sum: string }>(sql`
    select currency, sum(amount)::text as sum from ledger where counter = 'MERCHANT' group by currency having sum(amount) <> 0`)
  return rows.map(({ currency, sum }) => `transfers in ${currency} add up to ${sum}`)
}

/** Counter figures that differ from a count of the rows; empty when consistent. */
export const wrongCounters = (db: Queries): Promise<object[]> =>
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
export const wrongAccountDays = (db: Queries): Promise<object[]> =>
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
