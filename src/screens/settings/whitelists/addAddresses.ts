import { normalizeIpRange, parseIpRange, splitEntries } from '#contract/ipRanges.ts'
import type { MessageKey } from '#locales/messages.ts'

/** Most entries of a list. */
export const MAX_ADDRESSES = 50

interface AddResult {
  /** The list with the valid new entries appended. */
  entries: readonly string[]
  /** The rejected entries, to be corrected. */
  rejected: string
  /** Why they were rejected: a message key with its parameters. */
  fault: readonly [MessageKey, Readonly<Record<string, string | number>>] | null
}

/** Adds the typed or pasted entries, in any separation. */
export function addAddresses(entries: readonly string[], typed: string): AddResult {
  const known = new Set(entries.map(normalizeIpRange))
  const next = [...entries]
  const malformed: string[] = []
  const duplicates: string[] = []
  const tooMany: string[] = []
  for (const entry of splitEntries(typed)) {
    if (parseIpRange(entry) === null) malformed.push(entry)
    else if (known.has(normalizeIpRange(entry))) duplicates.push(entry)
    else if (next.length === MAX_ADDRESSES) tooMany.push(entry)
    else {
      known.add(normalizeIpRange(entry))
      next.push(entry)
    }
  }
  const fault = (): AddResult['fault'] => {
    if (tooMany.length > 0) return ['settings.ips.most', { n: MAX_ADDRESSES }]
    if (malformed.length > 0) return ['settings.ips.malformed', { entries: malformed.join(', ') }]
    return duplicates.length > 0 ? ['settings.ips.double', { entries: duplicates.join(', ') }] : null
  }
  return { entries: next, rejected: [...tooMany, ...malformed, ...duplicates].join(' '), fault: fault() }
}
