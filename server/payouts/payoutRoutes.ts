import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { kindsOf } from '#contract/kinds.ts'
import { OrderFilter, OrderId, PayoutAction, ReceiptQuery } from '#contract/shapes/orders.ts'
import { allows, maySend } from '#contract/statuses.ts'
import { audit, onOrder } from '../audit/audit.ts'
import { reliedMerchant } from '../auth/authority.ts'
import type { Transaction } from '../db/database.ts'
import { type Gateway, paymentContext } from '../gateway.ts'
import { serveMoney } from '../http/money.ts'
import { serve, serveSearch } from '../http/serve.ts'
import { accountDisabled } from '../merchants/merchantStatus.ts'
import { summarisePayouts } from '../orders/figures.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import { lockOrder } from '../orders/orderStore.ts'
import { orderTrail, orderView } from '../orders/orderTrail.ts'
import { transitionConflict } from '../orders/transitions.ts'
import { viewerOf } from '../orders/viewer.ts'
import { findNumberedOrder, findVisibleOrder, visibleScope } from '../orders/visibleOrders.ts'
import { statusConflict } from '../refusal.ts'
import { payoutSlip } from './payoutSlip.ts'
import { pollPayout, retryPayout, transitionPayout } from './payouts.ts'

/** Payouts: totals, the history and receipt of one order and actions. */
export function payoutRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway

  serveSearch(app, calls.payoutCount, OrderFilter, async (filter, { merchant }) =>
    summarisePayouts(db, await visibleScope(db, merchant, 'PAYOUT'), filter),
  )

  serve(app, calls.payoutTrail, OrderId, async ({ id }, { merchant }) =>
    orderTrail(db, await findVisibleOrder(db, merchant, id, kindsOf('PAYOUT')), viewerOf(merchant)),
  )

  serve(app, calls.payoutReceipt, ReceiptQuery, async (numbers, { merchant, language }) => {
    const { order } = await orderTrail(db, await findNumberedOrder(db, merchant, numbers, kindsOf('PAYOUT')))
    if (!order.receipt) throw statusConflict(order.status)
    return payoutSlip(order, language)
  })

  serveMoney(app, gateway, calls.payoutAction, PayoutAction, {
    async execute(tx, { id, action }, caller) {
      const { order } = await lockOrder(tx, await findVisibleOrder(tx, caller.merchant, id, kindsOf('PAYOUT')))
      const to = await runAction(gateway, tx, order, action)
      await audit(tx, gateway, caller, action, onOrder(order, { from: order.status, to }))
      return orderView(tx, order, viewerOf(caller.merchant))
    },
    reply(order) {
      gateway.callbacks.flush()
      return order
    },
  })
}

async function runAction(
  gateway: Gateway,
  tx: Transaction,
  order: OrderRecord,
  action: PayoutAction['action'],
): Promise<string> {
  const context = paymentContext(gateway)
  const { status } = order
  switch (action) {
    case 'check': {
      if (!allows('PAYOUT', 'check', status)) throw statusConflict(status)
      // Only the simulated channel can be polled.
      const polled = gateway.config.simulation ? await pollPayout(tx, context, order) : null
      return polled?.status ?? status
    }
    case 'cancel':
      return (await transitionPayout(tx, context, order, 'CANCELLED')).status
    case 'retry': {
      // The owner of the money must be allowed to send, whichever account retries.
      const owner = (await reliedMerchant(tx, order.merchantNo))!
      if (!maySend(owner)) throw accountDisabled(owner)
      if (!allows('PAYOUT', 'retry', status)) throw transitionConflict(order, 'PROCESSING')
      return (await retryPayout(tx, context, order, { isSimulated: gateway.config.simulation })).status
    }
  }
}
