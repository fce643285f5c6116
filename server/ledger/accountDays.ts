import type { Database, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'

const BATCH = 5_000

/**
 * Adds what has moved since the last time to the figures per account and day, and tells how many rows of the ledger
 * those were. Rows of an account have no gap and appear in their order, so the number of the last one that was added
 * says all, and whoever moves money has nothing to write for this. Several processes may do so at once.
 */
export async function aggregateAccountDays(db: Database): Promise<number> {
  const behind = await db.all<Account>(sql`
    select a.merchant_no as "merchantNo", a.currency
      from account a
      left join account_folded f on f.merchant_no = a.merchant_no and f.currency = a.currency
     where a.seq > coalesce(f.seq, 0)`)
  let folded = 0
  for (const account of behind) {
    for (let batch = BATCH; batch === BATCH; folded += batch) batch = await db.tx((tx) => foldSome(tx, account))
  }
  return folded
}

interface Account {
  merchantNo: string
  currency: string
}

async function foldSome(tx: Transaction, { merchantNo, currency }: Account): Promise<number> {
  await tx.run(sql`
    insert into account_folded (merchant_no, currency, seq) values (${merchantNo}, ${currency}, 0) on conflict do nothing`)
  // Another process that is at it does what there is to do.
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
