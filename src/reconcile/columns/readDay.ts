import { MONTH_NAMES } from '#contract/monthNames.ts'
import { cleanCell } from '../amounts/splitAmount.ts'
import type { DateOrder } from '../layout.ts'

const MONTHS: Readonly<Record<string, number>> = Object.fromEntries(
  MONTH_NAMES.flatMap((names, month) => names.split(' ').map((name) => [name, month + 1])),
)

/** How the dates of a column are read. */
export interface DateNotation {
  readonly order: DateOrder
  /** For dates without a year; null when the file names none. */
  readonly period: { readonly from: string; readonly to: string } | null
}

type Parts = { year: number | null; month: number; day: number }

/** The `T` of ISO stands after a digit: `21 Okt 08.15` has none. A Chinese date needs no space before the time. */
const WITH_TIME =
  /^(.*?)(?:(?<=\d)T|[ ,]+|(?<=日))(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:[.,]\d+)?\s*(am|pm)?\s*(Z|UTC|GMT|WIB|[+-]\d{2}:?\d{2})?$/i

const DAY_MINUTES = 24 * 60
/** Minutes that the time of orders and days (WIB) is ahead of UTC. */
const WIB_MINUTES = 7 * 60

/**
 * Splits a cell into the text of its date and its time as `08:15:30` in WIB; null without a time. `dayShift` is what the zone that the cell
 * states adds to its date.
 */
export function splitTime(cell: string): { date: string; time: string | null; dayShift: number } {
  const [, date = '', hours, minutes, seconds = '00', half, zone] = WITH_TIME.exec(cell.trim()) ?? []
  if (hours === undefined) return { date: cell.trim(), time: null, dayShift: 0 }
  const hour = (Number(hours) % (half === undefined ? 24 : 12)) + (half?.toLowerCase() === 'pm' ? 12 : 0)
  const stated = hour * 60 + Number(minutes)
  const shift = shiftOf(zone)
  // Midnight of a zone ahead of WIB is a day without a time.
  const inWib = stated === 0 && shift < 0 ? 0 : stated + shift
  const dayShift = Math.floor(inWib / DAY_MINUTES)
  const minute = inWib - dayShift * DAY_MINUTES
  return { date: date.trim(), time: `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}:${seconds}`, dayShift }
}

/** Minutes from the time of a zone to WIB; without a zone, a time is in WIB. */
function shiftOf(zone: string | undefined): number {
  if (zone === undefined || /^WIB$/i.test(zone)) return 0
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  return WIB_MINUTES - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** Reads a time of day alone, `08:15` or `081530`, as `08:15:30`; null for other text. */
export function readTime(cell: string): string | null {
  const [, hours, minutes, seconds = '00'] = /^([01]?\d|2[0-3])[:.]?([0-5]\d)(?:[:.]?([0-5]\d))?$/.exec(cell.trim()) ?? []
  return hours === undefined ? null : `${pad(Number(hours))}:${minutes}:${seconds}`
}

/** The day of a cell as `2026-11-21` in WIB; null when it is no day of the calendar. */
export function readDay(cell: string, { order, period }: DateNotation): string | null {
  const { date, dayShift } = splitTime(cell)
  const parts = dateParts(date, order)
  if (parts === null) return null
  const { month, day } = parts
  const years = parts.year === null ? yearsOf(period) : [parts.year]
  const days = years.flatMap((year) => (isDate(year, month, day) ? `${year}-${pad(month)}-${pad(day)}` : []))
  const found =
    days.find((one) => period === null || parts.year !== null || (one >= period.from && one <= period.to)) ?? days[0] ?? null
  return found === null || dayShift === 0 ? found : daysAfter(found, dayShift)
}

const DAY_MS = 86_400_000

/** The day so many days after another one. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

function dateParts(text: string, order: DateOrder): Parts | null {
  const named = /^(\d{1,2})[-/. ]?([A-Za-z]{3,10})\.?(?:[-/. ,']+(\d{4}|\d{2}))?$/.exec(text)
  if (named !== null) return withMonthName(named[1]!, named[2]!, named[3])
  const american = /^([A-Za-z]{3,10})\.? (\d{1,2})(?:,? (\d{4}))?$/.exec(text)
  if (american !== null) return withMonthName(american[2]!, american[1]!, american[3])
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? /^(20\d{2})(\d{2})(\d{2})$/.exec(text)
  if (iso !== null) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) }
  const chinese = /^(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日$/.exec(text)
  if (chinese !== null) return { year: yearOf(chinese[1]), month: Number(chinese[2]), day: Number(chinese[3]) }
  const [, one, two, year] = /^(\d{1,2})[-/.](\d{1,2})(?:[-/.](\d{4}|\d{2}))?$/.exec(text) ?? []
  if (one === undefined) return null
  if (order === 'ymd' && year?.length === 2) return { year: 2000 + Number(one), month: Number(two), day: Number(year) }
  const [day, month] = order === 'mdy' ? [two, one] : [one, two]
  return { year: yearOf(year), month: Number(month), day: Number(day) }
}

function withMonthName(day: string, name: string, year: string | undefined): Parts | null {
  const month = MONTHS[name.toLowerCase()]
  return month === undefined ? null : { year: yearOf(year), month, day: Number(day) }
}

const yearOf = (text: string | undefined): number | null =>
  text === undefined ? null : text.length === 2 ? 2000 + Number(text) : Number(text)

const yearsOf = (period: DateNotation['period']): number[] =>
  period === null ? [] : [...new Set([period.from, period.to].map((day) => Number(day.slice(0, 4))))]

const isDate = (year: number, month: number, day: number): boolean =>
  year >= 1990 &&
  year <= 2099 &&
  month >= 1 &&
  month <= 12 &&
  day >= 1 &&
  day <= new Date(Date.UTC(year, month, 0)).getUTCDate()

const pad = (n: number): string => String(n).padStart(2, '0')

/** The order of day and month that every numeric date of the column allows; `dmy` when several do. */
export function decideDateOrder(cells: Iterable<string>): DateOrder {
  let isDmyPossible = true
  let isMdyPossible = true
  for (const cell of cells) {
    const [, one, two] = /^(\d{1,2})[-/.](\d{1,2})(?:[-/.]|$)/.exec(splitTime(cell).date) ?? []
    if (one === undefined) continue
    if (Number(one) > 31) return 'ymd'
    if (Number(one) > 12) isMdyPossible = false
    if (Number(two) > 12) isDmyPossible = false
  }
  return !isDmyPossible && isMdyPossible ? 'mdy' : 'dmy'
}

/** Whether a cell looks like a date in any order. */
export const looksLikeDate = (cell: string): boolean =>
  /\d/.test(cell) &&
  cell.length <= 40 &&
  (['dmy', 'mdy', 'ymd'] as const).some((order) => readDay(cleanCell(cell), { order, period: ANY_YEAR }) !== null)

/** For whether a text is a date at all: of a leap year. */
export const ANY_YEAR = { from: '2024-01-01', to: '2024-12-31' }
