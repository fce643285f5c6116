import type { Day } from '#contract/rows/scalars.ts'
import { Refusal } from './refusal.ts'
import { addDays, daysBetween, isDay } from './wib.ts'

const MAX_DAYS = 366

export interface DayRangeInput {
  startDate?: Day | undefined
  endDate?: Day | undefined
}

/**
 * The first and the last day of a range, both inclusive; null for an open end.
 * Throws RANGE_INVALID when a day is invalid, the range ends before it begins, or it is longer than 366 days.
 */
export function readRange({ startDate, endDate }: DayRangeInput): { first: Day | null; last: Day | null } {
  const given = [startDate, endDate].filter((day) => day !== undefined)
  const length = startDate === undefined || endDate === undefined ? 1 : daysBetween(startDate, endDate) + 1
  if (!given.every(isDay) || length < 1 || length > MAX_DAYS) throw new Refusal('RANGE_INVALID')
  return { first: startDate ?? null, last: endDate ?? null }
}

const DEFAULT_DAYS = 7

/** A range with both ends set. The end defaults to today or a later start, the start to six days before the end. */
export function closedRange(typed: DayRangeInput, today: Day): { startDate: Day; endDate: Day } {
  const { first, last } = readRange(typed)
  const endDate = last ?? (first !== null && first > today ? first : today)
  const startDate = first ?? addDays(endDate, 1 - DEFAULT_DAYS)
  readRange({ startDate, endDate })
  return { startDate, endDate }
}

/** Every day of the range in ascending order. */
export const daysOf = ({ startDate, endDate }: { startDate: Day; endDate: Day }): Day[] =>
  Array.from({ length: daysBetween(startDate, endDate) + 1 }, (_, index) => addDays(startDate, index))
