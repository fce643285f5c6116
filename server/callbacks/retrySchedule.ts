const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Delays between attempts. No attempt follows the last one. */
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

// Spreads the retries of merchants that failed at the same time.
const JITTER = 0.2
const MAX_RETRY_AFTER = 24 * HOUR

/** Milliseconds until the next attempt; null after the last one. */
export function delayAfter(attempts: number, random: () => number, retries = RETRY_DELAYS_MS): number | null {
  const delay = retries[attempts - 1]
  return delay === undefined ? null : Math.round(delay * (1 + JITTER * random()))
}

/** Milliseconds of a `Retry-After` header (seconds or a date), at most a day; 0 when absent or invalid. */
export function parseRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0
  const delay = /^\d+$/.test(header.trim()) ? Number(header) * SECOND : Date.parse(header) - now
  return Number.isNaN(delay) ? 0 : Math.min(Math.max(delay, 0), MAX_RETRY_AFTER)
}
