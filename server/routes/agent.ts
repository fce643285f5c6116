import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { PayOrder } from '#contract/rows.ts'
import { NoInput, PagedOrders } from '#contract/shapes.ts'
import type { Gateway } from '../gateway.ts'
import { serve, serveRows } from '../http/serve.ts'
import { agentMerchants, scopeOf } from '../queries/merchants.ts'
import { listOrders } from '../queries/orders.ts'

/** What an agent sees of the merchants it brought: read only, and nobody's personal data. */
export function agentRoutes(app: FastifyInstance, { db }: Gateway): void {
  serve(app, calls.agentMerchants, NoInput, (_, { merchant }) => agentMerchants(db, merchant.merchantNo))

  for (const [row, kind] of [
    [calls.agentPayinList, 'PAYIN'],
    [calls.agentPayoutList, 'PAYOUT'],
  ] as const) {
    serveRows(app, row, PagedOrders, async (filter, { merchant }, wish) => {
      const page = await listOrders(db, { merchantNos: await scopeOf(db, merchant), kind }, filter, wish)
      return { ...page, rows: page.rows.map(masked) }
    })
  }
}

const masked = (order: PayOrder): PayOrder => ({
  ...order,
  platAccountId: null,
  payerAccountNumber: null,
  mobile: null,
  receiveAccount: order.receiveAccount === null ? null : `****${order.receiveAccount.slice(-4)}`,
})
