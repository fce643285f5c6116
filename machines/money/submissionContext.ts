import type { Movement } from '#contract/rows/movements.ts'
import type { FormContext, Kept, Refusal, Submission, Values } from './submission.ts'

export interface SubmissionContext {
  readonly formContext: FormContext | null
  readonly values: Values
  readonly run: Submission | null
  /** In memory only, and only until the outcome is known. */
  readonly secret: string | null
  readonly refusal: Refusal | null
  /** Whether an earlier try may have been carried out. */
  readonly isInDoubt: boolean
  /** Milliseconds until it is sent again, and why not at once. */
  readonly pause: number
  readonly why: 'running' | 'busy'
  readonly receipt: Movement | null
  /** Times a review was asked for while something was wrong: each is told anew. */
  readonly objections: number
}

export type SubmissionEvent =
  | { type: 'form.change'; values: Values }
  | { type: 'form.clear' }
  | { type: 'form.review' }
  /** What the form is filled in against is read again. */
  | { type: 'form.refresh' }
  | { type: 'review.back' }
  | { type: 'review.confirm' }
  | { type: 'secret.submit'; secret: string }
  | { type: 'outcome.check' }
  | { type: 'outcome.retry' }
  /** Only after a look that found nothing. The names stay: should it arrive after all, it is found, and nothing is done twice. */
  | { type: 'outcome.edit' }

export interface SubmissionInput {
  /** Whether it is sent with the transaction password. */
  asksSecret: boolean
  /** Names that nobody has used. */
  newRun(): Submission
}

export interface Prepared {
  formContext: FormContext
  /** What this browser remembers for this owner. */
  kept: Kept | null
  values: Values
}

export interface Sent {
  values: Values
  run: Submission
  secret: string | null
}

export type SubmissionOutput = { kind: 'accepted'; receipt: Movement } | { kind: 'refused'; refusal: Refusal }

/** The form as it was left, in this page or in another. */
export const left = ({ formContext, kept, values }: Prepared) => ({
  formContext,
  values: { ...values, ...kept?.values },
  run: kept?.run ?? null,
})

/** The same where it is being filled in: what was typed here goes before what another page has kept meanwhile. */
export const refreshed = ({ values, run }: SubmissionContext, prepared: Prepared) => {
  const before = left(prepared)
  return { ...before, values: { ...before.values, ...values }, run: run ?? before.run }
}

/** The refusal without what it says of fields that have been changed; none, where that was all. */
export function without(refusal: Refusal | null, changed: readonly string[]): Refusal | null {
  if (refusal === null) return null
  const fields = Object.fromEntries(Object.entries(refusal.fields).filter(([name]) => !changed.includes(name)))
  return Object.keys(fields).length === 0 ? null : { ...refusal, fields }
}
