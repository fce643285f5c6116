import { isDay } from '#contract/days.ts'
import type { Amount, Day, Time } from '#contract/rows/scalars.ts'

/** What a field holds. A conformance check compares a reply with it. */
export type Kind =
  | 'text'
  | 'number'
  | 'amount'
  | 'rate'
  | 'time'
  | 'day'
  | 'flag'
  | 'member'
  | 'record'
  | 'list'
  | 'map'
  | 'any'

/**
 * Turns a value of a gateway into ours. It never throws, and never returns undefined or NaN. Null means that the gateway does not say
 * it, or says it in a form that cannot be read.
 */
export interface Reader<T> {
  readonly kind: Kind
  /** `place` identifies the value in its reply. */
  read(value: unknown, place?: string): T
}

type Nullable<T> = Reader<T | null>

/** Text. Numbers are text too: some gateways send account numbers as numbers. */
export const text: Nullable<string> = { kind: 'text', read: textOf }

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? plainDecimal(String(value)) : null
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** Text as it came: an empty one is a value. */
export const verbatim: Nullable<string> = { kind: 'text', read: (value) => (typeof value === 'string' ? value : null) }

/**
 * Text that may be absent on purpose: null or an empty text says that there is none, and is an empty text here. Null where a gateway does
 * not say it.
 */
export const textOrNone: Nullable<string> = {
  kind: 'text',
  read: (value) => (value === null || (typeof value === 'string' && value.trim() === '') ? '' : textOf(value)),
}

/** A member of a fixed list, in any case; null for other texts. */
export const member = <const T extends string>(members: readonly T[]): Nullable<T> => ({
  kind: 'member',
  read(value) {
    const wanted = textOf(value)?.toUpperCase()
    return members.find((one) => one.toUpperCase() === wanted) ?? null
  },
})

/** Text whose members the type names although a gateway may have others. They are shown as they came. */
export const key = <T extends string>(): Nullable<T> => text as Nullable<T>

const DECIMAL = /^[+-]?\d+(?:\.\d+)?$/
const EXPONENT = /^([+-]?)(\d+)(?:\.(\d+))?e([+-]?\d{1,2})$/i

/** Decimal text without an exponent: `1.5e+21` is `1500000000000000000000`. Computed on the text, without floats. */
function plainDecimal(written: string): string {
  const [, sign = '', whole = '', fraction = '', exponent] = EXPONENT.exec(written) ?? []
  if (exponent === undefined) return written
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  const padded = point <= 0 ? digits.padStart(digits.length - point + 1, '0') : digits.padEnd(point, '0')
  const at = Math.max(point, 1)
  const [left, right] = [padded.slice(0, at), padded.slice(at)]
  return `${sign}${left.replace(/^0+(?=\d)/, '')}${right === '' ? '' : `.${right}`}`
}

function decimalOf(value: unknown): string | null {
  const written = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  const decimal = plainDecimal(written)
  return DECIMAL.test(decimal) ? decimal.replace(/^\+/, '') : null
}

/** Decimal text, or a number by its digits. */
export const amount: Nullable<Amount> = { kind: 'amount', read: decimalOf }

export const rate: Nullable<string> = { kind: 'rate', read: decimalOf }

/** A finite number, or its digits as text. */
export const number: Nullable<number> = {
  kind: 'number',
  read(value) {
    const decimal = decimalOf(value)
    const found = Number(decimal ?? Number.NaN)
    return Number.isFinite(found) ? found : null
  },
}

/** True or false, also as 1 and 0 and as text. */
export const flag: Nullable<boolean> = {
  kind: 'flag',
  read(value) {
    if (typeof value === 'boolean') return value
    const word = textOf(value)?.toLowerCase()
    if (word === 'true' || word === '1') return true
    return word === 'false' || word === '0' ? false : null
  },
}

/** A flag that only marks something: absent is false. */
export const mark: Reader<boolean> = { kind: 'flag', read: (value) => flag.read(value) === true }

/** Whether there is something: a flag, or the thing itself as text. */
export const presence: Reader<boolean> = {
  kind: 'flag',
  read: (value) => flag.read(value) ?? textOf(value) !== null,
}

const TIME =
  /^(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(?:(Z)|([+-])(\d\d)(?::?(\d\d))?)?$/i
const IN_WIB = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+07:00$/

const MINUTE_MS = 60_000
const WIB_MS = 7 * 60 * MINUTE_MS

/** `20261130121500`. */
const COMPACT_TIME = /^((?:19|20)\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/

// Milliseconds since 1970 from 2001 to 2100, so that no number is seconds and milliseconds, nor a day without separators.
const FIRST_MS = 1e12
const END_MS = 4.1e12

/** A time with a zone, a time without one in WIB, or seconds or milliseconds since 1970. The result is in WIB. */
export const time: Nullable<Time> = {
  kind: 'time',
  read(value) {
    const written = textOf(value)?.trim() ?? ''
    return writtenTime(written.replace(COMPACT_TIME, '$1-$2-$3 $4:$5:$6')) ?? epochTime(Number(written))
  },
}

function epochTime(value: number): Time | null {
  const ms = value < END_MS / 1000 ? value * 1000 : value
  return ms >= FIRST_MS && ms < END_MS ? inWib(ms) : null
}

function writtenTime(written: string): Time | null {
  const [, year, month, day, hour, minute, second = '00', fraction = '', zulu, sign, hours, minutes = '00'] =
    TIME.exec(written) ?? []
  if (year === undefined) return null
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`)
  // The parser accepts 30 February and rolls it over.
  if (Number.isNaN(ms) || !isDay(`${year}-${month}-${day}`)) return null
  if (IN_WIB.test(written)) return written
  const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS * (sign === '-' ? -1 : 1)
  return inWib(zulu !== undefined ? ms : ms - (sign === undefined ? WIB_MS : offset))
}

function inWib(ms: number): Time | null {
  const shifted = new Date(ms + WIB_MS)
  if (Number.isNaN(shifted.valueOf())) return null
  return shifted.toISOString().replace(/(?:\.000)?Z$/, '+07:00')
}

/** A day, or the day in WIB of a time. */
export const day: Nullable<Day> = {
  kind: 'day',
  read(value) {
    if (typeof value === 'string' && isDay(value.trim())) return value.trim()
    return time.read(value)?.slice(0, 10) ?? null
  },
}
