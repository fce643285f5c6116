import { ERROR_STATUS, type ErrorCode } from '#contract/reply.ts'

/** Why a code was given, where that says more than the code alone. */
export type Reason =
  | 'orderIs'
  | 'frozen'
  | 'payoutsSuspended'
  | 'merchantMove'
  | 'frozenByStaff'
  | 'holdsMoney'
  | 'passcodeInUse'

export interface RefusalOptions {
  /** Another HTTP status than the code's own. */
  status?: number
  /** Input field -> message key, where the fault is in a field. */
  fields?: Record<string, string>
  /** Seconds until it makes sense to ask again. */
  retryAfter?: number
  reason?: Reason
  /** What the message at the edge fills in: `{ from: 'SUCCESS', to: 'CLOSED' }`. */
  detail?: Record<string, string>
}

/** A no with a reason: thrown wherever it is found out, put into the caller's language at the edge. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly retryAfter: number | undefined
  readonly reason: Reason | undefined
  readonly detail: Record<string, string>

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    super(code)
    this.code = code
    this.status = options.status ?? (code === 'EXCEPTION_TRIGGER' ? 500 : ERROR_STATUS[code])
    this.fields = options.fields
    this.retryAfter = options.retryAfter
    this.reason = options.reason
    this.detail = options.detail ?? {}
  }
}

/** What is asked of an order or a record cannot be done in the status it has. */
export const statusConflict = (status: string): Refusal =>
  new Refusal('ORDER_STATE_CONFLICT', { reason: 'orderIs', detail: { status } })
