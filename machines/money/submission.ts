import type { AccountInfo } from '#contract/rows/accounts.ts'
import type { MerchantBank, MerchantChoice } from '#contract/rows/merchants.ts'
import type { Movement, OfflineRechargeInfo } from '#contract/rows/movements.ts'
import type { PayChannel } from '#contract/rows/orders.ts'

/** Field of a money form -> its text. Never contains a secret. */
export type Values = Readonly<Record<string, string>>

/** The identity of one submission, the same for every attempt to send it. */
export interface Submission {
  /** The number of the movement it creates; one per form. */
  readonly number: string
  /** The gateway processes one content per key at most once. It also stores a refusal, so a changed form needs a new key. */
  readonly idempotencyKey: string
}

/** The data a form depends on. */
export interface FormContext {
  /** The merchant number of the account. */
  readonly owner: string
  readonly info: AccountInfo
  readonly banks: readonly MerchantBank[]
  readonly channels: readonly PayChannel[]
  readonly receivers: readonly MerchantChoice[]
  readonly offline: OfflineRechargeInfo | null
}

/** A form as stored by this browser. It survives a reload and a new sign-in. */
export interface FormDraft {
  readonly owner: string
  readonly values: Values
  readonly submission: Submission | null
  /** The step of the form. `sent`: the outcome is unknown. */
  readonly at: 'editing' | 'reviewing' | 'sent'
}

/** A refusal: the gateway's code and message, and the message of each field. */
export interface Refusal {
  readonly code: string
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  /** Seconds to wait, if the gateway said so. */
  readonly retryAfter: number | null
}

/** The outcome of sending. An unknown outcome is an error. */
export type Outcome =
  | { readonly kind: 'accepted'; readonly receipt: Movement }
  /** `isDefinitive`: whether the refusal is about the submission itself and not only about this attempt. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly isDefinitive: boolean }
  | { readonly kind: 'later'; readonly seconds: number; readonly why: 'running' | 'busy' }
