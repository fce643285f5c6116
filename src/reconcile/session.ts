import type { OrderKind } from '#contract/kinds.ts'
import type { Bucket } from './buckets.ts'
import type { Layout } from './layout.ts'
import type { AmountBasis, MatchRule } from './matchRule.ts'

export interface ReconcileSettings {
  readonly kind: OrderKind
  readonly basis: AmountBasis
  /** A numbered line this far from its order still matches. Decimal text, in the currency of the kind. */
  readonly amountTolerance: string
  /** Days between a line and an order that is suggested for it. */
  readonly dayTolerance: number
  /**
   * Paid orders of these days must have a line; null for all that were added. `none` where orders are only looked up by their numbers: no
   * other order is missing then, and every text of a line that may be a number is one.
   */
  readonly days: { readonly from: string; readonly to: string } | 'none' | null
}

export const DEFAULT_SETTINGS: ReconcileSettings = {
  kind: 'PAYIN',
  basis: 'gross',
  amountTolerance: '0',
  dayTolerance: 1,
  days: null,
}

/** Names an entry across sessions: `L` and the index of its first line, or `O` and the id of its order. */
export type EntryKey = `L${number}` | `O${string}`

/** What the user decided. Decisions are applied in order, and undone from the end. */
export type Decision =
  /** The suggestion of this line is right. */
  | { readonly type: 'accept'; readonly keys: readonly EntryKey[] }
  /** The suggestion is wrong: the next best is offered, else the line stands alone. */
  | { readonly type: 'refuse'; readonly keys: readonly EntryKey[] }
  /** These lines and orders belong together. */
  | { readonly type: 'link'; readonly lines: readonly number[]; readonly orders: readonly string[] }
  /** Takes the lines and orders of an entry apart. */
  | { readonly type: 'unlink'; readonly key: EntryKey }
  /** The amount of a line that was not read, as decimal text. */
  | { readonly type: 'amount'; readonly line: number; readonly amount: string }
  /** Checked, or a discrepancy with a reason; null removes the mark. A checked suggestion is accepted. `run` marks the orders at the gateway. */
  | { readonly type: 'mark'; readonly keys: readonly EntryKey[]; readonly mark: EntryMark | null; readonly run?: string }

/** A decision without its entries, for the undo of a session that was opened again. */
export interface DecisionStep {
  readonly type: Decision['type']
  readonly mark: EntryMark['as'] | null
  /** Its entries, or of a link its orders. */
  readonly count: number
}

export type EntryMark = { readonly as: 'RECONCILED' } | { readonly as: 'DISCREPANCY'; readonly reason: string }

/** The place of the user in the session. */
export interface SessionPosition {
  readonly bucket: Bucket | 'all'
  readonly key: EntryKey | null
  readonly filter: string
  /** Only entries that need a decision. */
  readonly openOnly: boolean
}

/** What a list of sessions shows. */
export interface SessionHeader {
  readonly id: string
  readonly account: string
  readonly fileName: string
  /** Milliseconds. */
  readonly createdAt: number
  readonly savedAt: number
  readonly lines: number
  /** Zero before the statement is matched, like `decided` and `open`. */
  readonly orders: number
  readonly decided: number
  readonly open: number
  readonly days: { readonly from: string; readonly to: string } | null
}

/** Everything of a session but its lines and orders. */
export interface StoredSession extends SessionHeader {
  readonly layout: Layout
  readonly fingerprint: string
  readonly settings: ReconcileSettings
  readonly rules: readonly MatchRule[]
  readonly decisions: readonly Decision[]
  readonly position: SessionPosition | null
}
