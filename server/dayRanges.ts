import type { Day } from '#contract/rows.ts'
import { Refusal } from './refusal.ts'
import { addDays, daysBetween, isDay } from './wib.ts'

const LONGEST = 366

export interface DayRangeInput {
  startDate?: Day | undefined
  endDate?: Day | undefined
}

/** Days of a range, both inclusive; null where it is open. Refuses one that ends before it begins, or is longer than a year. */
export function readRange({ startDate, endDate }: DayRangeInput): { first: Day | null; last: Day | null } {
  const given = [startDate, endDate].filter((day) => day !== undefined)
  const length = startDate === undefined || endDate === undefined ? 1 : daysBetween(startDate, endDate) + 1
  if (!given.every(isDay) || length < 1 || length > LONGEST) throw new Refusal('RANGE_INVALID')
  return { first: startDate ?? null, last: endDate ?? null }
}

/** A week that ends on the day. */
const WEEK = 7

/** A range with both its ends: the week until its end, or until today, where nothing else was said. */
export function closedRange(typed: DayRangeInput, today: Day): { startDate: Day; endDate: Day } {
  const { first, last } = readRange(typed)
  const endDate = last ?? (first !== null && first > today ? first : today)
  const startDate = first ?? addDays(endDate, 1 - WEEK)
  readRange({ startDate, endDate })
  return { startDate, endDate }
}

/** Every day of the range, in rising order. */
export const daysOf = ({ startDate, endDate }: { startDate: Day; endDate: Day }): Day[] =>
  Array.from({ length: daysBetween(startDate, endDate) + 1 }, (_, place) => addDays(startDate, place))
