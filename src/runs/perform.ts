import type { ErrorCode } from '#contract/reply.ts'
import type { Outcome } from '#machines/bulk/bulkMachine.ts'
import { Aborted, ApiError } from '../api/errors.ts'

/** Errors that are worth a retry after `retryAfter`. */
const RETRYABLE_CODES: readonly string[] = ['TOO_MANY_REQUESTS', 'REQUEST_RUNNING'] satisfies ErrorCode[]

/** The session has ended and the page is about to be loaded again. The run goes on from its record after that, not in this page. */
const NEXT_PAGE: Outcome = { kind: 'later', seconds: 24 * 60 * 60 }

/** The outcome of a call: a refusal is an outcome, and a gateway that asks to wait is asked again. */
export async function perform<Other = never>(
  act: () => Promise<Outcome | Other>,
  onOver: (isAnswered: boolean) => void,
): Promise<Outcome | Other> {
  try {
    const outcome = await act()
    onOver(true)
    return outcome
  } catch (cause) {
    if (cause instanceof Aborted) return NEXT_PAGE
    if (!(cause instanceof ApiError)) throw cause
    onOver(cause.isAnswer)
    if (cause.status === 401) return NEXT_PAGE
    const isRetryable = RETRYABLE_CODES.includes(cause.code) && cause.retryAfter !== null
    return isRetryable ? { kind: 'later', seconds: cause.retryAfter ?? 0 } : { kind: 'failed', text: cause.message }
  }
}
