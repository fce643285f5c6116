import type { StoredValue } from './storage.ts'

/** Larger errors of the computer's clock are corrected, in milliseconds. */
const TOLERANCE_MS = 60_000

/**
 * The time in milliseconds. A wrong clock is corrected by the time that the gateway sends with each response; the correction is
 * stored, because the days of the first list are computed before a response.
 */
export function createClock(stored: StoredValue<number | null>, computer: () => number = Date.now) {
  let correction = stored.get() ?? 0
  const now = () => computer() + correction
  return {
    now,
    /** `sent` is when the request was sent: a computer that slept meanwhile has no wrong clock. */
    compare(gateway: number, sent: number) {
      if (gateway > sent - TOLERANCE_MS && gateway < now() + TOLERANCE_MS) return
      const error = gateway - computer()
      correction = Math.abs(error) < TOLERANCE_MS ? 0 : error
      stored.set(correction)
    },
  }
}
