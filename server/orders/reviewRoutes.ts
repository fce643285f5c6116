import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { Review } from '#contract/options.ts'
import { ReviewOrder } from '#contract/shapes/orders.ts'
import { audit, onOrder } from '../audit/audit.ts'
import { noteChanged } from '../changes/changes.ts'
import { sql } from '../db/sql.ts'
import type { Gateway } from '../gateway.ts'
import { serveMoney } from '../http/money.ts'
import type { AuditAction } from '../texts/en.ts'
import { orderView } from './orderTrail.ts'
import { viewerOf } from './viewer.ts'
import { findAnnotatedOrder } from './visibleOrders.ts'

const ACTIONS: Record<Review, AuditAction> = { RECONCILED: 'reconcile', DISCREPANT: 'dispute', NONE: 'unmark' }

/** Marks whether an order agrees with the merchant's own books. */
export function reviewRoutes(app: FastifyInstance, gateway: Gateway): void {
  serveMoney(app, gateway, calls.reviewOrder, ReviewOrder, {
    async execute(tx, { id, review: newReview, note = '' }, caller) {
      const order = await findAnnotatedOrder(tx, caller.merchant, id)
      const reason = newReview === 'DISCREPANT' ? note.trim() || null : null
      await tx.run(sql`
        update orders set review = ${newReview === 'NONE' ? null : newReview}, review_note = ${reason}
         where merchant_no = ${order.merchantNo} and kind = ${order.kind} and id = ${order.id}`)
      noteChanged(tx, order)
      const detail = { review: newReview, ...(reason !== null && { note: reason }) }
      await audit(tx, gateway, caller, ACTIONS[newReview], onOrder(order, detail))
      return orderView(tx, order, viewerOf(caller.merchant))
    },
  })
}
