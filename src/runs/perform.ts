import type { ErrorCode } from '#contract/reply.ts'
import type { Outcome } from '#machines/bulk/bulkMachine.ts'
import { ApiError } from '../api/errors.ts'

/** Errors that are worth a retry after `retryAfter`. */
const RETRYABLE_CODES: readonly string[] = ['TOO_MANY_REQUESTS', 'REQUEST_RUNNING'] satisfies ErrorCode[]

/** The outcome of a call: a refusal is an outcome, and a gateway that asks to wait is asked again. */
export async function perform(act: () => Promise<Outcome>, onOver: (isAnswered: boolean) => void): Promise<Outcome> {
  try {
    const outcome = await act()
    onOver(true)
    return outcome
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause
    onOver(cause.isAnswer)
    const isRetryable = RETRYABLE_CODES.includes(cause.code) && cause.retryAfter !== null
    return isRetryable ? { kind: 'later', seconds: cause.retryAfter ?? 0 } : { kind: 'failed', text: cause.message }
  }
}
