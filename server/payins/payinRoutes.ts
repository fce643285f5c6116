import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import { ChannelQuery, OrderFilter, OrderId, PayinAction, PayinDecision, VaNumber } from '#contract/shapes/orders.ts'
import { allows } from '#contract/statuses.ts'
import { audit, onOrder } from '../audit/audit.ts'
import { type Gateway, paymentContext } from '../gateway.ts'
import { serveMoney } from '../http/money.ts'
import { serve, serveSearch } from '../http/serve.ts'
import { channelsOf, merchantChoices } from '../merchants/merchants.ts'
import { summarisePayins } from '../orders/figures.ts'
import { ordersOfVa } from '../orders/orderQueries.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import { orderTrail, orderView } from '../orders/orderTrail.ts'
import { viewerOf } from '../orders/viewer.ts'
import { findVisibleOrder, visibleScope } from '../orders/visibleOrders.ts'
import { statusConflict } from '../refusal.ts'
import { MINUTE } from '../wib.ts'
import { transitionPayin } from './payins.ts'

/** Payins: totals, the history of one order, channels and actions. */
export function payinRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, clock } = gateway

  const sendCallback = (order: PayOrder): PayOrder => {
    gateway.callbacks.flush()
    return order
  }

  serveSearch(app, calls.payinCount, OrderFilter, async (filter, { merchant }) =>
    summarisePayins(db, await visibleScope(db, merchant, 'PAYIN'), filter),
  )

  serve(app, calls.payinTrail, OrderId, async ({ id }, { merchant }) =>
    orderTrail(db, await findVisibleOrder(db, merchant, id), viewerOf(merchant)),
  )

  serve(app, calls.vaNumber, VaNumber, async ({ accountNumber }, { merchant }) =>
    ordersOfVa(db, await visibleScope(db, merchant, 'PAYIN'), accountNumber),
  )

  serve(app, calls.payChannels, ChannelQuery, ({ type = 'PAYIN' }, { merchant }) => channelsOf(db, merchant, type))

  serve(app, calls.merchantChoices, NoInput, (_, { merchant }) => merchantChoices(db, merchant))

  serveMoney(app, gateway, calls.payinAction, PayinAction, {
    async execute(tx, { id, action }, caller) {
      const order = await findVisibleOrder(tx, caller.merchant, id, ['PAYIN'])
      const to = action === 'close' ? 'CLOSED' : checkedStatus(order, clock.now())
      if (to !== null) await transitionPayin(tx, paymentContext(gateway), order, to)
      await audit(tx, gateway, caller, action, onOrder(order, { from: order.status, to: to ?? order.status }))
      return orderView(tx, order, viewerOf(caller.merchant))
    },
    reply: sendCallback,
  })

  serveMoney(app, gateway, calls.decidePayin, PayinDecision, {
    async execute(tx, { id, action }, caller) {
      const order = await findVisibleOrder(tx, caller.merchant, id)
      if (!allows('PAYIN', action, order.status)) throw statusConflict(order.status)
      const to = action === 'accept' ? 'SUCCESS' : 'FAILED'
      // An order that was decided in between has another status, which no amount but its own leads on from.
      await transitionPayin(tx, paymentContext(gateway), order, to, { paidAmount: order.paidAmount! })
      await audit(tx, gateway, caller, action, onOrder(order, { from: order.status, to }))
      return orderView(tx, order, viewerOf(caller.merchant))
    },
    reply: sendCallback,
  })
}

/** Checks an undecided payin with the channel: EXPIRED for a pending one past its expiry, null for no change. */
function checkedStatus({ status, createTime, expiryMinutes }: OrderRecord, now: number): 'EXPIRED' | null {
  if (!allows('PAYIN', 'check', status)) throw statusConflict(status)
  const overdue = expiryMinutes !== null && createTime.getTime() + expiryMinutes * MINUTE <= now
  return status === 'PENDING' && overdue ? 'EXPIRED' : null
}
