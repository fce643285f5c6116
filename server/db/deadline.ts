import { AsyncLocalStorage } from 'node:async_hooks'

interface Limits {
  /** On the clock of `performance`. */
  until: number
  /** Aborted when the caller needs no answer any more. */
  gone: AbortSignal | undefined
}

const limits = new AsyncLocalStorage<Limits>()

/**
 * Limits the time of all statements of the work. A statement without an answer by then, or when the caller is gone, fails; a later one
 * is not sent.
 */
export const withDeadline = <Result>(limitMs: number, work: () => Promise<Result>, gone?: AbortSignal): Promise<Result> =>
  limits.run({ until: performance.now() + limitMs, gone }, work)

/** Milliseconds until the deadline; none when the caller is gone, Infinity without a deadline. */
export function remainingMs(): number {
  const limit = limits.getStore()
  if (limit === undefined) return Number.POSITIVE_INFINITY
  return limit.gone?.aborted ? 0 : limit.until - performance.now()
}

/** Aborted when the caller is gone; undefined where no caller waits for the work. */
export const callerGone = (): AbortSignal | undefined => limits.getStore()?.gone
