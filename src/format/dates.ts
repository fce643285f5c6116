import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)

/** Western Indonesian Time, the one zone of the console, ahead of UTC. Minutes. */
const WIB = 7 * 60

const IN_WIB = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?\+07:00$/

/** `2026-11-21 08:15:30` in WIB, whatever the zone of the text and of this computer; text that is no time as it came. */
export function formatTime(text: string): string {
  // Nearly every time comes in WIB already, and a list has many of them.
  const [, day, time] = IN_WIB.exec(text) ?? []
  if (day !== undefined) return `${day} ${time}`
  const parsed = dayjs(text)
  return parsed.isValid() ? parsed.utcOffset(WIB).format('YYYY-MM-DD HH:mm:ss') : text
}

/** Milliseconds since 1970 of a time as the gateway writes it. */
export const parseTime = (text: string): number => dayjs(text).valueOf()

/** The day it is in WIB: `2026-11-21`. */
export const dayAt = (now: number): string => dayjs(now).utcOffset(WIB).format('YYYY-MM-DD')

/** What a file of rows is called where the gateway gave it no name: `payin-20261121-082431.csv`, in WIB. */
export const fileName = (what: string, now: number): string =>
  `${what}-${dayjs(now).utcOffset(WIB).format('YYYYMMDD-HHmmss')}.csv`

const DAY = /^\d{4}-\d\d-\d\d$/

/** Whether the text is a day of the calendar. */
export const isDay = (text: string): boolean => DAY.test(text) && dayjs.utc(text).format('YYYY-MM-DD') === text

/** The day so many days later, or earlier. */
export const addDays = (day: string, days: number): string => dayjs.utc(day).add(days, 'day').format('YYYY-MM-DD')

/** Days from one to the other; both the same is 0. */
export const daysBetween = (from: string, to: string): number => dayjs.utc(to).diff(dayjs.utc(from), 'day')
