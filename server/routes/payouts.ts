import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { PayoutAction, ReceiptQuery } from '#contract/moneyShapes.ts'
import type { PayoutOrderStatus } from '#contract/options.ts'
import { NotifyOrder, OrderFilter, OrderId, PagedOrders } from '#contract/shapes.ts'
import { audit } from '../audit.ts'
import type { Transaction } from '../db/database.ts'
import { movePayout } from '../disbursements.ts'
import { type Gateway, paymentWorld } from '../gateway.ts'
import type { Caller } from '../http/caller.ts'
import { deedOf } from '../http/deed.ts'
import { serveMoney } from '../http/money.ts'
import { serve, serveRows } from '../http/serve.ts'
import { lockOrder } from '../orders.ts'
import { hearPayout } from '../payoutDesk.ts'
import { payoutSlip } from '../payoutSlip.ts'
import { summarisePayouts } from '../queries/figures.ts'
import { merchantByNo } from '../queries/merchants.ts'
import { type OrderRecord, PAYOUTS } from '../queries/order.ts'
import { listOrders } from '../queries/orders.ts'
import { orderTrail } from '../queries/trail.ts'
import { Refusal } from '../refusal.ts'
import { notifyByHand } from './notifyByHand.ts'
import { seenOrder, seenScope } from './seen.ts'

/** Payouts: lists, figures, one order's history, and what may be done to it. */
export function payoutRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway

  for (const [row, kind] of [
    [calls.payoutList, 'PAYOUT'],
    [calls.usdtPayoutList, 'USDT_PAYOUT'],
  ] as const) {
    serveRows(app, row, PagedOrders, async (filter, { merchant }, wish) =>
      listOrders(db, await seenScope(db, merchant, kind), filter, wish),
    )
  }

  serve(app, calls.payoutCount, OrderFilter, async (filter, { merchant }) =>
    summarisePayouts(db, await seenScope(db, merchant, 'PAYOUT'), filter),
  )

  serve(app, calls.payoutTrail, OrderId, async ({ id }, { merchant }) =>
    orderTrail(db, await seenOrder(db, merchant, id, PAYOUTS)),
  )

  serve(app, calls.payoutReceipt, ReceiptQuery, async ({ merchantOrderNo }, { merchant, language }) => {
    const { order } = await orderTrail(db, await seenOrder(db, merchant, merchantOrderNo, PAYOUTS))
    if (!order.receipt) throw new Refusal('ORDER_STATE_CONFLICT')
    return payoutSlip(order, language)
  })

  serve(app, calls.payoutNotify, NotifyOrder, (input, caller) => notifyByHand(gateway, caller, input, 'PAYOUT'))

  serve(app, calls.usdtPayoutNotify, NotifyOrder, (input, caller) => notifyByHand(gateway, caller, input, 'USDT_PAYOUT'))

  serveMoney(app, gateway, calls.payoutAction, PayoutAction, async (tx, { id, action }, caller) => {
    const seen = await seenOrder(tx, caller.merchant, id, PAYOUTS)
    const { order } = await lockOrder(tx, seen)
    const to = await act(gateway, tx, caller, order, action)
    await audit(tx, {
      ...deedOf(gateway, caller),
      action,
      merchantNo: order.merchantNo,
      target: order.id,
      detail: { from: order.status, to },
    })
    return (await orderTrail(tx, seen)).order
  })
}

/** Does what was asked of a locked order, and tells the status that came of it. */
async function act(
  gateway: Gateway,
  tx: Transaction,
  { merchant }: Caller,
  order: OrderRecord,
  action: PayoutAction['action'],
): Promise<string> {
  const world = paymentWorld(gateway)
  const { status } = order
  switch (action) {
    case 'check': {
      if (!ASKABLE.includes(status)) throw new Refusal('ORDER_STATE_CONFLICT')
      // Only the demo has a channel that can be asked.
      const heard = gateway.config.simulation ? await hearPayout(tx, world, order) : null
      return heard?.status ?? status
    }
    case 'cancel':
      if (merchant.status === 'FROZEN') throw new Refusal('ACCOUNT_DISABLED')
      return (await movePayout(tx, world, order, 'CANCELLED')).status
    case 'retry': {
      // Whoever asks for it, it is its owner's money.
      const owner = await merchantByNo(tx, order.merchantNo)
      if (merchant.status === 'FROZEN' || owner?.status !== 'ACTIVE') throw new Refusal('ACCOUNT_DISABLED')
      // One that was never sent is not sent again.
      if (status !== 'FAILED') throw new Refusal('ORDER_STATE_CONFLICT', { detail: { from: status, to: 'PROCESSING' } })
      return (await movePayout(tx, world, order, 'PROCESSING')).status
    }
  }
}

const ASKABLE: readonly string[] = ['CREATED', 'PROCESSING', 'UNKNOWN'] satisfies PayoutOrderStatus[]
