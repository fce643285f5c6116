import type { Permissions } from '#contract/authority.ts'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { FRACTION_DIGITS } from '#contract/money.ts'
import type { Movement } from '#contract/rows/movements.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import { PATTERNS } from '#contract/rules.ts'
import type { PagedOrders } from '#contract/shapes/orders.ts'
import { orderKinds, orderKindsFor } from '../orders/orderKinds.ts'
import type { Scope } from '../scope.ts'
import { routeFor } from './rowKinds.ts'
import type { MovementKind, RowKind, SearchableKind } from './rowRef.ts'

interface SearchableKindDefinition {
  list: Call<PagedOrders, (PayOrder | Movement)[]>
  /** The filter field for the account that receives the money, and the pattern of such accounts. */
  account: { field: 'accountNumber' | 'receiveAccount'; pattern: RegExp } | null
  /** The filter field for the name of the other party. */
  nameField: 'payerName' | 'receiveName' | 'accountHoldName' | null
  /** Fraction digits of its amounts. */
  fractionDigits: number
}

const movementKinds: Record<MovementKind, SearchableKindDefinition> = {
  recharge: { list: calls.rechargeList, account: null, nameField: 'payerName', fractionDigits: FRACTION_DIGITS.IDR },
  withdraw: {
    list: calls.withdrawList,
    account: { field: 'accountNumber', pattern: PATTERNS.bankAccount },
    nameField: 'accountHoldName',
    fractionDigits: FRACTION_DIGITS.IDR,
  },
  transfer: { list: calls.transferList, account: null, nameField: 'receiveName', fractionDigits: FRACTION_DIGITS.IDR },
}

/** How orders and movements are searched, each in its own list. */
export const searchableKinds: Record<SearchableKind, SearchableKindDefinition> = { ...orderKinds, ...movementKinds }

export const MOVEMENT_KINDS = Object.keys(movementKinds) as MovementKind[]

const isSearchableKind = (kind: RowKind): kind is SearchableKind => kind in searchableKinds

/** The kinds this user can search, in search order: orders before the less frequent movements. Each row is in one kind only. */
export const searchableKindsFor = (permissions: Permissions): SearchableKind[] => [
  ...orderKindsFor(permissions),
  ...MOVEMENT_KINDS.filter((kind) => routeFor(kind, permissions) !== null),
]

/** The same, with the kind of the open list first. */
export function searchableKindsHere({ permissions, list }: Pick<Scope, 'permissions' | 'list'>): SearchableKind[] {
  const kinds = searchableKindsFor(permissions)
  const here = list?.kind
  return here === undefined || !isSearchableKind(here) ? kinds : [here, ...kinds.filter((kind) => kind !== here)]
}
