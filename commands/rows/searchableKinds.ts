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
  /** The field of its filter that has the account money comes to, and what such an account looks like. */
  account: { field: 'accountNumber' | 'receiveAccount'; pattern: RegExp } | null
  /** The field of its filter that has the other side's name. */
  nameField: 'payerName' | 'receiveName' | 'accountHoldName' | null
  /** Decimals of its amounts. */
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

/** By what orders and records are found, each in its own list. */
export const searchableKinds: Record<SearchableKind, SearchableKindDefinition> = { ...orderKinds, ...movementKinds }

export const MOVEMENT_KINDS = Object.keys(movementKinds) as MovementKind[]

const isSearchableKind = (kind: RowKind): kind is SearchableKind => kind in searchableKinds

/** What this user may look up, each row in one of them, as they are tried: orders before records, of which there are fewer. */
export const searchableKindsFor = (permissions: Permissions): SearchableKind[] => [
  ...orderKindsFor(permissions),
  ...MOVEMENT_KINDS.filter((kind) => routeFor(kind, permissions) !== null),
]

/** The same for who has a list before him: what he means is in that one first of all. */
export function searchableKindsHere({ permissions, list }: Pick<Scope, 'permissions' | 'list'>): SearchableKind[] {
  const kinds = searchableKindsFor(permissions)
  const here = list?.kind
  return here === undefined || !isSearchableKind(here) ? kinds : [here, ...kinds.filter((kind) => kind !== here)]
}
