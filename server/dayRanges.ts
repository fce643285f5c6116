import { FIRST_DAY, isDay } from '#contract/days.ts'
import type { Day } from '#contract/rows/scalars.ts'
import { type Sql, sql } from './db/sql.ts'
import { Refusal } from './refusal.ts'
import { addDays, daysBetween, startOfDay } from './wib.ts'

const MAX_DAYS = 366

export interface DayRangeInput {
  startDate?: Day | undefined
  endDate?: Day | undefined
}

/** The first and the last day of a range, both inclusive; null for an open end. */
export interface Days {
  first: Day | null
  last: Day | null
}

/**
 * Throws RANGE_INVALID when a day is invalid, the range ends before it begins, or it is longer than 366 days.
 */
export function readRange({ startDate, endDate }: DayRangeInput): Days {
  const given = [startDate, endDate].filter((day) => day !== undefined)
  const length = startDate === undefined || endDate === undefined ? 1 : daysBetween(startDate, endDate) + 1
  if (!given.every(isDay) || length < 1 || length > MAX_DAYS) throw new Refusal('RANGE_INVALID')
  return { first: startDate ?? null, last: endDate ?? null }
}

/** The conditions of a range of days on a time. */
export const withinDays = (column: Sql, { first, last }: Days): Sql[] => [
  ...(first === null ? [] : [sql`${column} >= ${new Date(startOfDay(first))}`]),
  ...(last === null ? [] : [sql`${column} < ${new Date(startOfDay(addDays(last, 1)))}`]),
]

const DEFAULT_DAYS = 7

/** A range with both ends set. */
export interface ClosedRange {
  startDate: Day
  endDate: Day
}

/** The end defaults to today or a later start, the start to six days before the end, but not before the first day of all. */
export function closedRange(typed: DayRangeInput, today: Day): ClosedRange {
  const { first, last } = readRange(typed)
  const endDate = last ?? (first !== null && daysBetween(today, first) > 0 ? first : today)
  const startDate = first ?? addDays(endDate, -Math.min(DEFAULT_DAYS - 1, daysBetween(FIRST_DAY, endDate)))
  readRange({ startDate, endDate })
  return { startDate, endDate }
}

/** Every day of the range, oldest first. */
export const daysOf = ({ startDate, endDate }: ClosedRange): Day[] =>
  Array.from({ length: daysBetween(startDate, endDate) + 1 }, (_, index) => addDays(startDate, index))
