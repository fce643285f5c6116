import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { ChangesQuery, type OrderFilter, PagedOrders } from '#contract/shapes/orders.ts'
import { listChanges } from '../changes/listChanges.ts'
import type { Gateway } from '../gateway.ts'
import { type Caller, mayCall } from '../http/caller.ts'
import type { PageRequest } from '../http/lists.ts'
import { serve, serveList } from '../http/serve.ts'
import { Refusal } from '../refusal.ts'
import { type Listing, listings } from './listings.ts'

/** The lists of orders and movements, and the changes of each list since a mark. */
export function listRoutes(app: FastifyInstance, { db }: Gateway): void {
  const listHandler =
    <Row>({ page }: Listing<Row>) =>
    (filter: OrderFilter, caller: Caller, pageRequest: PageRequest) =>
      page(db, filter, caller, pageRequest)

  serveList(app, calls.payinList, PagedOrders, listHandler(listings.payinList))
  serveList(app, calls.usdtPayinList, PagedOrders, listHandler(listings.usdtPayinList))
  serveList(app, calls.agentPayinList, PagedOrders, listHandler(listings.agentPayinList))
  serveList(app, calls.checkoutList, PagedOrders, listHandler(listings.checkoutList))
  serveList(app, calls.payoutList, PagedOrders, listHandler(listings.payoutList))
  serveList(app, calls.usdtPayoutList, PagedOrders, listHandler(listings.usdtPayoutList))
  serveList(app, calls.agentPayoutList, PagedOrders, listHandler(listings.agentPayoutList))
  serveList(app, calls.rechargeList, PagedOrders, listHandler(listings.rechargeList))
  serveList(app, calls.withdrawList, PagedOrders, listHandler(listings.withdrawList))
  serveList(app, calls.transferList, PagedOrders, listHandler(listings.transferList))

  serve(app, calls.changes, ChangesQuery, ({ list, since, told = since, ...filter }, caller) => {
    if (!mayCall(caller.merchant, calls[list])) throw new Refusal('FORBIDDEN')
    return listChanges(db, listings[list], { filter, since, told }, caller)
  })
}
