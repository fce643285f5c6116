import { PATTERNS } from '#contract/rules.ts'
import { Refusal } from '../refusal.ts'

/**
 * Parses a callback address: undefined leaves the stored address unchanged, an empty string removes it (null). Throws
 * VALIDATION_FAILED unless it is an http or https address without credentials, because callback logs show the address.
 */
export function parseNotifyAddress(field: string, typed: string | undefined): string | null | undefined {
  const address = typed?.trim()
  if (address === undefined) return undefined
  if (address === '') return null
  const url = PATTERNS.url.test(address) ? URL.parse(address) : null
  if (url === null || url.username !== '') throw new Refusal('VALIDATION_FAILED', { fields: { [field]: 'rule.format' } })
  return address
}
