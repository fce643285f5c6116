import type { FastifyInstance } from 'fastify'
import type { Permission } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import { ALL_ORDER_KINDS, directionOf } from '#contract/kinds.ts'
import type { Review } from '#contract/options.ts'
import { ReviewOrder } from '#contract/shapes/orders.ts'
import { audit, onOrder } from '../audit/audit.ts'
import { accountMay } from '../auth/permissions.ts'
import { noteChanged } from '../changes/changes.ts'
import { sql } from '../db/sql.ts'
import type { Gateway } from '../gateway.ts'
import { serveMoney } from '../http/money.ts'
import { Refusal } from '../refusal.ts'
import type { AuditAction } from '../texts/en.ts'
import { orderView } from './orderTrail.ts'
import { viewerOf } from './viewer.ts'
import { findVisibleOrder } from './visibleOrders.ts'

const PERMISSIONS: Record<'PAYIN' | 'PAYOUT', Permission> = { PAYIN: 'payin_notify', PAYOUT: 'payout_notify' }
const ACTIONS: Record<Review, AuditAction> = { RECONCILED: 'reconcile', DISCREPANT: 'dispute', NONE: 'unmark' }

/** Marks whether an order agrees with the merchant's own books. */
export function reviewRoutes(app: FastifyInstance, gateway: Gateway): void {
  serveMoney(app, gateway, calls.reviewOrder, ReviewOrder, {
    async execute(tx, { id, review: newReview, note = '' }, caller) {
      const order = await findVisibleOrder(tx, caller.merchant, id, ALL_ORDER_KINDS)
      if (!accountMay(caller.merchant, PERMISSIONS[directionOf(order.kind)])) throw new Refusal('FORBIDDEN')
      const reason = newReview === 'DISCREPANT' ? note.trim() || null : null
      await tx.run(sql`
        update orders set review = ${newReview === 'NONE' ? null : newReview}, review_note = ${reason}
         where merchant_no = ${order.merchantNo} and kind = ${order.kind} and id = ${order.id}`)
      await noteChanged(tx, order)
      const detail = { review: newReview, ...(reason !== null && { note: reason }) }
      await audit(tx, gateway, caller, ACTIONS[newReview], onOrder(order, detail))
      return orderView(tx, order, viewerOf(caller.merchant))
    },
  })
}
