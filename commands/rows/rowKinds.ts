import { canEnter, type Permissions } from '#contract/authority.ts'
import type { OptionList } from '#contract/options.ts'
import type { AppScope } from '../appScope.ts'
import { type RouteId, routes } from '../navigation/routes.ts'
import { optionLabel } from '../optionLabel.ts'
import type { RowIdentity, RowKind, RowRef } from './rowRef.ts'

interface RowKindDefinition {
  /** Where its list stands; of several the first that the user may enter. */
  routes: readonly RouteId[]
  /** The option list that has the states of such rows. */
  statuses: OptionList | null
  /** The one that has what such a row is; null where all are the same. */
  types: OptionList | null
  /** The field that has the number it is known by. */
  numberField: 'platOrderNo' | 'merchantNo' | 'date'
  /** What its list is asked by for the one row; null where rows are found by being there. */
  lookupField: 'orderNo' | 'merchantNo' | null
  /** Whether it is a thing of its own, that somebody may want to come back to. */
  isRecentable: boolean
}

const order = (statuses: OptionList, ...at: RouteId[]): RowKindDefinition => ({
  routes: at,
  statuses,
  types: statuses === 'RecordStatus' ? 'RecordType' : null,
  numberField: 'platOrderNo',
  lookupField: 'orderNo',
  isRecentable: true,
})

const merchant = (...at: RouteId[]): RowKindDefinition => ({
  routes: at,
  statuses: 'MerchantStatus',
  types: 'MerchantType',
  numberField: 'merchantNo',
  lookupField: 'merchantNo',
  isRecentable: false,
})

/** Where each kind of row is listed, and by what it is known. */
export const rowKinds: Record<RowKind, RowKindDefinition> = {
  payin: order('PayinOrderStatus', 'txn.payin', 'txnSub.payin'),
  payout: order('PayoutOrderStatus', 'txn.payout', 'txnSub.payout'),
  checkout: order('PayinOrderStatus', 'txn.checkout', 'txnSub.checkout'),
  usdtPayin: order('PayinOrderStatus', 'usdt.payin'),
  usdtPayout: order('PayoutOrderStatus', 'usdt.payout'),
  agentPayin: order('PayinOrderStatus', 'payinA'),
  agentPayout: order('PayoutOrderStatus', 'payoutA'),
  recharge: order('RecordStatus', 'txn.recharge'),
  withdraw: order('RecordStatus', 'txn.withdraw'),
  transfer: order('RecordStatus', 'account.transfer'),
  entry: {
    routes: ['account.detail', 'accountSub.detail'],
    statuses: null,
    types: 'DetailType',
    numberField: 'platOrderNo',
    lookupField: 'orderNo',
    isRecentable: false,
  },
  day: { routes: ['account.daily'], statuses: null, types: null, numberField: 'date', lookupField: null, isRecentable: false },
  agentDay: {
    routes: ['dashboardA'],
    statuses: null,
    types: null,
    numberField: 'date',
    lookupField: null,
    isRecentable: false,
  },
  agentMerchant: merchant('merchantListA'),
  subMerchant: merchant('merchant.sub'),
}

/** The number a row is known by. */
export const numberOf = ({ kind, row }: RowRef): string => row[rowKinds[kind].numberField] ?? row.id

export const identityOf = (ref: RowRef): RowIdentity => ({ kind: ref.kind, id: ref.row.id, number: numberOf(ref) })

/** The place where this user sees such rows, or null where he may not. */
export const routeFor = (kind: RowKind, permissions: Permissions): RouteId | null =>
  rowKinds[kind].routes.find((id) => canEnter(permissions, routes[id])) ?? null

/** A state of such a row in words; itself while the words are not here. */
export function statusLabel(kind: RowKind, status: string, app: Pick<AppScope, 'options'>): string {
  const { statuses } = rowKinds[kind]
  return statuses === null ? status : optionLabel(statuses, status, app)
}

/** The address that shows one row: its list with nothing else in it, and its detail. */
export function rowAddress({ kind, id, number }: RowIdentity, permissions: Permissions): string {
  const { lookupField: by } = rowKinds[kind]
  return listAddress(kind, permissions, { ...(by === null ? {} : { [by]: number }), open: id })
}

/** The address of the list of such rows with these filters. */
export const listAddress = (kind: RowKind, permissions: Permissions, filter: Record<string, string>): string =>
  `${routes[routeFor(kind, permissions) ?? rowKinds[kind].routes[0]!].path}?${new URLSearchParams(filter)}`
