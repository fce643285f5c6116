import type { AccountInfo } from '#contract/rows/accounts.ts'
import type { MerchantBank, MerchantChoice } from '#contract/rows/merchants.ts'
import type { Movement, OfflineRechargeInfo } from '#contract/rows/movements.ts'
import type { PayChannel } from '#contract/rows/orders.ts'

/** Field of a money form -> what was typed into it. Never a secret. */
export type Values = Readonly<Record<string, string>>

/** The names under which one submission is known, however often it is sent. */
export interface Submission {
  /** The number of the record it makes; one a form. */
  readonly number: string
  /** Under it the gateway does one content at most once; another after a refusal, which the gateway keeps as well. */
  readonly key: string
}

/** What a form is filled in against. */
export interface FormContext {
  /** Whose account it is. */
  readonly owner: string
  readonly info: AccountInfo
  readonly banks: readonly MerchantBank[]
  readonly channels: readonly PayChannel[]
  readonly receivers: readonly MerchantChoice[]
  readonly offline: OfflineRechargeInfo | null
}

/** A form as this browser remembers it, over a reload and over a new sign-in. */
export interface Kept {
  readonly owner: string
  readonly values: Values
  readonly run: Submission | null
  /** How far it was: being filled in, looked over, or sent, so that nobody knows what came of it. */
  readonly at: 'editing' | 'reviewing' | 'sent'
}

/** Why nothing moved: the gateway's code and words, and what is wrong in which field. */
export interface Refusal {
  readonly code: string
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  /** Seconds to wait, where it said so. */
  readonly retryAfter: number | null
}

/** What came of sending. Whoever does not know throws. */
export type Outcome =
  | { readonly kind: 'accepted'; readonly receipt: Movement }
  /** `isDefinitive`: about this very submission, and not only about this try of it. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly isDefinitive: boolean }
  | { readonly kind: 'later'; readonly seconds: number; readonly why: 'running' | 'busy' }
