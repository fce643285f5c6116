import type { OrderKind } from '#contract/kinds.ts'
import type { NotifyResult } from '#contract/rows/callbacks.ts'
import type { NotifyOrder } from '#contract/shapes/orders.ts'
import { audit } from '../audit/audit.ts'
import type { Gateway } from '../gateway.ts'
import type { Caller } from '../http/caller.ts'
import { orderTrail } from '../orders/orderTrail.ts'
import { findVisibleOrder } from '../orders/visibleOrders.ts'

/** Sends the callback of an order now, at the request of a user, and returns the result of the attempt. */
export async function notifyManually(
  gateway: Gateway,
  caller: Caller,
  { id, trigger = 'manual' }: NotifyOrder,
  kind: OrderKind,
): Promise<NotifyResult> {
  const { db, callbacks } = gateway
  const order = await findVisibleOrder(db, caller.merchant, id, [kind])
  const number = await callbacks.notify(order, { trigger, actor: caller.merchant.username })
  const trail = await orderTrail(db, order)
  const attempt = trail.attempts.find((one) => one.number === number)!
  await audit(db, gateway, caller, 'notify', {
    merchantNo: order.merchantNo,
    target: order.id,
    detail: { trigger, outcome: attempt.outcome },
  })
  const { notifyStatus, notifyAttempts, lastNotifyTime } = trail.order
  return {
    id: order.id,
    notifyStatus,
    notifyAttempts,
    lastNotifyTime,
    responseMessage: attempt.error ?? attempt.response,
    attempt,
  }
}
