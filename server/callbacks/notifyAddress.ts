import { PATTERNS } from '#contract/rules.ts'
import { Refusal } from '../refusal.ts'

/**
 * An address for callbacks as it is kept: undefined stays, empty is none. Refuses what is no http or https address, and
 * one with a password in it, which everybody would read who sees where a callback went.
 */
export function parseNotifyAddress(field: string, typed: string | undefined): string | null | undefined {
  const address = typed?.trim()
  if (address === undefined) return undefined
  if (address === '') return null
  const url = PATTERNS.url.test(address) ? URL.parse(address) : null
  if (url === null || url.username !== '') throw new Refusal('VALIDATION_FAILED', { fields: { [field]: 'rule.format' } })
  return address
}
