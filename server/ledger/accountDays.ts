import type { Database, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'

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

interface Account {
  merchantNo: string
  currency: string
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
      select merchant_no, currency, (create_time at time zone 'UTC' + interval '7 hours')::date as day, type, count(*),
             sum(amount), sum(available_after + payin_freeze_after + payout_freeze_after
                             - available_before - payin_freeze_before - payout_freeze_before)
        from taken
       group by 1, 2, 3, 4
          on conflict (merchant_no, currency, day, type) do update
         set n = account_day.n + excluded.n, amount = account_day.amount + excluded.amount,
             total = account_day.total + excluded.total
    ), upto as (
      update account_folded set seq = (select max(seq) from taken)
       where merchant_no = ${merchantNo} and currency = ${currency} and exists (select from taken)
    )
    select count(*)::int as n from taken`)
  return row?.n ?? 0
}
