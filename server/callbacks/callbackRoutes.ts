import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { OrderKind } from '#contract/kinds.ts'
import type { NotifyResult } from '#contract/rows/callbacks.ts'
import { CallbackAddress, CallbackHealthQuery } from '#contract/shapes/callbacks.ts'
import { NotifyOrder, NotifyPlanQuery } from '#contract/shapes/orders.ts'
import { audit, onOrder } from '../audit/audit.ts'
import { mayNotify } from '../auth/permissions.ts'
import type { Gateway } from '../gateway.ts'
import { type Caller, mayCall } from '../http/caller.ts'
import { serve, serveSearch } from '../http/serve.ts'
import { scopeOf } from '../merchants/merchants.ts'
import { orderTrail } from '../orders/orderTrail.ts'
import { findVisibleOrder, visibleScope } from '../orders/visibleOrders.ts'
import { Refusal } from '../refusal.ts'
import { type CallbackTarget, callbackHealth, callbackTargets } from './callbackHealth.ts'
import { enableCallbacks } from './notifyAddress.ts'
import { notifyPlan } from './notifyPlan.ts'
import { cancelRedelivery, redeliveryPlan } from './redelivery.ts'

/** Callback health by address, re-enabling a disabled address, redelivery of callbacks that were given up, and notifies with
 * their plan. */
export function callbackRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, clock, callbacks } = gateway

  serve(app, calls.callbackHealth, CallbackHealthQuery, async ({ merchantNo }, { merchant }) => {
    const scope = await scopeOf(db, merchant)
    const merchantNos = merchantNo === undefined ? scope : scope === 'all' || scope.includes(merchantNo) ? [merchantNo] : []
    const found = []
    for (const target of await callbackTargets(db, merchantNos)) found.push(...(await callbackHealth(db, target, clock.now())))
    return found.filter(({ direction }) => mayNotify(merchant, direction))
  })

  serve(app, calls.enableCallbacks, CallbackAddress, async (input, caller) => {
    const { merchantNo } = await findTarget(input, caller)
    return db.tx(async (tx) => {
      const enabled = await enableCallbacks(tx, merchantNo, input.direction)
      if (enabled) await audit(tx, gateway, caller, 'enableCallbacks', subjectOf(input))
      return { enabled }
    })
  })

  serve(app, calls.redeliveryPlan, CallbackAddress, async (input, caller) => {
    await findTarget(input, caller)
    return redeliveryPlan(db, input)
  })

  serve(app, calls.redeliver, CallbackAddress, async (input, caller) => {
    const target = await findTarget(input, caller)
    const { address, disabled } = input.direction === 'PAYOUT' ? target.payout : target.payin
    if (address === null) throw new Refusal('NOTIFY_ADDRESS_MISSING')
    if (disabled) throw new Refusal('NOTIFY_ADDRESS_DISABLED')
    // Audited before the first callback is sent.
    await audit(db, gateway, caller, 'redeliver', subjectOf(input))
    return { queued: await callbacks.redeliver(input.merchantNo, input.direction) }
  })

  serve(app, calls.cancelRedelivery, CallbackAddress, async (input, caller) => {
    await findTarget(input, caller)
    const cancelled = await cancelRedelivery(db, input)
    if (cancelled > 0) await audit(db, gateway, caller, 'cancelRedelivery', subjectOf(input))
    return { cancelled }
  })

  serveSearch(app, calls.notifyPlan, NotifyPlanQuery, async ({ kind: requestedKind, ids, ...filter }, { merchant }) => {
    const { call, kind } = NOTIFY[requestedKind]
    if (!mayCall(merchant, call)) throw new Refusal('FORBIDDEN')
    return notifyPlan(db, await visibleScope(db, merchant, kind), { ids, filter }, clock.now())
  })

  for (const { call, kind } of Object.values(NOTIFY)) {
    serve(app, call, NotifyOrder, (input, caller) => notify(caller, input, kind))
  }

  /** Sends the callback of an order now and returns the result of the attempt. */
  async function notify(caller: Caller, { id, trigger = 'manual' }: NotifyOrder, kind: OrderKind): Promise<NotifyResult> {
    const order = await findVisibleOrder(db, caller.merchant, id, [kind])
    const number = await callbacks.notify(order, { trigger, actor: caller.merchant.username })
    const trail = await orderTrail(db, order)
    const attempt = trail.attempts.find((one) => one.number === number)!
    await audit(db, gateway, caller, 'notify', onOrder(order, { trigger, outcome: attempt.outcome }))
    const { notifyStatus, notifyAttempts, lastNotifyTime } = trail.order
    const responseMessage = attempt.error ?? attempt.response
    return { id: order.id, notifyStatus, notifyAttempts, lastNotifyTime, responseMessage, attempt }
  }

  /** The merchant of an address. Throws FORBIDDEN, or MERCHANT_NOT_FOUND for a merchant outside the scope of the caller. */
  async function findTarget({ merchantNo, direction }: CallbackAddress, { merchant }: Caller): Promise<CallbackTarget> {
    if (!mayNotify(merchant, direction)) throw new Refusal('FORBIDDEN')
    const scope = await scopeOf(db, merchant)
    const [found] = scope === 'all' || scope.includes(merchantNo) ? await callbackTargets(db, [merchantNo]) : []
    if (found === undefined) throw new Refusal('MERCHANT_NOT_FOUND')
    return found
  }
}

// A plan needs the permission of the call that carries it out.
const NOTIFY = {
  payin: { call: calls.payinNotify, kind: 'PAYIN' },
  usdtPayin: { call: calls.usdtPayinNotify, kind: 'USDT_PAYIN' },
  payout: { call: calls.payoutNotify, kind: 'PAYOUT' },
  usdtPayout: { call: calls.usdtPayoutNotify, kind: 'USDT_PAYOUT' },
} as const

const subjectOf = ({ merchantNo, direction }: CallbackAddress) => ({ merchantNo, target: merchantNo, detail: { direction } })
