import type { MerchantSecret } from '#contract/merchantRows.ts'
import { PATTERNS } from '#contract/rules.ts'
import { createSavingMachine, type Faults } from '#machines/settings/savingMachine.ts'

/** What is typed of the keys: the merchant's own, and where it is called back. */
export interface KeysValues {
  merchantPublicKey: string
  payinNotifyAddress: string
  payoutNotifyAddress: string
}

/** The keys as a form has them. */
export const initialKeys = (stored: MerchantSecret | null): KeysValues => ({
  merchantPublicKey: stored?.merchantPublicKey ?? '',
  payinNotifyAddress: stored?.payinNotifyAddress ?? '',
  payoutNotifyAddress: stored?.payoutNotifyAddress ?? '',
})

const MAX_ADDRESS_LENGTH = 255
const PEM = /^-----BEGIN PUBLIC KEY-----\s[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----$/

const addressFault = (address: string): Faults[string] | null => {
  if (address === '') return null
  if (address.length > MAX_ADDRESS_LENGTH) return 'rule.tooLong'
  return PATTERNS.url.test(address) ? null : 'settings.address.rule'
}

function keyFault(typed: string): string | null {
  if (typed === '' || PEM.test(typed)) return null
  // Whoever pastes the wrong half of his pair is told so before it has left the browser.
  return typed.includes('PRIVATE KEY') ? 'settings.public.private' : 'rule.format'
}

export const keysMachine = createSavingMachine<MerchantSecret, KeysValues, MerchantSecret>({
  open: initialKeys,
  check({ merchantPublicKey, payinNotifyAddress, payoutNotifyAddress }) {
    const faults = {
      merchantPublicKey: keyFault(merchantPublicKey.trim()),
      payinNotifyAddress: addressFault(payinNotifyAddress.trim()),
      payoutNotifyAddress: addressFault(payoutNotifyAddress.trim()),
    }
    return Object.fromEntries(Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== null))
  },
  confirms: false,
})
