/** Western Indonesian Time, UTC+7 all year round: the time every reader of the console means. */

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
const AHEAD = 7 * HOUR

/** `2026-11-21T08:15:30+07:00`, of a date or of milliseconds since 1970. */
export const wibTime = (at: Date | number): string => `${local(at).slice(0, 19)}+07:00`

/** `2026-11-21 08:15`, for text that people read. */
export const wibMinute = (at: Date | number): string => local(at).slice(0, 16).replace('T', ' ')

/** The day it is there: `2026-11-21`. */
export const wibDay = (at: Date | number): string => local(at).slice(0, 10)

/** When the day begins there, in milliseconds since 1970. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00.000+07:00`)

/** The day so many days later, or earlier. */
export const addDays = (day: string, days: number): string => wibDay(startOfDay(day) + days * DAY)

/** Whole days from the first to the last. */
export const daysBetween = (first: string, last: string): number => (startOfDay(last) - startOfDay(first)) / DAY

const local = (at: Date | number): string => new Date(Number(at) + AHEAD).toISOString()

/** Whether text such as `2026-02-30` is a day of the calendar. */
export const isDay = (text: string): boolean => {
  const start = startOfDay(text)
  return !Number.isNaN(start) && wibDay(start) === text
}
