import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { NO_FIGURE } from './noFigure.ts'

export { isDay } from '#contract/days.ts'

dayjs.extend(utc)

/** The offset of Western Indonesian Time, the only zone of the console, from UTC. Minutes. */
const WIB = 7 * 60

const IN_WIB = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?\+07:00$/

/** `2026-11-21 08:15:30` in WIB, whatever the zone of the text and of this computer. Invalid text is returned unchanged. */
export function formatTime(text: string | null | undefined): string {
  if (text == null) return NO_FIGURE
  // A fast path: nearly all times are in WIB already, and a list has many of them.
  const [, day, time] = IN_WIB.exec(text) ?? []
  if (day !== undefined) return `${day} ${time}`
  const parsed = dayjs(text)
  return parsed.isValid() ? parsed.utcOffset(WIB).format('YYYY-MM-DD HH:mm:ss') : text
}

/** Parses a time of the gateway to milliseconds since 1970. */
export const parseTime = (text: string): number => dayjs(text).valueOf()

/** The midnight of a day `2026-11-21` on this computer, and back: for controls that count in local time. */
export const localDate = (day: string): Date => dayjs(day).toDate()
export const localDay = (date: Date): string => dayjs(date).format('YYYY-MM-DD')

/** The day in WIB: `2026-11-21`. */
export const dayAt = (now: number): string => dayjs(now).utcOffset(WIB).format('YYYY-MM-DD')

/** The minute in WIB: `2026-11-21T08:15`. */
export const minuteAt = (now: number): string => dayjs(now).utcOffset(WIB).format('YYYY-MM-DDTHH:mm')

/** The default name of a downloaded file of rows: `payin-20261121-082431.csv`, in WIB. */
export const fileName = (what: string, now: number): string =>
  `${what}-${dayjs(now).utcOffset(WIB).format('YYYYMMDD-HHmmss')}.csv`

/** The day this many days later, or earlier for a negative number. */
export const addDays = (day: string, days: number): string => dayjs.utc(day).add(days, 'day').format('YYYY-MM-DD')

/** The number of days from one day to the other; 0 for the same day. */
export const daysBetween = (from: string, to: string): number => dayjs.utc(to).diff(dayjs.utc(from), 'day')
