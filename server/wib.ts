/** Western Indonesian Time (WIB), UTC+7 without daylight saving: the time zone of every date in the console. */

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
const OFFSET = 7 * HOUR

/** `2026-11-21T08:15:30+07:00`, of a date or of milliseconds since 1970. */
export const wibTime = (at: Date | number): string => `${local(at).slice(0, 19)}+07:00`

export const optionalWibTime = (at: Date | null): string | null => (at === null ? null : wibTime(at))

/** `2026-11-21 08:15`, for display. */
export const wibMinute = (at: Date | number): string => local(at).slice(0, 16).replace('T', ' ')

/** The WIB day of a time: `2026-11-21`. */
export const wibDay = (at: Date | number): string => local(at).slice(0, 10)

/** The start of the WIB day, in milliseconds since 1970. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00.000+07:00`)

/** The day that is `days` later; earlier when negative. */
export const addDays = (day: string, days: number): string => wibDay(startOfDay(day) + days * DAY)

export const daysBetween = (first: string, last: string): number => (startOfDay(last) - startOfDay(first)) / DAY

const local = (at: Date | number): string => new Date(Number(at) + OFFSET).toISOString()
