import dayjs from 'dayjs'
import { addDays, dayAt, daysBetween, isDay, minuteAt } from './dates.ts'

/** Both ends are included. */
export interface DayRange {
  startDate: string
  endDate: string
}

/** The named ranges as relative spans. */
export const SPANS = { last7: '7d', today: 'today', week: 'week', month: 'month', year: 'year' } as const

export type RangeName = keyof typeof SPANS
export const RANGE_NAMES = Object.keys(SPANS) as RangeName[]

/** The days of a named range at this moment. Weeks start on Monday in every language; each range is a whole period. */
export const rangeOf = (name: RangeName, now: number): DayRange => periodOf(SPANS[name], now) as DayRange

/** The longest range of a request, in days. */
export const MOST_DAYS = 366

const PERIODS: Record<string, (today: string) => DayRange> = {
  today: (today) => ({ startDate: today, endDate: today }),
  yesterday: (today) => ({ startDate: addDays(today, -1), endDate: addDays(today, -1) }),
  week: (today) => weekOf(today),
  lastweek: (today) => weekOf(addDays(today, -7)),
  month: (today) => whole('month', dayjs.utc(today)),
  lastmonth: (today) => whole('month', dayjs.utc(today).subtract(1, 'month')),
  year: (today) => whole('year', dayjs.utc(today)),
}

/**
 * Language-independent names of periods. Besides these there are `7d`, the last seven days, and `-7d`, the day seven days ago.
 */
export const PERIOD_NAMES: readonly string[] = Object.keys(PERIODS)

function weekOf(day: string): DayRange {
  const monday = addDays(day, -((dayjs.utc(day).day() + 6) % 7))
  return { startDate: monday, endDate: addDays(monday, 6) }
}

const whole = (unit: 'month' | 'year', day: dayjs.Dayjs): DayRange => ({
  startDate: day.startOf(unit).format('YYYY-MM-DD'),
  endDate: day.endOf(unit).format('YYYY-MM-DD'),
})

/** The days of a calendar day or of a period relative to today; null for other text. */
export function periodOf(text: string, now: number): DayRange | null {
  const today = dayAt(now)
  if (isDay(text)) return { startDate: text, endDate: text }
  if (Object.hasOwn(PERIODS, text)) return (PERIODS[text] as (today: string) => DayRange)(today)
  const [, back, days] = /^(-)?(\d{1,4})d$/.exec(text) ?? []
  if (days === undefined) return null
  if (back !== undefined) return { startDate: addDays(today, -Number(days)), endDate: addDays(today, -Number(days)) }
  return Number(days) >= 1 && Number(days) <= MOST_DAYS ? { startDate: addDays(today, 1 - Number(days)), endDate: today } : null
}

/** Days, and the times within the first and the last of them where not all of both are meant: `2026-11-21T08:15` in WIB. */
export interface TimeSpan extends Partial<DayRange> {
  since?: string
  until?: string
}

const HOUR_MS = 3_600_000
const HOURS = /^(?:(\d{1,4})h|(?:-(\d{1,4})h)?\.\.-(\d{1,4})h)$/

/** The last hours, or hours up to some hours ago: `2h`, `-5h..-2h`, `..-2h`. Null for other text and an empty or too long span. */
function hoursOf(text: string, now: number): TimeSpan | null {
  const [, last, from = last, to] = HOURS.exec(text) ?? []
  if (from === undefined && to === undefined) return null
  const [since, until] = [from, to].map((hours) => (hours === undefined ? undefined : now - Number(hours) * HOUR_MS))
  const endDate = dayAt(until ?? now)
  if (since === undefined) return until === undefined ? null : { endDate, until: minuteAt(until) }
  const startDate = dayAt(since)
  if (since >= (until ?? now) || daysBetween(startDate, endDate) >= MOST_DAYS) return null
  return { startDate, endDate, since: minuteAt(since), ...(until === undefined ? {} : { until: minuteAt(until) }) }
}

/**
 * The days of a period, or from the start of one to the end of another: `week`, `-7d..today`, `2026-11-01..yesterday`. An empty
 * start means from the beginning. Null for other text, a range that ends before it starts, or one longer than `MOST_DAYS`.
 * Hours before now are spans of their own: `2h`, `-5h..-2h`.
 */
export function spanOf(text: string, now: number): TimeSpan | null {
  if (/\dh$/.test(text)) return hoursOf(text, now)
  const [from = '', to] = text.split('..')
  const first = periodOf(from, now)
  if (to === undefined) return first
  const last = periodOf(to, now)
  if (last === null || (first === null && from !== '')) return null
  if (first === null) return { endDate: last.endDate }
  const { startDate } = first
  const { endDate } = last
  return startDate <= endDate && addDays(startDate, MOST_DAYS - 1) >= endDate ? { startDate, endDate } : null
}
