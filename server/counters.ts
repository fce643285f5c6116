import type { Database } from './db/database.ts'
import { sql } from './db/sql.ts'

const BATCH = 5_000

/**
 * Adds what has changed since the last time to the figures per day, and tells how many changes those were.
 * Readers add both, so it matters to nobody when this happens; several processes may do so at once.
 */
export async function foldCounters(db: Database): Promise<number> {
  for (let folded = 0; ; ) {
    const batch = await db.tx(async (tx) => {
      const row = await tx.one<{ n: number }>(sql`
        with taken as (
          delete from order_delta d
           using (
                   select merchant_no, order_id, step, status from order_delta limit ${BATCH} for update skip locked
                 ) mine
           where d.merchant_no = mine.merchant_no and d.order_id = mine.order_id and d.step = mine.step
             and d.status = mine.status
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
    })
    folded += batch
    if (batch < BATCH) return folded
  }
}
