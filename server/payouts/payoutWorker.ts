import type { Database, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { payoutAnswer, payoutNumberOf, payoutStatusAnswer } from '../demo/payoutChannel.ts'
import { maySend } from '../merchants/merchantStatus.ts'
import { merchantByNo } from '../merchants/merchants.ts'
import { ORDER_COLUMNS, type OrderKey, type OrderRecord, type OrderRow, orderRecord } from '../orders/orderRow.ts'
import type { PaymentContext } from '../payins/payins.ts'
import { DUE_BATCH_SIZE, processDue } from '../processDue.ts'
import { MINUTE } from '../wib.ts'
import { CHANNEL_ANSWER_DELAY_MS, transitionPayout } from './payouts.ts'

/**
 * Sends waiting payouts to the simulated channel and polls those already sent; returns the number that changed status.
 * Safe to run in several processes; locked rows are skipped.
 */
export async function processPayouts(db: Database, context: PaymentContext): Promise<number> {
  const due = await db.all<OrderKey>(sql`
    select merchant_no as "merchantNo", kind, order_id as id
      from payout_due
     where due_time <= ${new Date(context.clock.now())}
     order by due_time
     limit ${DUE_BATCH_SIZE}`)
  return processDue(db, due, (tx, key) => processPayout(tx, context, key))
}

/** Processes one payout in one transaction. Both rows are locked, so that the due time and the order are current. */
async function processPayout(tx: Transaction, context: PaymentContext, { merchantNo, kind, id }: OrderKey): Promise<0 | 1> {
  const row = await tx.one<OrderRow>(sql`
    select ${ORDER_COLUMNS}
      from payout_due d
      join orders o on o.merchant_no = d.merchant_no and o.kind = d.kind and o.id = d.order_id
     where d.merchant_no = ${merchantNo} and d.kind = ${kind} and d.order_id = ${id}
       and d.due_time <= ${new Date(context.clock.now())}
       for update skip locked`)
  if (row === undefined) return 0
  const order = orderRecord(row)
  if (order.status === 'CREATED' && !maySend((await merchantByNo(tx, merchantNo))!)) {
    // The account was frozen meanwhile: keep the hold and check again later.
    const later = new Date(context.clock.now() + MINUTE)
    await tx.run(sql`
      update payout_due set due_time = ${later} where merchant_no = ${merchantNo} and order_id = ${id}`)
    return 0
  }
  const moved = await (order.status === 'CREATED' ? sendPayout(tx, context, order) : pollPayout(tx, context, order))
  return moved === null ? 0 : 1
}

const sendPayout = (tx: Transaction, context: PaymentContext, order: OrderRecord): Promise<OrderRecord> =>
  transitionPayout(tx, context, order, 'PROCESSING', { payOrderNo: payoutNumberOf(order) })

/** Polls the simulated channel for a sent payout; null when the status does not change yet. */
export async function pollPayout(tx: Transaction, context: PaymentContext, order: OrderRecord): Promise<OrderRecord | null> {
  const hasAnswered =
    order.status === 'PROCESSING' && order.updateTime.getTime() + CHANNEL_ANSWER_DELAY_MS <= context.clock.now()
  if (!hasAnswered && order.status !== 'UNKNOWN') return null
  const { to, text } = hasAnswered ? payoutAnswer(order) : payoutStatusAnswer(order)
  return transitionPayout(tx, context, order, to, { text })
}
