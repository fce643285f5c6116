import { type RouteId, routes } from '../navigation/routes.ts'

/** Query parameter of a money form's address -> the form field it fills in. */
export const PREFILL_FIELDS = {
  amount: 'payAmount',
  to: 'receiveMerchantNo',
  bankCode: 'bankCode',
  accountNumber: 'accountNumber',
  accountHoldName: 'accountHoldName',
  remark: 'remark',
} as const

/** The values to fill in. On the recharge page also the mode, and the recharge to continue. */
export type Prefill = Partial<Record<keyof typeof PREFILL_FIELDS | 'mode' | 'record', string | null | undefined>>

/** The address of a money form with known values filled in. Only the last page of the form moves money. */
export function formAddress(route: RouteId, prefill: Prefill): string {
  const known = Object.entries(prefill).filter((one): one is [string, string] => Boolean(one[1]))
  return known.length === 0 ? routes[route].path : `${routes[route].path}?${new URLSearchParams(known)}`
}
