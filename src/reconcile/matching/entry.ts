import type { Bucket, EntryReason } from '../buckets.ts'
import type { EntryKey } from '../session.ts'
import type { OrderSide } from './orderSide.ts'

/** Lines and orders that belong together, by their indexes. Immutable: a decision replaces entries. */
export interface Entry {
  readonly bucket: Bucket
  readonly reason: EntryReason
  readonly lines: readonly number[]
  readonly orders: readonly number[]
  /** Orders that the entry names without having them: of a duplicate, of a refund. */
  readonly named: readonly number[]
  /** Further orders that may be right, best first. */
  readonly candidates: readonly number[]
  /** What the orders stand for when it is not their own amount: a refund. Null otherwise. */
  readonly orderSum: bigint | null
}

const NOTHING: readonly number[] = []

export const entry = (bucket: Bucket, reason: EntryReason, parts: Partial<Omit<Entry, 'bucket' | 'reason'>>): Entry => ({
  bucket,
  reason,
  lines: NOTHING,
  orders: NOTHING,
  named: NOTHING,
  candidates: NOTHING,
  orderSum: null,
  ...parts,
})

export const keyOf = ({ lines, orders }: Entry, sides: readonly OrderSide[]): EntryKey =>
  lines.length > 0 ? `L${lines[0]!}` : `O${sides[orders[0]!]!.order.id}`
