import type { Permission, Permissions } from '#contract/authority.ts'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { FRACTION_DIGITS } from '#contract/money.ts'
import { NOTIFIABLE_PAYIN_STATUSES, NOTIFIABLE_PAYOUT_STATUSES } from '#contract/options.ts'
import type { NotifyResult } from '#contract/rows/callbacks.ts'
import type { MerchantChoice } from '#contract/rows/merchants.ts'
import type { OrderTrail, PayOrder } from '#contract/rows/orders.ts'
import { PATTERNS } from '#contract/rules.ts'
import type { NotifyOrder, PagedOrders } from '#contract/shapes/orders.ts'
import { routeFor } from '../rows/rowKinds.ts'
import type { OrderKind, OrderRef, RowKind, RowRef } from '../rows/rowRef.ts'

interface OrderKindDefinition {
  /** The list that contains the same orders. A user with access to that list does not search this one. */
  partOf: OrderKind | null
  direction: 'PAYIN' | 'PAYOUT'
  list: Call<PagedOrders, PayOrder[]>
  /** Null when orders of this kind are read-only. */
  notify: { call: Call<NotifyOrder, NotifyResult>; permission: Permission; statuses: readonly string[] } | null
  trail: Call<{ id: string }, OrderTrail> | null
  /** The filter field for the account that receives the money, and the pattern of such accounts. */
  account: { field: 'accountNumber' | 'receiveAccount'; pattern: RegExp } | null
  /** The filter field for the name of the other party. */
  nameField: 'payerName' | 'receiveName' | null
  /** Fraction digits of its amounts. */
  fractionDigits: number
  /** The merchants these orders can belong to. */
  merchants: Call<Record<string, never>, Pick<MerchantChoice, 'merchantNo' | 'merchantName'>[]>
}

/** The calls that find, trace and notify each kind of order. */
export const orderKinds: Record<OrderKind, OrderKindDefinition> = {
  payin: {
    partOf: null,
    direction: 'PAYIN',
    list: calls.payinList,
    notify: { call: calls.payinNotify, permission: 'payin_notify', statuses: NOTIFIABLE_PAYIN_STATUSES },
    trail: calls.payinTrail,
    account: { field: 'accountNumber', pattern: PATTERNS.bankAccount },
    nameField: 'payerName',
    fractionDigits: FRACTION_DIGITS.IDR,
    merchants: calls.merchantChoices,
  },
  payout: {
    partOf: null,
    direction: 'PAYOUT',
    list: calls.payoutList,
    notify: { call: calls.payoutNotify, permission: 'payout_notify', statuses: NOTIFIABLE_PAYOUT_STATUSES },
    trail: calls.payoutTrail,
    account: { field: 'receiveAccount', pattern: PATTERNS.bankAccount },
    nameField: 'receiveName',
    fractionDigits: FRACTION_DIGITS.IDR,
    merchants: calls.merchantChoices,
  },
  checkout: {
    partOf: 'payin',
    direction: 'PAYIN',
    list: calls.checkoutList,
    notify: null,
    trail: calls.payinTrail,
    account: null,
    nameField: 'payerName',
    fractionDigits: FRACTION_DIGITS.IDR,
    merchants: calls.merchantChoices,
  },
  usdtPayin: {
    partOf: null,
    direction: 'PAYIN',
    list: calls.usdtPayinList,
    notify: { call: calls.usdtPayinNotify, permission: 'payin_notify', statuses: NOTIFIABLE_PAYIN_STATUSES },
    trail: calls.payinTrail,
    account: { field: 'receiveAccount', pattern: PATTERNS.chainAddress },
    nameField: null,
    fractionDigits: FRACTION_DIGITS.USDT,
    merchants: calls.merchantChoices,
  },
  usdtPayout: {
    partOf: null,
    direction: 'PAYOUT',
    list: calls.usdtPayoutList,
    notify: { call: calls.usdtPayoutNotify, permission: 'payout_notify', statuses: NOTIFIABLE_PAYOUT_STATUSES },
    trail: calls.payoutTrail,
    account: { field: 'receiveAccount', pattern: PATTERNS.chainAddress },
    nameField: null,
    fractionDigits: FRACTION_DIGITS.USDT,
    merchants: calls.merchantChoices,
  },
  agentPayin: {
    partOf: null,
    direction: 'PAYIN',
    list: calls.agentPayinList,
    notify: null,
    trail: null,
    account: { field: 'accountNumber', pattern: PATTERNS.bankAccount },
    nameField: 'payerName',
    fractionDigits: FRACTION_DIGITS.IDR,
    merchants: calls.agentMerchants,
  },
  agentPayout: {
    partOf: null,
    direction: 'PAYOUT',
    list: calls.agentPayoutList,
    notify: null,
    trail: null,
    // Agents see only the last four digits of the account, so they cannot filter by it.
    account: null,
    nameField: 'receiveName',
    fractionDigits: FRACTION_DIGITS.IDR,
    merchants: calls.agentMerchants,
  },
}

export const isOrderKind = (kind: RowKind): kind is OrderKind => kind in orderKinds

/** The row as an order; null when it is none. */
export const orderOf = (ref: RowRef | null | undefined): OrderRef | null =>
  ref != null && isOrderKind(ref.kind) ? { kind: ref.kind, order: ref.row as OrderRef['order'] } : null

/** Whether the callback can be sent in the current status. */
export const isNotifiable = ({ kind, order }: OrderRef): boolean =>
  orderKinds[kind].notify?.statuses.includes(order.status) === true

/** The kinds of order this user can search, in search order. Each order is in exactly one kind. */
export const orderKindsFor = (permissions: Permissions): OrderKind[] =>
  (Object.keys(orderKinds) as OrderKind[]).filter((kind) => {
    const { partOf } = orderKinds[kind]
    return routeFor(kind, permissions) !== null && (partOf === null || routeFor(partOf, permissions) === null)
  })
