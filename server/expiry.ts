import type { Database, Transaction } from './db/database.ts'
import { sql } from './db/sql.ts'
import type { OrderKey } from './orders.ts'
import { movePayin, type PaymentWorld } from './payments.ts'
import type { OrderStatus } from './queries/order.ts'

const BATCH = 100

/** Expires the payins that were not paid in time, and tells how many. Several processes may do so at once. */
export async function expireDue(db: Database, world: PaymentWorld): Promise<number> {
  for (let expired = 0; ; ) {
    const { seen, moved } = await db.tx((tx) => expireSome(tx, world))
    expired += moved
    if (seen < BATCH) return expired
  }
}

async function expireSome(tx: Transaction, world: PaymentWorld): Promise<{ seen: number; moved: number }> {
  // Whoever is being paid at this moment is skipped, and looked at the next time.
  const due = await tx.all<OrderKey & { status: OrderStatus }>(sql`
    select e.merchant_no as "merchantNo", e.kind, e.order_id as id, o.status
      from expiry e
      join orders o on o.merchant_no = e.merchant_no and o.kind = e.kind and o.id = e.order_id
     where e.due_time <= ${new Date(world.clock.now())}
     order by e.due_time
     limit ${BATCH}
       for update skip locked`)
  if (due.length === 0) return { seen: 0, moved: 0 }
  const waiting = due.filter(({ status }) => status === 'PENDING')
  for (const order of waiting) await movePayin(tx, world, order, 'EXPIRED')
  await tx.run(sql`
    delete from expiry e
     using unnest(${due.map(({ merchantNo }) => merchantNo)}::text[], ${due.map(({ id }) => id)}::bigint[]) done (no, id)
     where e.merchant_no = done.no and e.order_id = done.id`)
  return { seen: due.length, moved: waiting.length }
}
