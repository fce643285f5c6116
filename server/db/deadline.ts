import { AsyncLocalStorage } from 'node:async_hooks'

const deadlines = new AsyncLocalStorage<number>()

/** Limits the time of all statements of the work. A statement without an answer by then fails; a later one is not sent. */
export const withDeadline = <Result>(limitMs: number, work: () => Promise<Result>): Promise<Result> =>
  deadlines.run(performance.now() + limitMs, work)

/** Milliseconds until the deadline; Infinity without one. */
export function remainingMs(): number {
  const deadline = deadlines.getStore()
  return deadline === undefined ? Number.POSITIVE_INFINITY : deadline - performance.now()
}
