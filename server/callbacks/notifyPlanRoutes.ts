import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { NotifyPlanQuery } from '#contract/shapes/orders.ts'
import type { Gateway } from '../gateway.ts'
import { mayCall } from '../http/caller.ts'
import { serve } from '../http/serve.ts'
import { visibleScope } from '../orders/visibleOrders.ts'
import { Refusal } from '../refusal.ts'
import { notifyPlan } from './notifyPlan.ts'

// A plan needs the permission of the call that carries it out.
const NOTIFY = {
  payin: { call: calls.payinNotify, kind: 'PAYIN' },
  usdtPayin: { call: calls.usdtPayinNotify, kind: 'USDT_PAYIN' },
  payout: { call: calls.payoutNotify, kind: 'PAYOUT' },
  usdtPayout: { call: calls.usdtPayoutNotify, kind: 'USDT_PAYOUT' },
} as const

/** Preview of a bulk notify. */
export function notifyPlanRoutes(app: FastifyInstance, { db, clock }: Gateway): void {
  serve(app, calls.notifyPlan, NotifyPlanQuery, async ({ kind: requestedKind, ids, ...filter }, { merchant }) => {
    const { call, kind } = NOTIFY[requestedKind]
    if (!mayCall(merchant, call)) throw new Refusal('FORBIDDEN')
    return notifyPlan(db, await visibleScope(db, merchant, kind), { ids, filter }, clock.now())
  })
}
