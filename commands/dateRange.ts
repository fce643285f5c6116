import type { Day } from '#contract/rows/scalars.ts'

/** Quick ranges of days. Week starts on Monday; each is the whole named period. */
export type RangeName = 'last7' | 'today' | 'week' | 'month' | 'year'

/** Days in WIB, both included. */
export interface Days {
  startDate: Day
  endDate: Day
}
