import { ERROR_STATUS, type ErrorCode } from '#contract/reply.ts'
import type { Reason } from './texts/en.ts'

export interface RefusalOptions {
  /** Overrides the HTTP status of the code. */
  status?: number
  /** Input field -> message key of its error. */
  fields?: Record<string, string>
  /** Seconds until a retry makes sense. */
  retryAfter?: number
  reason?: Reason
  /** Values of the placeholders in the message: `{ from: 'SUCCESS', to: 'CLOSED' }`. */
  detail?: Record<string, string>
}

/** An expected error reply. Domain code throws it; the HTTP layer renders its message in the caller's language. */
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

/** The refusal of an input with one invalid field; `rule` is the message key. */
export const invalidField = (field: string, rule: string): Refusal =>
  new Refusal('VALIDATION_FAILED', { fields: { [field]: rule } })

/** The refusal of an action that the status of the order or movement does not allow. */
export const statusConflict = (status: string): Refusal =>
  new Refusal('ORDER_STATE_CONFLICT', { reason: 'orderIs', detail: { status } })
