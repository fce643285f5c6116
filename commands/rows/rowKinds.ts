import { canEnter, type Permissions } from '#contract/authority.ts'
import type { OptionList } from '#contract/options.ts'
import type { AppScope } from '../appScope.ts'
import { type RouteId, routes } from '../navigation/routes.ts'
import { optionLabel } from '../optionLabel.ts'
import type { RowIdentity, RowKind, RowRef } from './rowRef.ts'

interface RowKindDefinition {
  /** Routes of its list; the first one the user may enter is used. */
  routes: readonly RouteId[]
  /** Option list of its statuses. */
  statuses: OptionList | null
  /** Option list of its types; null when all rows have the same type. */
  types: OptionList | null
  /** The field with the number shown to the user. */
  numberField: 'platOrderNo' | 'merchantNo' | 'date'
  /** The filter field that finds a single row; null when there is none. */
  lookupField: 'orderNo' | 'merchantNo' | null
  /** Whether opened rows are kept in the recents. */
  isRecentable: boolean
}

const order = (statuses: OptionList, ...ids: RouteId[]): RowKindDefinition => ({
  routes: ids,
  statuses,
  types: statuses === 'RecordStatus' ? 'RecordType' : null,
  numberField: 'platOrderNo',
  lookupField: 'orderNo',
  isRecentable: true,
})

const merchant = (...ids: RouteId[]): RowKindDefinition => ({
  routes: ids,
  statuses: 'MerchantStatus',
  types: 'MerchantType',
  numberField: 'merchantNo',
  lookupField: 'merchantNo',
  isRecentable: false,
})

/** Where each kind of row is listed, and which fields identify it. */
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

/** The number shown for a row. */
export const numberOf = ({ kind, row }: RowRef): string => row[rowKinds[kind].numberField] ?? row.id

export const identityOf = (ref: RowRef): RowIdentity => ({ kind: ref.kind, id: ref.row.id, number: numberOf(ref) })

/** The route on which this user sees such rows, or null when there is none. */
export const routeFor = (kind: RowKind, permissions: Permissions): RouteId | null =>
  rowKinds[kind].routes.find((id) => canEnter(permissions, routes[id])) ?? null

/** The label of a status; the status itself while the labels are not loaded. */
export function statusLabel(kind: RowKind, status: string, app: Pick<AppScope, 'options'>): string {
  const { statuses } = rowKinds[kind]
  return statuses === null ? status : optionLabel(statuses, status, app)
}

/** The address of a single row: its list filtered to it, with its detail open. */
export function rowAddress({ kind, id, number }: RowIdentity, permissions: Permissions): string {
  const { lookupField } = rowKinds[kind]
  return listAddress(kind, permissions, { ...(lookupField === null ? {} : { [lookupField]: number }), open: id })
}

/** The address of the list of such rows with these filters. */
export const listAddress = (kind: RowKind, permissions: Permissions, filter: Record<string, string>): string =>
  `${routes[routeFor(kind, permissions) ?? rowKinds[kind].routes[0]!].path}?${new URLSearchParams(filter)}`
