import type { Database, Transaction } from './db/database.ts'
import { sql } from './db/sql.ts'
import { post } from './ledger.ts'
import { type Settlement, settlementEntries } from './payins.ts'
import type { PaymentWorld } from './payments.ts'

const BATCH = 200

/** Releases the frozen money whose time has come, and tells of how many orders it was. Several processes may do so at once. */
export async function settleDue(db: Database, world: Pick<PaymentWorld, 'ids' | 'clock'>): Promise<number> {
  for (let released = 0; ; ) {
    const batch = await db.tx((tx) => settleAccount(tx, world))
    if (batch === 0) return released
    released += batch
  }
}

/** One account at a time, so that no two processes wait for each other's accounts. */
async function settleAccount(tx: Transaction, { ids, clock }: Pick<PaymentWorld, 'ids' | 'clock'>): Promise<number> {
  const now = new Date(clock.now())
  const due = await tx.all<Omit<Settlement, 'amount' | 'dueTime'> & { amount: string }>(sql`
    with oldest as (
      select merchant_no from settlement where due_time <= ${now} order by due_time limit 1 for update skip locked
    )
    select s.merchant_no as "merchantNo", s.order_id as "orderId", s.merchant_order_no as "merchantOrderNo", s.currency, s.amount
      from settlement s
     where s.merchant_no = (select merchant_no from oldest) and s.due_time <= ${now}
     order by s.due_time, s.order_id
     limit ${BATCH}
       for update skip locked`)
  if (due.length === 0) return 0
  await post(
    tx,
    ids,
    due.flatMap((settlement) => settlementEntries({ ...settlement, amount: BigInt(settlement.amount) }, now)),
  )
  await tx.run(sql`
    delete from settlement
     where merchant_no = ${due[0]!.merchantNo} and order_id = any (${due.map(({ orderId }) => orderId)}::bigint[])`)
  return due.length
}
