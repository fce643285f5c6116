/** Patterns of fields in forms, filters and calls. The console shows a message, the gateway refuses. */
export const PATTERNS = {
  digits: /^\d+$/,
  word: /^\w+$/,
  /** At least a digit, a lower-case and an upper-case letter. */
  password: /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z]).+$/,
  /** Several mobiles, comma-separated. */
  mobiles: /^\d+(,\d+)*$/,
  decimal: /^-?\d+(\.\d+)?$/,
  decimal2: /^-?\d+(\.\d{1,2})?$/,
  integer: /^[-+]?\d+$/,
  positiveInteger: /^[1-9]\d*$/,
  /** Strictly between 0 and 1. */
  fraction: /^0\.\d*[1-9]\d*$/,
  nonNegative: /^\d+(\.\d+)?$/,
  url: /^https?:\/\/(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?::\d{1,5})?(?:[/?#]\S*)?$/,
  passcode: /^\d{6}$/,
  /** A time in UTC+7, to the minute or second: `2026-11-26T14:00`. */
  minute: /^20\d\d-[01]\d-[0-3]\d[T ][0-2]\d:[0-5]\d(:[0-5]\d)?$/,
  loginName: /^[\w.@-]{3,64}$/,
  orderNumber: /^[\w-]{1,64}$/,
  /** A number with `*` for any characters, and at least three others. */
  orderPattern: /^(?=\**(?:[\w-]\**){3})[\w*-]{3,64}$/,
  merchantNo: /^M\d{8}$/,
  /** Bank or virtual account. */
  bankAccount: /^\d{5,20}$/,
  chainAddress: /^(T[1-9A-HJ-NP-Za-km-z]{33}|0x[0-9a-fA-F]{40})$/,
  /** After `normalizeMobile`. */
  mobile: /^0\d{8,13}$/,
  personName: /^(?=.*\S).{1,64}$/,
  viewName: /^\S(?:.{0,58}\S)?$/,
  nationalId: /^\d{16}$/,
  ipv4OrCidr: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\/(?:3[0-2]|[12]?\d))?$/,
} as const

/** An Indonesian mobile in its national form: no spaces, dashes or plus, `62` replaced by `0`. Empty stays empty. */
export function normalizeMobile(typed: string): string {
  const digits = typed.replace(/[\s-]/g, '').replace(/^\+/, '')
  if (digits === '' || digits.startsWith('0')) return digits
  return `0${digits.startsWith('62') ? digits.slice(2) : digits}`
}

/** Whether a typed number is a mobile in any of its forms. */
export const isMobile = (typed: string): boolean => PATTERNS.mobile.test(normalizeMobile(typed))

/** Message key of an invalid birthday in a national ID. */
export type BirthdayError = 'birthdayMonthNotReal' | 'birthdayNotReal'

/** Birthday and sex in a national ID. */
export interface Birth {
  day: number
  month: number
  year: number
  sex: 'female' | 'male'
}

/**
 * Parses the birthday in an Indonesian national ID (NIK), or returns its error. Digits 7 to 12 are day, month and year; for women
 * the day is 40 higher. A two-digit year in the future belongs to the previous century.
 */
export function parseBirth(nationalId: string, thisYear: number): Birth | BirthdayError {
  const [written, month, two] = [6, 8, 10].map((start) => Number(nationalId.slice(start, start + 2))) as [
    number,
    number,
    number,
  ]
  if (month < 1 || month > 12) return 'birthdayMonthNotReal'
  const year = two + (two <= thisYear % 100 ? 2000 : 1900)
  const sex = written > 40 ? 'female' : 'male'
  const day = sex === 'female' ? written - 40 : written
  // Day 0 of the next month is the last day of this month.
  const isReal = day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  return isReal ? { day, month, year, sex } : 'birthdayNotReal'
}

/** Error of the birthday in a national ID, or null. */
export function birthdayError(nationalId: string, thisYear: number): BirthdayError | null {
  const birth = parseBirth(nationalId, thisYear)
  return typeof birth === 'string' ? birth : null
}

/** Most characters of a callback address. */
export const MAX_ADDRESS_LENGTH = 255

/** Most order numbers in one filter, for numbers pasted from a statement. */
export const MAX_ORDER_NUMBERS = 200

/** Most orders in one request for the plan of a bulk notify. */
export const MAX_PLANNED_ORDERS = 1_000
