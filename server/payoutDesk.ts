import type { Database, Transaction } from './db/database.ts'
import { sql } from './db/sql.ts'
import { answerOf, laterAnswerOf, payoutNumberOf } from './demo/payoutChannel.ts'
import { ANSWER_AFTER, movePayout } from './disbursements.ts'
import type { PaymentWorld } from './payments.ts'
import { ORDER_COLUMNS, type OrderRecord, type OrderRow, orderRecord } from './queries/order.ts'

/**
 * Sends the payouts that wait to the demo's channel, hears what it says of those it has, and tells how many moved. One a
 * transaction, so that several gateways may do so at once and none waits for another's accounts.
 */
export async function workPayouts(db: Database, world: PaymentWorld): Promise<number> {
  for (let moved = 0; ; ) {
    const work = await db.tx((tx) => workOne(tx, world))
    if (work === 'none') return moved
    if (work === 'moved') moved++
  }
}

async function workOne(tx: Transaction, world: PaymentWorld): Promise<'moved' | 'stale' | 'none'> {
  const row = await tx.one<OrderRow>(sql`
    select ${ORDER_COLUMNS}
      from payout_due d
      join orders o on o.merchant_no = d.merchant_no and o.kind = d.kind and o.id = d.order_id
     where d.due_time <= ${new Date(world.clock.now())}
     order by d.due_time
     limit 1
       for update of o skip locked`)
  if (row === undefined) return 'none'
  const order = orderRecord(row)
  const moved = await (order.status === 'CREATED' ? sendPayout(tx, world, order) : hearPayout(tx, world, order))
  if (moved !== null) return 'moved'
  // Somebody else was faster: the order is locked as it is now, but was found by what was due a moment ago.
  if (order.status !== 'PROCESSING')
    await tx.run(sql`delete from payout_due where order_id = ${order.id} and merchant_no = ${order.merchantNo}`)
  return 'stale'
}

const sendPayout = (tx: Transaction, world: PaymentWorld, order: OrderRecord): Promise<OrderRecord> =>
  movePayout(tx, world, order, 'PROCESSING', { payOrderNo: payoutNumberOf(order) })

/** Asks the demo's channel about a payout that it was sent; null when it has nothing new to say yet. */
export async function hearPayout(tx: Transaction, world: PaymentWorld, order: OrderRecord): Promise<OrderRecord | null> {
  const answered = order.status === 'PROCESSING' && order.updateTime.getTime() + ANSWER_AFTER <= world.clock.now()
  if (!answered && order.status !== 'UNKNOWN') return null
  const { to, text } = answered ? answerOf(order) : laterAnswerOf(order)
  return movePayout(tx, world, order, to, { text })
}
