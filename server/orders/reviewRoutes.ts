import type { FastifyInstance } from 'fastify'
import { hasPermission, type Permission } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import type { Review } from '#contract/options.ts'
import { ReviewOrder } from '#contract/shapes/orders.ts'
import { type AuditAction, audit } from '../audit/audit.ts'
import { newAuditEvent } from '../audit/newAuditEvent.ts'
import { accountPermissions } from '../auth/permissions.ts'
import type { Gateway } from '../gateway.ts'
import { serve } from '../http/serve.ts'
import { Refusal } from '../refusal.ts'
import { directionOf, PAYINS, PAYOUTS } from './orderRow.ts'
import { orderView } from './orderTrail.ts'
import { setReview } from './reviews.ts'
import { findVisibleOrder } from './visibleOrders.ts'

const KEYS: Record<'PAYIN' | 'PAYOUT', Permission> = { PAYIN: 'payin_notify', PAYOUT: 'payout_notify' }
const DEEDS: Record<Review, AuditAction> = { RECONCILED: 'reconcile', DISCREPANT: 'dispute', NONE: 'unmark' }

/** Whether an order agrees with the merchant's own books, as his people found. */
export function reviewRoutes(app: FastifyInstance, gateway: Gateway): void {
  serve(app, calls.reviewOrder, ReviewOrder, async ({ id, review: mark, note = '' }, caller) => {
    const order = await findVisibleOrder(gateway.db, caller.merchant, id, [...PAYINS, ...PAYOUTS])
    if (!hasPermission(accountPermissions(caller.merchant), KEYS[directionOf(order.kind)])) throw new Refusal('FORBIDDEN')
    return gateway.db.tx(async (tx) => {
      const reason = mark === 'DISCREPANT' ? note.trim() || null : null
      await setReview(tx, order, mark, reason)
      await audit(tx, {
        ...newAuditEvent(gateway, caller),
        action: DEEDS[mark],
        merchantNo: order.merchantNo,
        target: order.id,
        detail: { review: mark, ...(reason !== null && { note: reason }) },
      })
      return orderView(tx, order)
    })
  })
}
