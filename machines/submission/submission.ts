/** The identity of one submission, the same for every attempt to send it. */
export interface Submission {
  /** The number of what it creates; one per form. */
  readonly number: string
  /** The gateway processes one content per key at most once. It also stores a refusal, so a changed form needs a new key. */
  readonly idempotencyKey: string
}

/** A form as stored by this browser, without any secret. It survives a reload and a new sign-in. */
export interface FormDraft<Values = object> {
  readonly owner: string
  /** The object of the form, when there are several. */
  readonly about?: string
  readonly values: Partial<Values>
  readonly submission: Submission | null
  /** The step of the form. `sent`: the outcome is unknown. */
  readonly at: 'editing' | 'reviewing' | 'sent'
  /** The form was edited after a look-up that found nothing: an earlier attempt under its number may still be carried out. */
  readonly mayArrive?: boolean | undefined
}

/** The fault of a field: a message key, with the parameters of the message if it has any. */
export type Fault = string | readonly [key: string, params?: Readonly<Record<string, string | number | null>>]
export type Faults = Readonly<Record<string, Fault>>

/** A refusal: the gateway's code and message, and the message key of each field. */
export interface Refusal {
  readonly code: string
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  /** Seconds to wait, if the gateway said so. */
  readonly retryAfter: number | null
}

/** Stands for the refusal when a call that changes nothing, or whose effect is shown, got no answer. */
export const NO_ANSWER: Refusal = { code: 'NO_ANSWER', message: '', fields: {}, retryAfter: null }

/** The outcome of sending. An unknown outcome is an error. */
export type Outcome<Receipt> =
  | { readonly kind: 'accepted'; readonly receipt: Receipt }
  /**
   * `isDefinitive`: whether the refusal is about the submission itself and not only about this attempt.
   * `settlesDoubt`: whether it also says that no earlier attempt was carried out.
   */
  | {
      readonly kind: 'refused'
      readonly refusal: Refusal
      readonly isDefinitive: boolean
      readonly settlesDoubt: boolean
    }
  | { readonly kind: 'later'; readonly refusal: Refusal; readonly seconds: number; readonly why: 'running' | 'busy' }

/** What a look-up found: the submission, another one with its number, the stored values that it may have changed, or nothing. */
export type Found<Stored, Receipt> =
  | { readonly receipt: Receipt }
  | { readonly refusal: Refusal }
  | { readonly stored: Stored }
  | null

/** The result of a form that ends with its outcome. */
export type SubmissionOutput<Receipt> = { kind: 'accepted'; receipt: Receipt } | { kind: 'refused'; refusal: Refusal }

export interface Prepared<Stored, Values> {
  stored: Stored
  /** The draft of this owner. */
  kept: FormDraft<Values> | null
}

export interface Sent<Stored, Values> {
  values: Values
  stored: Stored
  submission: Submission
  secret: string | null
}

export interface SubmissionOptions<Stored, Values> {
  /** The values of a fresh form. */
  initialValues(stored: Stored | null): Values
  /** The faults that can be found without the gateway. */
  check(values: Values, stored: Stored | null): Faults
  /** Whether the form is shown again before it is sent: always, or for a dangerous change. */
  review?: true | ((values: Values, stored: Stored | null) => boolean)
  /**
   * When the transaction password is asked: before sending, on the review of a form that always has one, or only after a refusal
   * that demands it. Never by default.
   */
  secret?: 'asked' | 'ifRefused'
  /**
   * What a look-up reads after an unknown outcome.
   * `submission`: the submission itself, by its number. The form ends with its outcome and keeps its number until then.
   * `stored`: the values that it may have changed. The form stays open, and a further change is another submission.
   */
  lookUp: 'submission' | 'stored'
}

export interface SubmissionContext<Stored, Values, Receipt> {
  /** The data of the gateway that the form depends on; null before it was read. */
  readonly stored: Stored | null
  readonly values: Values
  /** The faults found so far in fields that were left or submitted. */
  readonly faults: Faults
  /** The number of times that the form was found invalid or was refused: each is announced again. */
  readonly objections: number
  readonly submission: Submission | null
  /** In memory only, and only until the outcome is known. */
  readonly secret: string | null
  readonly refusal: Refusal | null
  /** Whether an earlier attempt may have been carried out. */
  readonly isInDoubt: boolean
  /** Whether the form was edited after a look-up that found nothing. */
  readonly mayArrive: boolean
  /** Whether the stored values were read after an unknown outcome. */
  readonly isChecked: boolean
  /** Milliseconds until the next attempt, and the reason to wait. */
  readonly pause: number
  readonly why: 'running' | 'busy'
  readonly receipt: Receipt | null
  /** A key that the gateway knows with other content. */
  readonly usedKey: string | null
  /** The error of reading the stored values. */
  readonly failure: unknown
}

/** What a form begins with, the first time and again. */
export const FRESH = {
  faults: {},
  objections: 0,
  submission: null,
  secret: null,
  refusal: null,
  isInDoubt: false,
  mayArrive: false,
  isChecked: false,
  pause: 0,
  why: 'busy' as const,
  receipt: null,
  usedKey: null,
  failure: null,
}

export type SubmissionEvent<Stored, Values> =
  /** Another flow of the same screen has changed the stored values. */
  | { type: 'stored.changed'; stored: Stored }
  | { type: 'form.change'; values: Partial<Values> }
  | { type: 'field.leave'; name: string }
  | { type: 'form.clear' }
  | { type: 'form.refresh' }
  | { type: 'form.submit' }
  | { type: 'form.back' }
  /** Begins another submission after an accepted one. */
  | { type: 'form.again' }
  | { type: 'review.confirm' }
  | { type: 'secret.submit'; secret: string }
  | { type: 'outcome.check' }
  /** Sends the same submission under the same key, where the gateway carries it out once. */
  | { type: 'outcome.retry' }
  /**
   * Only after a look-up that found nothing. The identity is kept: if the submission arrives after all, it is found, and
   * nothing is done twice.
   */
  | { type: 'outcome.edit' }

export interface SubmissionInput {
  /** Creates an unused identity. */
  newSubmission(): Submission
  /**
   * Whether the gateway carries out a repeated submission once. Otherwise it is not sent again before a look-up has found that it
   * does not exist.
   */
  isOnce(): boolean
}

/** Codes about the transaction password. */
const SECRET_CODES = new Set(['errorPwd', 'TXN_PWD_NOT_SET', 'TOO_MANY_TRIES'])
/** The number was used: by this submission, or by another that chose the same. */
const USED_KEY_CODE = 'IDEMPOTENCY_MISMATCH'
const USED_NUMBER_CODES = new Set(['DUPLICATE_ORDER_NO', USED_KEY_CODE])
/** Codes that no change of the form can resolve. */
const FINAL_CODES = new Set(['ACCOUNT_DISABLED', 'FORBIDDEN'])

export const refusalOf = (outcome: Outcome<unknown>): Refusal | null => (outcome.kind === 'refused' ? outcome.refusal : null)
const codeOf = (outcome: Outcome<unknown>): string => refusalOf(outcome)?.code ?? ''

/** Whether an error is about the transaction password. */
export const isAboutSecret = ({ code, fields }: Pick<Refusal, 'code' | 'fields'>): boolean =>
  SECRET_CODES.has(code) || fields.txnPwd !== undefined
export const isSecretRefused = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === 'refused' && isAboutSecret(outcome.refusal)
export const isNumberUsed = (outcome: Outcome<unknown>): boolean => USED_NUMBER_CODES.has(codeOf(outcome))
/** The key was used for other content. */
export const isKeyUsed = (outcome: Outcome<unknown>): boolean => codeOf(outcome) === USED_KEY_CODE
export const isFinalRefusal = (outcome: Outcome<unknown>): boolean => FINAL_CODES.has(codeOf(outcome))

/** The values changed here, which a fresh reading does not replace. */
export function changedValues<Values extends object>(values: Values, initial: Values): Partial<Values> {
  const before = initial as Record<string, unknown>
  const changed = Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
  return Object.fromEntries(changed) as Partial<Values>
}

export const without = <Value>(record: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

/** Those of the faults shown so far that are still there, in their present words: a change of one field may cure another. */
export const stillFaulty = (shown: Faults, now: Faults): Faults =>
  Object.fromEntries(Object.entries(now).filter(([name]) => shown[name] !== undefined))

/** The refusal without the messages of the changed fields; null when no message is left. */
export function withoutFields(refusal: Refusal | null, changed: readonly string[]): Refusal | null {
  if (refusal === null) return null
  const fields = without(refusal.fields, changed)
  return Object.keys(fields).length === 0 ? null : { ...refusal, fields }
}
