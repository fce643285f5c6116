import type { LiveList } from './liveLists.ts'
import type { Movement } from './movements.ts'
import type { PayOrder } from './orders.ts'

/** Rows of a list with a number that was looked up, newest first. */
export interface FoundRows {
  list: LiveList
  rows: (PayOrder | Movement)[]
}
