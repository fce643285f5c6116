import { type RouteId, routes } from '../navigation/routes.ts'

/** What the address of a money form may bring along, and the field that it fills in. */
export const PREFILL_FIELDS = {
  amount: 'payAmount',
  to: 'receiveMerchantNo',
  bankCode: 'bankCode',
  accountNumber: 'accountNumber',
  accountHoldName: 'accountHoldName',
  remark: 'remark',
} as const

/** The same, and on the page of recharges: which way, and which of them is gone on with. */
export type Prefill = Partial<Record<keyof typeof PREFILL_FIELDS | 'mode' | 'record', string | null | undefined>>

/** A money form with what is known already in it. Money moves on its last page only. */
export function formAddress(place: RouteId, brought: Prefill): string {
  const known = Object.entries(brought).filter((one): one is [string, string] => Boolean(one[1]))
  return known.length === 0 ? routes[place].path : `${routes[place].path}?${new URLSearchParams(known)}`
}
