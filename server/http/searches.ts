import { withDeadline } from '../db/deadline.ts'
import { isTimeout } from '../db/faults.ts'
import { Refusal } from '../refusal.ts'

/**
 * Lists read at a time, by one account and in all. How long they wait for their turn, may take, and may still take when their client has
 * gone, in milliseconds: ending one costs a connection, and most are answered sooner.
 */
export const SEARCH_LIMITS = { perAccount: 3, total: 6, waitMs: 10_000, answerMs: 20_000, goneMs: 1_000 }

export type Searches = ReturnType<typeof createSearches>

const RETRY_AFTER_SECONDS = 5

const noTurn = () => new Refusal('UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS })

interface Waiting {
  merchantNo: string
  begin: () => void
}

/**
 * Runs the queries of lists on a part of the database connections. The others stay free for payments, sign-ins and workers, however
 * broad the filters are that many accounts send at once.
 */
export function createSearches(limits: Partial<typeof SEARCH_LIMITS> = {}) {
  const { perAccount, total, waitMs, answerMs, goneMs } = { ...SEARCH_LIMITS, ...limits }
  /** An entry for each running one: the number of its account. */
  const running: string[] = []
  const waiting: Waiting[] = []
  const mayBegin = (merchantNo: string) =>
    running.length < total && running.filter((no) => no === merchantNo).length < perAccount

  async function turnOf(merchantNo: string, left: AbortSignal): Promise<void> {
    if (left.aborted) throw noTurn()
    if (mayBegin(merchantNo)) {
      running.push(merchantNo)
      return
    }
    const turn = Promise.withResolvers<void>()
    const entry = { merchantNo, begin: turn.resolve }
    waiting.push(entry)
    const giveUp = () => {
      waiting.splice(waiting.indexOf(entry), 1)
      turn.reject(noTurn())
    }
    const timer = setTimeout(giveUp, waitMs)
    left.addEventListener('abort', giveUp)
    await turn.promise.finally(() => {
      clearTimeout(timer)
      left.removeEventListener('abort', giveUp)
    })
  }

  function leave(merchantNo: string): void {
    running.splice(running.indexOf(merchantNo), 1)
    const next = waiting.findIndex((one) => mayBegin(one.merchantNo))
    if (next === -1) return
    const [entry] = waiting.splice(next, 1)
    running.push(entry!.merchantNo)
    entry!.begin()
  }

  return {
    /**
     * Runs the work in its turn, for a client that may leave. Refuses with UNAVAILABLE when the turn does not come, or the database takes
     * too long.
     */
    async run<Result>(merchantNo: string, left: AbortSignal, work: () => Promise<Result>): Promise<Result> {
      await turnOf(merchantNo, left)
      const gone = new AbortController()
      let timer: ReturnType<typeof setTimeout> | undefined
      const leaveSoon = () => {
        timer = setTimeout(() => gone.abort(), goneMs)
      }
      left.addEventListener('abort', leaveSoon)
      try {
        return await withDeadline(answerMs, work, gone.signal)
      } catch (error) {
        throw isTimeout(error as Error) ? new Refusal('UNAVAILABLE', { reason: 'searchTooLong' }) : error
      } finally {
        left.removeEventListener('abort', leaveSoon)
        clearTimeout(timer)
        leave(merchantNo)
      }
    },
  }
}
