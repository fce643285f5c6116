import type { Day } from '#contract/rows/scalars.ts'

/** Named ranges of days. A week starts on Monday; week, month and year are whole periods. */
export const RANGES = ['last7', 'today', 'week', 'month', 'year'] as const
export type RangeName = (typeof RANGES)[number]

/** Days in Western Indonesian Time, both included. */
export interface Days {
  startDate: Day
  endDate: Day
}
