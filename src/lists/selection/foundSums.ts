import type { ListedRow } from '#contract/rows/listedRow.ts'

/** The sets of rows with a sum that was asked for. */
export interface FoundSums {
  /** Best first. */
  readonly sets: readonly (readonly ListedRow[])[]
  /** The selected one, from 0. */
  readonly at: number
  /** The rows of the list in its order, if they were read. */
  readonly rows: readonly ListedRow[] | null
}
