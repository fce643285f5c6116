import type { MerchantSecret } from '#contract/rows/credentials.ts'
import { PATTERNS } from '#contract/rules.ts'
import type { Faults } from '#machines/submission/submission.ts'
import type { FormModel } from '../form/useSettingForm.ts'

/** The values of the keys form: the public key of the merchant and its callback addresses. */
export interface KeysValues {
  merchantPublicKey: string
  payinNotifyAddress: string
  payoutNotifyAddress: string
}

export type KeysModel = FormModel<MerchantSecret, KeysValues, MerchantSecret>

/** The form values of the stored keys. */
export const initialKeys = (stored: MerchantSecret | null): KeysValues => ({
  merchantPublicKey: stored?.merchantPublicKey ?? '',
  payinNotifyAddress: stored?.payinNotifyAddress ?? '',
  payoutNotifyAddress: stored?.payoutNotifyAddress ?? '',
})

const MAX_ADDRESS_LENGTH = 255
const PEM = /^-----BEGIN PUBLIC KEY-----\s[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----$/

const addressFault = (address: string): string | null => {
  if (address === '') return null
  if (address.length > MAX_ADDRESS_LENGTH) return 'rule.tooLong'
  return PATTERNS.url.test(address) ? null : 'settings.address.rule'
}

function keyFault(typed: string): string | null {
  if (typed === '' || PEM.test(typed)) return null
  // A pasted private key is refused before it leaves the browser.
  return typed.includes('PRIVATE KEY') ? 'settings.public.private' : 'rule.format'
}

export function keysFaults({ merchantPublicKey, payinNotifyAddress, payoutNotifyAddress }: KeysValues): Faults {
  const faults = {
    merchantPublicKey: keyFault(merchantPublicKey.trim()),
    payinNotifyAddress: addressFault(payinNotifyAddress.trim()),
    payoutNotifyAddress: addressFault(payoutNotifyAddress.trim()),
  }
  return Object.fromEntries(Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== null))
}
