import type { Permissions } from '#contract/authority.ts'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { PLACES } from '#contract/money.ts'
import type { MoneyRecord } from '#contract/moneyRows.ts'
import type { PayOrder } from '#contract/rows.ts'
import { PATTERNS } from '#contract/rules.ts'
import type { PagedOrders } from '#contract/shapes.ts'
import { kindsFor, orderKinds } from './orderKinds.ts'
import { placeOf } from './rowKinds.ts'
import type { FoundKind, RecordKind, RowKind, Scope } from './scope.ts'

interface FoundKindFacts {
  list: Call<PagedOrders, (PayOrder | MoneyRecord)[]>
  /** The field of its filter that has the account money comes to, and what such an account looks like. */
  account: { field: 'accountNumber' | 'receiveAccount'; pattern: RegExp } | null
  /** The field of its filter that has the other side's name. */
  person: 'payerName' | 'receiveName' | 'accountHoldName' | null
  /** Decimals of its amounts. */
  decimals: number
}

const recordKinds: Record<RecordKind, FoundKindFacts> = {
  recharge: { list: calls.rechargeList, account: null, person: 'payerName', decimals: PLACES.IDR },
  withdraw: {
    list: calls.withdrawList,
    account: { field: 'accountNumber', pattern: PATTERNS.bankAccount },
    person: 'accountHoldName',
    decimals: PLACES.IDR,
  },
  transfer: { list: calls.transferList, account: null, person: 'receiveName', decimals: PLACES.IDR },
}

/** By what orders and records are found, each in its own list. */
export const foundKinds: Record<FoundKind, FoundKindFacts> = { ...orderKinds, ...recordKinds }

export const RECORDS = Object.keys(recordKinds) as RecordKind[]

const isFoundKind = (kind: RowKind): kind is FoundKind => kind in foundKinds

/** What this user may look up, each row in one of them, as they are tried: orders before records, of which there are fewer. */
export const foundFor = (permissions: Permissions): FoundKind[] => [
  ...kindsFor(permissions),
  ...RECORDS.filter((kind) => placeOf(kind, permissions) !== null),
]

/** The same for who has a list before him: what he means is in that one first of all. */
export function foundHere({ permissions, list }: Pick<Scope, 'permissions' | 'list'>): FoundKind[] {
  const kinds = foundFor(permissions)
  const here = list?.kind
  return here === undefined || !isFoundKind(here) ? kinds : [here, ...kinds.filter((kind) => kind !== here)]
}
