import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { LIVE_LIST_NAMES } from '#contract/rows/liveLists.ts'
import { ChangesQuery, PagedOrders } from '#contract/shapes/orders.ts'
import { listChanges } from '../changes/listChanges.ts'
import type { Gateway } from '../gateway.ts'
import { mayCall } from '../http/caller.ts'
import { serve, serveList } from '../http/serve.ts'
import { Refusal } from '../refusal.ts'
import { listings } from './listings.ts'

/** The lists of orders and movements, and the changes of each list since a mark. */
export function listRoutes(app: FastifyInstance, { db }: Gateway): void {
  for (const list of LIVE_LIST_NAMES) {
    serveList(app, calls[list], PagedOrders, (filter, caller, page) => listings[list].page(db, filter, caller, page))
  }

  serve(app, calls.changes, ChangesQuery, ({ list, since, told = since, ...filter }, caller) => {
    if (!mayCall(caller.merchant, calls[list])) throw new Refusal('FORBIDDEN')
    return listChanges(db, listings[list], { filter, since, told }, caller)
  })
}
