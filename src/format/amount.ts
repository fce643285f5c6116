import { fractionDigitsOf, inThousands, isKnownCurrency, sum } from '#contract/money.ts'
import { NO_FIGURE } from './noFigure.ts'

const DECIMAL = /^-?\d+(?:\.\d+)?$/

/**
 * Formats decimal text with thousands separators and these decimals, or those of its currency, rounded half away from zero; null for text
 * that is not a number. In a currency that is not known here no decimal is dropped. The decimals are drawn lighter, so they are apart:
 * `-1,234,567` and `.50`.
 */
export function amountParts(text: string | null | undefined, places: number, currency?: string | null) {
  if (text == null || !DECIMAL.test(text)) return null
  const digits = currency == null ? places : fractionDigitsOf(currency)
  const isRounded = currency == null || isKnownCurrency(currency)
  const [whole = '', fraction = ''] = sum([text], isRounded ? digits : exactPlaces(text, digits)).split('.')
  return { whole: inThousands(whole), fraction: `.${fraction}` }
}

/** Decimals that show an amount exactly: these, or more where it has more. Zeros at its end are none. */
export const exactPlaces = (text: string | null, places: number): number =>
  Math.max(places, /\.(\d*[1-9])/.exec(text ?? '')?.[1]?.length ?? 0)

/** A formatter for amounts with these decimals, or with those of a currency. */
export const amountIn = (places: number, currency?: string | null) => (text: string | null | undefined) => {
  const parts = amountParts(text, places, currency)
  return parts === null ? NO_FIGURE : parts.whole + parts.fraction
}

/** `1234567.5` as `1,234,567.50`. */
export const amount2 = amountIn(2)

/** `12.5` as `12.5000`, for USDT. */
export const amount4 = amountIn(4)

/** The formatter for amounts of a currency: `12.5` as `12.5000` in USDT, and as `12.50` in others. */
export const amountFormatter = (currency: string) => amountIn(2, currency)

/** The amount of an order or a movement with its currency: `27,000,000.00 IDR`. */
export const amountText = ({ payAmount, currency }: { payAmount?: string | null | undefined; currency: string }): string =>
  `${amountFormatter(currency)(payAmount)} ${currency}`

/** `1000` as `1000.00`, other text unchanged: for the clipboard and forms. */
export const amountDefault = (text: string): string => (/^-?\d+$/.test(text) ? `${text}.00` : text)

/** A count with thousands separators: `12,803`. */
export const formatCount = (n: number | null | undefined): string => (n == null ? NO_FIGURE : inThousands(String(n)))

/**
 * A share with one decimal: `93.7 %`; a placeholder when the whole is zero or either is unknown. Only nothing is `0.0 %`, and only the
 * whole `100.0 %`: a single failure among many shows.
 */
export function formatPercent(part: number | null | undefined, whole: number | null | undefined): string {
  if (part == null || whole == null || whole === 0) return NO_FIGURE
  const rounded = Math.round((part / whole) * 1000) / 10
  const least = part > 0 ? Math.max(rounded, 0.1) : rounded
  return `${(part < whole ? Math.min(least, 99.9) : least).toFixed(1)} %`
}

/** `0.0125` as `1.25 %`, exactly; other text unchanged. */
export function formatRate(text: string | null): string {
  if (text === null) return NO_FIGURE
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '') return text
  const digits = fraction.padEnd(2, '0')
  const rest = digits.slice(2).replace(/0+$/, '')
  return `${BigInt(whole + digits.slice(0, 2))}${rest === '' ? '' : `.${rest}`} %`
}

/** Compares decimal texts without converting them to floats. */
export function isAbove(one: string, other: string): boolean {
  const [whole = '', fraction = ''] = one.split('.')
  const [otherWhole = '', otherFraction = ''] = other.split('.')
  const length = Math.max(fraction.length, otherFraction.length)
  return BigInt(whole + fraction.padEnd(length, '0')) > BigInt(otherWhole + otherFraction.padEnd(length, '0'))
}

/** Whether it is the text of an amount without a sign. */
export const isPlainAmount = (value: unknown): value is string => typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)

/** Whether one amount is above the other; null unless both are amounts without a sign. */
export const exceeds = (one: unknown, other: unknown): boolean | null =>
  isPlainAmount(one) && isPlainAmount(other) ? isAbove(one, other) : null
