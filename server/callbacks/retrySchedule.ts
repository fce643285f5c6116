const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** How long after each attempt the next one is made; after the last there is none. */
export const RETRY_DELAYS_MS: readonly number[] = [
  30 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
]

// Merchants that went down together must not all be called again in the same second.
const JITTER = 0.2
const LONGEST_WISH = 24 * HOUR

/** Milliseconds until the next attempt after so many; null when it was the last one. */
export function delayAfter(attempts: number, chance: () => number, retries = RETRY_DELAYS_MS): number | null {
  const delay = retries[attempts - 1]
  return delay === undefined ? null : Math.round(delay * (1 + JITTER * chance()))
}

/** Milliseconds a `Retry-After` header asks for, at most a day; 0 when it asks for nothing that can be read. */
export function parseRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0
  const wish = /^\d+$/.test(header.trim()) ? Number(header) * SECOND : Date.parse(header) - now
  return Number.isNaN(wish) ? 0 : Math.min(Math.max(wish, 0), LONGEST_WISH)
}
