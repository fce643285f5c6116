import { maySend } from '#contract/statuses.ts'
import { reliedMerchant } from '../auth/authority.ts'
import type { Database, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { payoutAnswer, payoutNumberOf, payoutStatusAnswer } from '../demo/payoutChannel.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import { type PaymentContext, processDueOrders } from '../payments/payments.ts'
import { MINUTE } from '../wib.ts'
import { CHANNEL_ANSWER_DELAY_MS, transitionPayout } from './payouts.ts'

/** Sends waiting payouts to the simulated channel and polls those already sent; returns the number that changed status. */
export const processPayouts = (db: Database, context: PaymentContext): Promise<number> =>
  processDueOrders(db, 'payout_due', context, async (tx, order) => {
    const { merchantNo, id, status } = order
    if (status === 'CREATED' && !maySend((await reliedMerchant(tx, merchantNo))!)) {
      // The account was frozen meanwhile: keep the hold and check again later.
      const later = new Date(context.clock.now() + MINUTE)
      await tx.run(sql`
        update payout_due set due_time = ${later} where merchant_no = ${merchantNo} and order_id = ${id}`)
      return 0
    }
    const moved = await (status === 'CREATED' ? sendPayout(tx, context, order) : pollPayout(tx, context, order))
    return moved === null ? 0 : 1
  })

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
