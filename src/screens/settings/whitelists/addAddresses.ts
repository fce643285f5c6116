import { normalizeIpRange, parseIpRange, splitEntries } from '#contract/ipRanges.ts'
import type { MessageKey } from '#locales/messages.ts'

/** How many a list can have. */
export const MAX_ADDRESSES = 50

interface AddResult {
  /** The list with everything new that can stand in it. */
  entries: readonly string[]
  /** What cannot, to be typed again. */
  left: string
  /** Why, in words that take these. */
  fault: readonly [MessageKey, Readonly<Record<string, string | number>>] | null
}

/** Adds what was typed or pasted, separated by anything. */
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
  return { entries: next, left: [...tooMany, ...malformed, ...duplicates].join(' '), fault: fault() }
}
