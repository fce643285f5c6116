import type { Movement } from './movements.ts'
import type { PayOrder } from './orders.ts'

/** What something happened to: all that an event says. */
export type LiveKind = 'payin' | 'payout' | 'record' | 'notice'

/** What happened to the rows of a list since a mark. */
export interface Changes {
  /** Where the list stands now, to ask from the next time; null where it is of more merchants than are followed. */
  mark: string | null
  /** Rows that match the filter and were made since. */
  created: number
  /** Rows that match it and were there before, but look different. */
  changed: number
  /** More happened than is kept: there are at least so many. */
  more: boolean
  /** The newest of those that were made. */
  createdIds: string[]
  /** Rows that look different, newest first; those that no longer match the filter are at the end. */
  rows: { matches: boolean; row: PayOrder | Movement }[]
}
