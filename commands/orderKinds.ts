import { mayEnter, type Permissions } from '#contract/authority.ts'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { NotifyResult, OrderTrail, PayOrder } from '#contract/rows.ts'
import type { NotifyOrder, PagedOrders } from '#contract/shapes.ts'
import { type PlaceId, places } from './places.ts'
import type { OrderKey, OrderKind } from './scope.ts'

interface OrderKindFacts {
  /** Where its list stands; of several the first that the user may enter. */
  places: readonly PlaceId[]
  list: Call<PagedOrders, PayOrder[]>
  /** Null where orders are only looked at. */
  notify: Call<NotifyOrder, NotifyResult> | null
  trail: Call<{ id: string }, OrderTrail> | null
}

/** By which calls each kind of order is found, followed and notified. */
export const orderKinds: Record<OrderKind, OrderKindFacts> = {
  payin: {
    places: ['txn.payin', 'txnSub.payin'],
    list: calls.payinList,
    notify: calls.payinNotify,
    trail: calls.payinTrail,
  },
  usdtPayin: { places: ['usdt.payin'], list: calls.usdtPayinList, notify: calls.usdtPayinNotify, trail: calls.payinTrail },
  agentPayin: { places: ['payinA'], list: calls.agentPayinList, notify: null, trail: null },
}

/** The place where this user sees such orders, or null where he may not. */
export const placeOf = (kind: OrderKind, permissions: Permissions): PlaceId | null =>
  orderKinds[kind].places.find((id) => mayEnter(permissions, places[id])) ?? null

/** The kinds of order this user may look up, in the order in which they are tried. */
export const kindsFor = (permissions: Permissions): OrderKind[] =>
  (Object.keys(orderKinds) as OrderKind[]).filter((kind) => placeOf(kind, permissions) !== null)

/** The address that shows one order: its list with nothing else in it, and its detail. */
export function orderAddress({ kind, id, number }: OrderKey, permissions: Permissions): string {
  return `${listPath(kind, permissions)}?${new URLSearchParams({ orderNo: number, open: id })}`
}

/** The address of the list of such orders with these filters. */
export const listAddress = (kind: OrderKind, permissions: Permissions, filter: Record<string, string>): string =>
  `${listPath(kind, permissions)}?${new URLSearchParams(filter)}`

const listPath = (kind: OrderKind, permissions: Permissions): string =>
  places[placeOf(kind, permissions) ?? orderKinds[kind].places[0]!].path
