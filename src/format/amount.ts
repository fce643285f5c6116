import { sum } from '#contract/money.ts'

/** An amount as it is drawn: the decimals are a shade lighter than the rest. */
export interface AmountParts {
  /** With its sign and its groups: `-1,234,567`. */
  whole: string
  /** With its point: `.50`. */
  fraction: string
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/

/** Decimal text in groups of three with so many places, rounded half away from zero; null for text that is no amount. */
export function amountParts(text: string | null | undefined, places: number): AmountParts | null {
  if (text == null || !DECIMAL.test(text)) return null
  const [whole = '', fraction = ''] = sum([text], places).split('.')
  return { whole: whole.replace(/\B(?=(\d{3})+$)/g, ','), fraction: `.${fraction}` }
}

/** What stands where a figure is not known: never a nought. */
export const NO_FIGURE = '–'

/** How amounts are written with so many decimals. */
export const amountIn = (places: number) => (text: string | null | undefined) => {
  const parts = amountParts(text, places)
  return parts === null ? NO_FIGURE : parts.whole + parts.fraction
}

/** `1234567.5` as `1,234,567.50`. */
export const amount2 = amountIn(2)

/** `12.5` as `12.5000`, as USDT is written. */
export const amount4 = amountIn(4)

/** How amounts of a currency are written. */
export const amountFormatter = (currency: string) => (currency === 'USDT' ? amount4 : amount2)

/** `1000` as `1000.00`, anything else as it is: for the clipboard and for forms. */
export const amountDefault = (text: string): string => (/^-?\d+$/.test(text) ? `${text}.00` : text)

/** A count in groups of three: `12,803`. */
export const formatCount = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',')

/** A part of a whole with one decimal: `93.7 %`; of nothing there is no part. */
export const formatPercent = (part: number, whole: number): string =>
  whole === 0 ? NO_FIGURE : `${(Math.round((part / whole) * 1000) / 10).toFixed(1)} %`

/** `0.0125` as `1.25 %`, exactly; anything else as it is. */
export function formatRate(text: string): string {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '') return text
  const digits = fraction.padEnd(2, '0')
  const rest = digits.slice(2).replace(/0+$/, '')
  return `${BigInt(whole + digits.slice(0, 2))}${rest === '' ? '' : `.${rest}`} %`
}

/** Compares decimal texts without making floats of them. */
export function isAbove(one: string, other: string): boolean {
  const [whole = '', fraction = ''] = one.split('.')
  const [otherWhole = '', otherFraction = ''] = other.split('.')
  const length = Math.max(fraction.length, otherFraction.length)
  return BigInt(whole + fraction.padEnd(length, '0')) > BigInt(otherWhole + otherFraction.padEnd(length, '0'))
}
