import type { Bucket, EntryReason } from './buckets.ts'
import type { ComparedOrder } from './comparedOrder.ts'
import type { EntryKey, EntryMark } from './session.ts'
import type { LineProblem } from './statementLine.ts'

/** A line as a list shows it; amounts are decimal text. */
export interface ShownLine {
  readonly index: number
  /** In the file, from 1. */
  readonly lineNumber: number
  readonly amount: string | null
  readonly amountText: string
  readonly fee: string | null
  readonly day: string | null
  readonly time: string | null
  /** The number by which the order was found, else the first of the line. */
  readonly number: string | null
  readonly name: string
  readonly description: string
  readonly problem: LineProblem | null
}

/** A row of the result: lines and orders that belong together. */
export interface EntryRow {
  readonly key: EntryKey
  readonly bucket: Bucket
  readonly reason: EntryReason
  /** The first line and the first order; `lines` and `orders` count all. */
  readonly line: ShownLine | null
  readonly order: ComparedOrder | null
  readonly lines: number
  readonly orders: number
  /** Whether the line only names the orders: another entry may have them, as of a duplicate. */
  readonly isNamed: boolean
  readonly lineSum: string | null
  readonly orderSum: string | null
  /** `lineSum` less `orderSum`; null when one of them is missing. */
  readonly difference: string | null
  /** Of the orders; null when unknown. */
  readonly fee: string | null
  /** Further suggestions for the line. */
  readonly alternatives: number
  /** Of a duplicate, the number in the file of the line that has the order. */
  readonly duplicateOfLine: number | null
  readonly mark: EntryMark | null
  /** Whether it still needs a decision. */
  readonly isOpen: boolean
}

/** All of an entry, for the detail beside the list. */
export interface EntryDetail extends EntryRow {
  readonly allLines: readonly (ShownLine & { readonly cells: readonly string[] })[]
  readonly allOrders: readonly ComparedOrder[]
  /** Further orders that may be right, to choose from with `link`. */
  readonly candidates: readonly ComparedOrder[]
  /** Titles of `cells`. */
  readonly titles: readonly string[]
}
