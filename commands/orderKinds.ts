import { mayEnter, type PermissionKey, type Permissions } from '#contract/authority.ts'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { PLACES } from '#contract/money.ts'
import { NOTIFIABLE, NOTIFIABLE_PAYOUTS, type OptionList } from '#contract/options.ts'
import type { MerchantChoice, NotifyResult, OrderTrail, PayOrder } from '#contract/rows.ts'
import { PATTERNS } from '#contract/rules.ts'
import type { NotifyOrder, PagedOrders } from '#contract/shapes.ts'
import { type PlaceId, places } from './places.ts'
import type { AppScope, OrderKey, OrderKind, OrderRef, Scope } from './scope.ts'

interface OrderKindFacts {
  /** The list that has the same orders too, so that nobody who sees that one looks for them here. */
  partOf: OrderKind | null
  /** Where its list stands; of several the first that the user may enter. */
  places: readonly PlaceId[]
  direction: 'PAYIN' | 'PAYOUT'
  list: Call<PagedOrders, PayOrder[]>
  /** Null where orders are only looked at. */
  notify: { call: Call<NotifyOrder, NotifyResult>; key: PermissionKey; statuses: readonly string[] } | null
  trail: Call<{ id: string }, OrderTrail> | null
  /** The field of its filter that has the account money comes to, and what such an account looks like. */
  account: { field: 'accountNumber' | 'receiveAccount'; pattern: RegExp } | null
  /** The field of its filter that has the other side's name. */
  person: 'payerName' | 'receiveName' | null
  /** Decimals of its amounts. */
  decimals: number
  /** Whose orders these may be. */
  merchants: Call<Record<string, never>, Pick<MerchantChoice, 'merchantNo' | 'merchantName'>[]>
}

/** By which calls each kind of order is found, followed and notified. */
export const orderKinds: Record<OrderKind, OrderKindFacts> = {
  payin: {
    places: ['txn.payin', 'txnSub.payin'],
    partOf: null,
    direction: 'PAYIN',
    list: calls.payinList,
    notify: { call: calls.payinNotify, key: 'payin_notify', statuses: NOTIFIABLE },
    trail: calls.payinTrail,
    account: { field: 'accountNumber', pattern: PATTERNS.bankAccount },
    person: 'payerName',
    decimals: PLACES.IDR,
    merchants: calls.merchantChoices,
  },
  payout: {
    places: ['txn.payout', 'txnSub.payout'],
    partOf: null,
    direction: 'PAYOUT',
    list: calls.payoutList,
    notify: { call: calls.payoutNotify, key: 'payout_notify', statuses: NOTIFIABLE_PAYOUTS },
    trail: calls.payoutTrail,
    account: { field: 'receiveAccount', pattern: PATTERNS.bankAccount },
    person: 'receiveName',
    decimals: PLACES.IDR,
    merchants: calls.merchantChoices,
  },
  checkout: {
    places: ['txn.checkout', 'txnSub.checkout'],
    partOf: 'payin',
    direction: 'PAYIN',
    list: calls.checkoutList,
    notify: null,
    trail: calls.payinTrail,
    account: null,
    person: 'payerName',
    decimals: PLACES.IDR,
    merchants: calls.merchantChoices,
  },
  usdtPayin: {
    places: ['usdt.payin'],
    partOf: null,
    direction: 'PAYIN',
    list: calls.usdtPayinList,
    notify: { call: calls.usdtPayinNotify, key: 'payin_notify', statuses: NOTIFIABLE },
    trail: calls.payinTrail,
    account: { field: 'receiveAccount', pattern: PATTERNS.chainAddress },
    person: null,
    decimals: PLACES.USDT,
    merchants: calls.merchantChoices,
  },
  usdtPayout: {
    places: ['usdt.payout'],
    partOf: null,
    direction: 'PAYOUT',
    list: calls.usdtPayoutList,
    notify: { call: calls.usdtPayoutNotify, key: 'payout_notify', statuses: NOTIFIABLE_PAYOUTS },
    trail: calls.payoutTrail,
    account: { field: 'receiveAccount', pattern: PATTERNS.chainAddress },
    person: null,
    decimals: PLACES.USDT,
    merchants: calls.merchantChoices,
  },
  agentPayin: {
    places: ['payinA'],
    partOf: null,
    direction: 'PAYIN',
    list: calls.agentPayinList,
    notify: null,
    trail: null,
    account: null,
    person: null,
    decimals: PLACES.IDR,
    merchants: calls.agentMerchants,
  },
  agentPayout: {
    places: ['payoutA'],
    partOf: null,
    direction: 'PAYOUT',
    list: calls.agentPayoutList,
    notify: null,
    trail: null,
    account: null,
    person: null,
    decimals: PLACES.IDR,
    merchants: calls.agentMerchants,
  },
}

/** The option list that has the statuses of such orders. */
export const statusList = (kind: OrderKind): OptionList =>
  orderKinds[kind].direction === 'PAYIN' ? 'PayinOrderStatus' : 'PayoutOrderStatus'

/** A status of such an order in words; itself while the words are not here. */
export const statusWord = (kind: OrderKind, status: string, app: Pick<AppScope, 'options'>): string =>
  app.options(statusList(kind)).find(({ key }) => key === status)?.value ?? status

/** Whether its merchant may be told of it, as it stands. */
export const isNotifiable = ({ kind, order }: OrderRef): boolean =>
  orderKinds[kind].notify?.statuses.includes(order.status) === true

/** The place where this user sees such orders, or null where he may not. */
export const placeOf = (kind: OrderKind, permissions: Permissions): PlaceId | null =>
  orderKinds[kind].places.find((id) => mayEnter(permissions, places[id])) ?? null

/** The kinds of order this user may look up, each order in one of them, as they are tried. */
export const kindsFor = (permissions: Permissions): OrderKind[] =>
  (Object.keys(orderKinds) as OrderKind[]).filter((kind) => {
    const { partOf } = orderKinds[kind]
    return placeOf(kind, permissions) !== null && (partOf === null || placeOf(partOf, permissions) === null)
  })

/** The same for who has a list before him: what he means is in that one first of all. */
export function kindsHere({ permissions, list }: Pick<Scope, 'permissions' | 'list'>): OrderKind[] {
  const kinds = kindsFor(permissions)
  return list === null ? kinds : [list.kind, ...kinds.filter((kind) => kind !== list.kind)]
}

/** The address that shows one order: its list with nothing else in it, and its detail. */
export function orderAddress({ kind, id, number }: OrderKey, permissions: Permissions): string {
  return `${listPath(kind, permissions)}?${new URLSearchParams({ orderNo: number, open: id })}`
}

/** The address of the list of such orders with these filters. */
export const listAddress = (kind: OrderKind, permissions: Permissions, filter: Record<string, string>): string =>
  `${listPath(kind, permissions)}?${new URLSearchParams(filter)}`

const listPath = (kind: OrderKind, permissions: Permissions): string =>
  places[placeOf(kind, permissions) ?? orderKinds[kind].places[0]!].path
