import { HOUR, MINUTE, SECOND } from '../wib.ts'

/** Delays between attempts. No attempt follows the last one. */
export const RETRY_DELAYS_MS: readonly number[] = [0.5, 1, 5, 15, 30, 60, 180, 360, 720].map((minutes) => minutes * MINUTE)

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
