import type { MerchantSecret } from '#contract/merchantRows.ts'
import { PATTERNS } from '#contract/rules.ts'
import { createSavingMachine, type Faults } from '#machines/settings/savingMachine.ts'

/** What is typed of the keys: the merchant's own, and where it is called back. */
export interface TypedKeys {
  merchantPublicKey: string
  payinNotifyAddress: string
  payoutNotifyAddress: string
}

/** The keys as a form has them. */
export const openKeys = (stored: MerchantSecret | null): TypedKeys => ({
  merchantPublicKey: stored?.merchantPublicKey ?? '',
  payinNotifyAddress: stored?.payinNotifyAddress ?? '',
  payoutNotifyAddress: stored?.payoutNotifyAddress ?? '',
})

const LONGEST_ADDRESS = 255
const PEM = /^-----BEGIN PUBLIC KEY-----\s[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----$/

const addressFault = (address: string): Faults[string] | null => {
  if (address === '') return null
  if (address.length > LONGEST_ADDRESS) return 'rule.tooLong'
  return PATTERNS.url.test(address) ? null : 'settings.address.rule'
}

function keyFault(typed: string): string | null {
  if (typed === '' || PEM.test(typed)) return null
  // Whoever pastes the wrong half of his pair is told so before it has left the browser.
  return typed.includes('PRIVATE KEY') ? 'settings.public.private' : 'rule.format'
}

export const keysMachine = createSavingMachine<MerchantSecret, TypedKeys, MerchantSecret>({
  open: openKeys,
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
