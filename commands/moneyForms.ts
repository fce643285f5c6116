import { type PlaceId, places } from './places.ts'

/** What the address of a money form may bring along, and the field that it fills in. */
export const PREFILLS = {
  amount: 'payAmount',
  to: 'receiveMerchantNo',
  bankCode: 'bankCode',
  accountNumber: 'accountNumber',
  accountHoldName: 'accountHoldName',
  remark: 'remark',
} as const

/** The same, and on the page of recharges: which way, and which of them is gone on with. */
export type Brought = Partial<Record<keyof typeof PREFILLS | 'mode' | 'record', string | null | undefined>>

/** A money form with what is known already in it. Money moves on its last page only. */
export function formAddress(place: PlaceId, brought: Brought): string {
  const known = Object.entries(brought).filter((one): one is [string, string] => Boolean(one[1]))
  return known.length === 0 ? places[place].path : `${places[place].path}?${new URLSearchParams(known)}`
}
