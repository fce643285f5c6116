import type { Database, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { OrderKey, OrderStatus } from '../orders/orderRow.ts'
import { DUE_BATCH_SIZE, processDue } from '../processDue.ts'
import { type PaymentContext, transitionPayin } from './payins.ts'

/** Expires payins that were not paid in time; returns their number. Safe to run in several processes. */
export async function expireDue(db: Database, context: PaymentContext): Promise<number> {
  const due = await db.all<OrderKey>(sql`
    select merchant_no as "merchantNo", kind, order_id as id
      from expiry
     where due_time <= ${new Date(context.clock.now())}
     order by due_time
     limit ${DUE_BATCH_SIZE}`)
  return processDue(db, due, (tx, key) => expirePayin(tx, context, key))
}

/** Expires one order in one transaction. A locked order (being paid) is skipped until the next run. */
async function expirePayin(tx: Transaction, context: PaymentContext, key: OrderKey): Promise<0 | 1> {
  const { merchantNo, kind, id } = key
  const order = await tx.one<{ status: OrderStatus }>(sql`
    select o.status
      from expiry e
      join orders o on o.merchant_no = e.merchant_no and o.kind = e.kind and o.id = e.order_id
     where e.merchant_no = ${merchantNo} and e.kind = ${kind} and e.order_id = ${id}
       and e.due_time <= ${new Date(context.clock.now())}
       for update skip locked`)
  if (order === undefined) return 0
  const isWaiting = order.status === 'PENDING'
  if (isWaiting) await transitionPayin(tx, context, key, 'EXPIRED')
  await tx.run(sql`delete from expiry where merchant_no = ${merchantNo} and order_id = ${id}`)
  return isWaiting ? 1 : 0
}
