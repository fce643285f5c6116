import type { Movement } from '#contract/rows/movements.ts'
import type { FormContext, FormDraft, Refusal, Submission, Values } from './submission.ts'

export interface SubmissionContext {
  readonly formContext: FormContext | null
  readonly values: Values
  readonly submission: Submission | null
  /** In memory only, and only until the outcome is known. */
  readonly secret: string | null
  readonly refusal: Refusal | null
  /** Whether an earlier attempt may have been carried out. */
  readonly isInDoubt: boolean
  /** Milliseconds until the next attempt, and the reason to wait. */
  readonly pause: number
  readonly why: 'running' | 'busy'
  readonly receipt: Movement | null
  /** The number of reviews requested while the form was invalid: each is announced again. */
  readonly objections: number
}

export type SubmissionEvent =
  | { type: 'form.change'; values: Values }
  | { type: 'form.clear' }
  | { type: 'form.review' }
  /** Reads the form's data again. */
  | { type: 'form.refresh' }
  | { type: 'review.back' }
  | { type: 'review.confirm' }
  | { type: 'secret.submit'; secret: string }
  | { type: 'outcome.check' }
  | { type: 'outcome.retry' }
  /**
   * Only after a look-up that found nothing. The identity is kept: if the submission arrives after all, it is found, and
   * nothing is done twice.
   */
  | { type: 'outcome.edit' }

export interface SubmissionInput {
  /** Whether the submission needs the transaction password. */
  asksSecret: boolean
  /** Creates an unused identity. */
  newSubmission(): Submission
}

export interface Prepared {
  formContext: FormContext
  /** The draft of this owner. */
  kept: FormDraft | null
  values: Values
}

export interface Sent {
  values: Values
  submission: Submission
  secret: string | null
}

export type SubmissionOutput = { kind: 'accepted'; receipt: Movement } | { kind: 'refused'; refusal: Refusal }

/** The form as it was left, in this page or in another. */
export const restoreDraft = ({ formContext, kept, values }: Prepared) => ({
  formContext,
  values: { ...values, ...kept?.values },
  submission: kept?.submission ?? null,
})

/** The same for a form being edited: values typed here take precedence over the stored draft. */
export const mergeDraft = ({ values, submission }: SubmissionContext, prepared: Prepared) => {
  const before = restoreDraft(prepared)
  return { ...before, values: { ...before.values, ...values }, submission: submission ?? before.submission }
}

/** The refusal without the messages of the changed fields; null when no message is left. */
export function dropFieldErrors(refusal: Refusal | null, changed: readonly string[]): Refusal | null {
  if (refusal === null) return null
  const fields = Object.fromEntries(Object.entries(refusal.fields).filter(([name]) => !changed.includes(name)))
  return Object.keys(fields).length === 0 ? null : { ...refusal, fields }
}
