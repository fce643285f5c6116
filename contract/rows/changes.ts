import type { Movement } from './movements.ts'
import type { PayOrder } from './orders.ts'

/** Kind of the changed thing; an event carries nothing else. */
export type LiveKind = 'payin' | 'payout' | 'record' | 'notice'

/** Changes of the rows of a list since a mark. */
export interface Changes {
  /** The current mark, for the next request; null when the list spans more merchants than are tracked. */
  mark: string | null
  /** New rows that match the filter. */
  created: number
  /** Older rows that match the filter and changed. */
  changed: number
  /** The counts are lower bounds, because older changes are no longer stored. */
  more: boolean
  /** Ids of the newest new rows. */
  createdIds: string[]
  /** Changed rows, newest first; rows that no longer match the filter come last. */
  rows: { matches: boolean; row: PayOrder | Movement }[]
}
