import dayjs from 'dayjs'
import { addDays, dayAt } from './dates.ts'

/** Both ends belong to it. */
export interface DayRange {
  startDate: string
  endDate: string
}

export const RANGE_NAMES = ['last7', 'today', 'week', 'month', 'year'] as const

type RangeName = (typeof RANGE_NAMES)[number]

/** The days of a named period around this moment. Week starts on Monday in every language; each is the whole period. */
export function rangeOf(name: RangeName, now: number): DayRange {
  const today = dayAt(now)
  if (name === 'last7') return { startDate: addDays(today, -6), endDate: today }
  if (name === 'today') return { startDate: today, endDate: today }
  const day = dayjs.utc(today)
  if (name === 'week') {
    const monday = addDays(today, -((day.day() + 6) % 7))
    return { startDate: monday, endDate: addDays(monday, 6) }
  }
  const format = (one: typeof day) => one.format('YYYY-MM-DD')
  return { startDate: format(day.startOf(name)), endDate: format(day.endOf(name)) }
}

/** The name of a range, where it is one of the named ones at this moment. */
export const rangeName = ({ startDate, endDate }: DayRange, now: number): RangeName | null =>
  RANGE_NAMES.find((name) => {
    const range = rangeOf(name, now)
    return range.startDate === startDate && range.endDate === endDate
  }) ?? null
