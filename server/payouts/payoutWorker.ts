import type { Database, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { payoutAnswer, payoutNumberOf, payoutStatusAnswer } from '../demo/payoutChannel.ts'
import { maySend } from '../merchants/merchantStatus.ts'
import { merchantByNo } from '../merchants/merchants.ts'
import { ORDER_COLUMNS, type OrderRecord, type OrderRow, orderRecord } from '../orders/orderRow.ts'
import type { OrderKey } from '../orders/orderStore.ts'
import type { PaymentContext } from '../payins/payins.ts'
import { DUE_BATCH_SIZE, processDue } from '../processDue.ts'
import { MINUTE } from '../wib.ts'
import { CHANNEL_ANSWER_DELAY_MS, transitionPayout } from './payouts.ts'

/**
 * Sends the payouts that wait to the demo's channel, hears what it says of those it has, and tells how many moved.
 * Several gateways may do so at once, and none waits for another.
 */
export async function processPayouts(db: Database, world: PaymentContext): Promise<number> {
  const due = await db.all<OrderKey>(sql`
    select merchant_no as "merchantNo", kind, order_id as id
      from payout_due
     where due_time <= ${new Date(world.clock.now())}
     order by due_time
     limit ${DUE_BATCH_SIZE}`)
  return processDue(db, due, (tx, key) => work(tx, world, key))
}

/** One payout in one transaction. Both rows are locked, so that it is due and as it is read. */
async function work(tx: Transaction, world: PaymentContext, { merchantNo, kind, id }: OrderKey): Promise<0 | 1> {
  const row = await tx.one<OrderRow>(sql`
    select ${ORDER_COLUMNS}
      from payout_due d
      join orders o on o.merchant_no = d.merchant_no and o.kind = d.kind and o.id = d.order_id
     where d.merchant_no = ${merchantNo} and d.kind = ${kind} and d.order_id = ${id}
       and d.due_time <= ${new Date(world.clock.now())}
       for update skip locked`)
  if (row === undefined) return 0
  const order = orderRecord(row)
  if (order.status === 'CREATED' && !maySend((await merchantByNo(tx, merchantNo))!)) {
    // Stopped meanwhile: its money waits as it is until somebody has decided.
    const later = new Date(world.clock.now() + MINUTE)
    await tx.run(sql`
      update payout_due set due_time = ${later} where merchant_no = ${merchantNo} and order_id = ${id}`)
    return 0
  }
  const moved = await (order.status === 'CREATED' ? sendPayout(tx, world, order) : pollPayout(tx, world, order))
  return moved === null ? 0 : 1
}

const sendPayout = (tx: Transaction, world: PaymentContext, order: OrderRecord): Promise<OrderRecord> =>
  transitionPayout(tx, world, order, 'PROCESSING', { payOrderNo: payoutNumberOf(order) })

/** Asks the demo's channel about a payout that it was sent; null when it has nothing new to say yet. */
export async function pollPayout(tx: Transaction, world: PaymentContext, order: OrderRecord): Promise<OrderRecord | null> {
  const answered = order.status === 'PROCESSING' && order.updateTime.getTime() + CHANNEL_ANSWER_DELAY_MS <= world.clock.now()
  if (!answered && order.status !== 'UNKNOWN') return null
  const { to, text } = answered ? payoutAnswer(order) : payoutStatusAnswer(order)
  return transitionPayout(tx, world, order, to, { text })
}
