import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { type PaymentContext, processDueOrders } from '../payments/payments.ts'
import { transitionPayin } from './payins.ts'

/** Expires payins that were not paid in time; returns their number. An order that is being paid is skipped. */
export const expireDue = (db: Database, context: PaymentContext): Promise<number> =>
  processDueOrders(db, 'expiry', context, async (tx, order) => {
    const isWaiting = order.status === 'PENDING'
    if (isWaiting) await transitionPayin(tx, context, order, 'EXPIRED')
    await tx.run(sql`delete from expiry where merchant_no = ${order.merchantNo} and order_id = ${order.id}`)
    return isWaiting ? 1 : 0
  })
