import type { Day } from './rows/scalars.ts'

/** The days that order numbers can carry: their years have two digits. */
export const FIRST_DAY: Day = '2000-01-01'
export const LAST_DAY: Day = '2091-12-31'

/** Also matches `2026-02-30`. */
export const DAY_FORMAT = /^20([0-8]\d|9[01])-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** Whether the text is a day of the calendar from `FIRST_DAY` to `LAST_DAY`; false for `2026-02-30`. */
export function isDay(text: string): boolean {
  const [, year, month, day] = DAY_FORMAT.exec(text) ?? []
  // Day 0 of the next month is the last day of this month.
  return Number(day) <= new Date(Date.UTC(2000 + Number(year), Number(month), 0)).getUTCDate()
}
