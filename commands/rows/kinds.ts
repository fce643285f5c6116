import { canEnter, type Permissions } from '#contract/authority.ts'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { Direction } from '#contract/kinds.ts'
import { FRACTION_DIGITS } from '#contract/money.ts'
import type { OptionList } from '#contract/options.ts'
import type { NotifyResult } from '#contract/rows/callbacks.ts'
import type { Merchant } from '#contract/rows/merchants.ts'
import type { Movement } from '#contract/rows/movements.ts'
import type { OrderTrail, PayOrder } from '#contract/rows/orders.ts'
import { PATTERNS } from '#contract/rules.ts'
import type { NotifyOrder, PagedOrders } from '#contract/shapes/orders.ts'
import { mayAllow, type StatusAction } from '#contract/statuses.ts'
import type { AppScope } from '../appScope.ts'
import { type RouteId, routes } from '../navigation/routes.ts'
import { optionLabel } from '../optionLabel.ts'
import type { Scope } from '../scope.ts'
import type {
  MovementKind,
  OrderIdentity,
  OrderRef,
  OrderRowKind,
  RowIdentity,
  RowKind,
  RowRef,
  SearchableKind,
} from './rowRef.ts'

interface Kind {
  /** Routes of its list; the first one the user may enter is used. */
  routes: readonly RouteId[]
  /** Option list of its statuses. */
  statuses: OptionList | null
  /** Option list of its types; null when all rows have the same type. */
  types: OptionList | null
  /** The field with the number shown to the user. */
  numberField: 'platOrderNo' | 'merchantNo' | 'date'
}

/** A kind that can be searched by number, amount or name. */
interface Searchable extends Kind {
  list: Call<PagedOrders, (PayOrder | Movement)[]>
  /** The filter field for the account that receives the money, and the pattern of such accounts. */
  account: { field: 'accountNumber' | 'receiveAccount'; pattern: RegExp } | null
  /** The filter field for the name of the other party. */
  nameField: 'payerName' | 'receiveName' | 'accountHoldName' | null
  fractionDigits: number
}

interface OrderKind extends Searchable {
  list: Call<PagedOrders, PayOrder[]>
  direction: Direction
  /** The list that contains the same orders. A user with access to that list does not search this one. */
  partOf: OrderRowKind | null
  /** Null when orders of this kind are read-only. */
  notify: Call<NotifyOrder, NotifyResult> | null
  trail: Call<{ id: string }, OrderTrail> | null
  /** The merchants these orders can belong to. */
  merchants: Call<Record<string, never>, Pick<Merchant, 'merchantNo' | 'merchantName'>[]>
}

const inRupiah = {
  types: null,
  numberField: 'platOrderNo',
  account: null,
  nameField: null,
  fractionDigits: FRACTION_DIGITS.IDR,
} as const satisfies Partial<Searchable>

const order = { ...inRupiah, partOf: null, notify: null, merchants: calls.merchantChoices } as const
const payin = { ...order, direction: 'PAYIN', statuses: 'PayinOrderStatus', trail: calls.payinTrail } as const
const payout = { ...order, direction: 'PAYOUT', statuses: 'PayoutOrderStatus', trail: calls.payoutTrail } as const
const movement = { ...inRupiah, statuses: 'RecordStatus', types: 'RecordType' } as const

const virtualAccount = { field: 'accountNumber', pattern: PATTERNS.bankAccount } as const
const receivingAccount = { field: 'receiveAccount', pattern: PATTERNS.bankAccount } as const
const chainAddress = { field: 'receiveAccount', pattern: PATTERNS.chainAddress } as const
const inUsdt = { account: chainAddress, fractionDigits: FRACTION_DIGITS.USDT }
const readOnly = { trail: null, merchants: calls.agentMerchants }

const day = { statuses: null, types: null, numberField: 'date' } as const
const merchant = { statuses: 'MerchantStatus', types: 'MerchantType', numberField: 'merchantNo' } as const

type Kinds = Record<OrderRowKind, OrderKind> & Record<MovementKind, Searchable> & Record<RowKind, Kind>

/** What each kind of row is: where it is listed, which fields identify it, and the calls that find, trace and notify it. */
export const rowKinds: Kinds = {
  payin: {
    ...payin,
    routes: ['txn.payin', 'txnSub.payin'],
    list: calls.payinList,
    notify: calls.payinNotify,
    account: virtualAccount,
    nameField: 'payerName',
  },
  payout: {
    ...payout,
    routes: ['txn.payout', 'txnSub.payout'],
    list: calls.payoutList,
    notify: calls.payoutNotify,
    account: receivingAccount,
    nameField: 'receiveName',
  },
  checkout: {
    ...payin,
    routes: ['txn.checkout', 'txnSub.checkout'],
    partOf: 'payin',
    list: calls.checkoutList,
    nameField: 'payerName',
  },
  usdtPayin: {
    ...payin,
    ...inUsdt,
    routes: ['usdt.payin'],
    list: calls.usdtPayinList,
    notify: calls.usdtPayinNotify,
  },
  usdtPayout: {
    ...payout,
    ...inUsdt,
    routes: ['usdt.payout'],
    list: calls.usdtPayoutList,
    notify: calls.usdtPayoutNotify,
  },
  agentPayin: {
    ...payin,
    ...readOnly,
    routes: ['payinA'],
    list: calls.agentPayinList,
    account: virtualAccount,
    nameField: 'payerName',
  },
  // Agents see only the last four digits of the account, so they cannot filter by it.
  agentPayout: { ...payout, ...readOnly, routes: ['payoutA'], list: calls.agentPayoutList, nameField: 'receiveName' },
  recharge: { ...movement, routes: ['txn.recharge'], list: calls.rechargeList, nameField: 'payerName' },
  withdraw: {
    ...movement,
    routes: ['txn.withdraw'],
    list: calls.withdrawList,
    account: virtualAccount,
    nameField: 'accountHoldName',
  },
  transfer: { ...movement, routes: ['account.transfer'], list: calls.transferList, nameField: 'receiveName' },
  entry: {
    routes: ['account.detail', 'accountSub.detail'],
    statuses: null,
    types: 'DetailType',
    numberField: 'platOrderNo',
  },
  day: { ...day, routes: ['account.daily'] },
  agentDay: { ...day, routes: ['dashboardA'] },
  agentMerchant: { ...merchant, routes: ['merchantListA'] },
  subMerchant: { ...merchant, routes: ['merchant.sub'] },
}

const LOOKUP_FIELDS = { platOrderNo: 'orderNo', merchantNo: 'merchantNo', date: null } as const

/** The filter field that finds a single row of this kind; null when there is none. */
export const lookupFieldOf = (kind: RowKind) => LOOKUP_FIELDS[rowKinds[kind].numberField]

/** In search order: orders before the less frequent movements. */
export const SEARCHABLE_KINDS = (Object.keys(rowKinds) as SearchableKind[]).filter((kind) => 'list' in rowKinds[kind])
const ORDER_KINDS = SEARCHABLE_KINDS.filter((kind) => 'direction' in rowKinds[kind])

export const isSearchableKind = (kind: RowKind): kind is SearchableKind => SEARCHABLE_KINDS.some((one) => one === kind)

export const isOrderKind = (kind: RowKind): kind is OrderRowKind => ORDER_KINDS.some((one) => one === kind)

/** The row as an order; null when it is none. */
export const orderOf = (ref: RowRef | null | undefined): OrderRef | null =>
  ref != null && isOrderKind(ref.kind) ? { kind: ref.kind, order: ref.row as OrderRef['order'] } : null

/** A check whether the status of an order allows an action; a status that is not ours may allow any. */
export const orderAllows =
  (action: StatusAction) =>
  ({ kind, order: { status } }: OrderRef): boolean =>
    mayAllow(rowKinds[kind].direction, action, status)

/** The kinds this user can search, in search order. Each row is in one kind only. */
export const searchableKindsFor = (permissions: Permissions): SearchableKind[] =>
  SEARCHABLE_KINDS.filter((kind) => {
    const partOf = isOrderKind(kind) ? rowKinds[kind].partOf : null
    return routeFor(kind, permissions) !== null && (partOf === null || routeFor(partOf, permissions) === null)
  })

/** The same, with the kind of the open list first. */
export function searchableKindsHere({ permissions, list }: Pick<Scope, 'permissions' | 'list'>): SearchableKind[] {
  const here = SEARCHABLE_KINDS.filter((kind) => kind === list?.kind)
  return [...new Set([...here, ...searchableKindsFor(permissions)])]
}

/** Whether rows of this kind can be searched by name. The holder of an account is beyond the documented conditions. */
export function isFoundByName(kind: SearchableKind, hasFilters: boolean): boolean {
  const { nameField } = rowKinds[kind]
  return nameField !== null && (hasFilters || nameField !== 'accountHoldName')
}

export const numberOf = ({ kind, row }: RowRef): string => row[rowKinds[kind].numberField] ?? row.merchantOrderNo ?? row.id

export const identityOf = (ref: RowRef): OrderIdentity<RowKind> => ({
  kind: ref.kind,
  id: ref.row.id,
  number: numberOf(ref),
  merchantOrderNo: ref.row.merchantOrderNo ?? null,
})

/** The route on which this user sees such rows, or null when there is none. */
export const routeFor = (kind: RowKind, permissions: Permissions): RouteId | null =>
  rowKinds[kind].routes.find((id) => canEnter(permissions, routes[id])) ?? null

/** The label of a status; the status itself where there is none. */
export function statusLabel<Status extends string | null>(
  kind: RowKind,
  status: Status,
  app: Pick<AppScope, 'options'>,
): string | (Status & null) {
  const { statuses } = rowKinds[kind]
  return statuses === null ? status : optionLabel(statuses, status, app)
}

/** The address of a single row: its list filtered to it, with its detail open. */
export function rowAddress({ kind, id, number }: RowIdentity, permissions: Permissions): string {
  const lookupField = lookupFieldOf(kind)
  return listAddress(kind, permissions, { ...(lookupField === null ? {} : { [lookupField]: number }), open: id })
}

/** The address of the list of such rows with these filters. */
export const listAddress = (kind: RowKind, permissions: Permissions, filter: Record<string, string>): string =>
  `${routes[routeFor(kind, permissions) ?? rowKinds[kind].routes[0]!].path}?${new URLSearchParams(filter)}`
