import type { Database, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { processDue } from '../processDue.ts'

const BATCH = 5_000

/**
 * Aggregates the counter deltas into the figures per day; returns the number of deltas. Readers add both, so results do not
 * depend on when this runs. Safe to run in several processes.
 */
export async function aggregateCounters(db: Database): Promise<number> {
  for (let aggregated = 0; ; ) {
    const changed = await db.all<{ merchantNo: string }>(sql`select distinct merchant_no as "merchantNo" from order_delta`)
    const batch = await processDue(db, changed, (tx, { merchantNo }) => aggregateBatch(tx, merchantNo))
    aggregated += batch
    if (batch < BATCH) return aggregated
  }
}

async function aggregateBatch(tx: Transaction, merchantNo: string): Promise<number> {
  const row = await tx.one<{ n: number }>(sql`
    with taken as (
      delete from order_delta d
       using (
               select order_id, step, status from order_delta where merchant_no = ${merchantNo} limit ${BATCH} for update skip locked
             ) mine
       where d.merchant_no = ${merchantNo} and d.order_id = mine.order_id and d.step = mine.step and d.status = mine.status
      returning d.merchant_no, d.kind, d.day, d.status, d.n, d.amount, d.fee
    ), figure as (
      insert into order_day (merchant_no, kind, day, status, n, amount, fee)
      select merchant_no, kind, day, status, sum(n), sum(amount), sum(fee)
        from taken
       group by merchant_no, kind, day, status
       order by merchant_no, kind, day, status
          on conflict (merchant_no, kind, day, status) do update
         set n = order_day.n + excluded.n, amount = order_day.amount + excluded.amount, fee = order_day.fee + excluded.fee
    )
    select count(*)::int as n from taken`)
  return row?.n ?? 0
}
