/** Amounts are decimal text outside and whole minor units (`bigint`) inside, never floats. */

export type Currency = 'IDR' | 'VND' | 'USDT'

/** Decimal places of a minor unit. */
export const SCALE: Record<Currency, number> = { IDR: 2, VND: 2, USDT: 6 }

/** Decimal places of an amount on the wire and on the screen. */
export const FRACTION_DIGITS: Record<Currency, number> = { IDR: 2, VND: 2, USDT: 4 }

/** Whether it is a currency of ours. Other gateways may have others. */
export const isKnownCurrency = (currency: string): currency is Currency => Object.hasOwn(SCALE, currency)

/** The currency with the decimals of these amounts. One that is not known here has at least those of the rupiah. */
export const knownCurrency = (currency: string): Currency => (isKnownCurrency(currency) ? currency : 'IDR')

/** Decimal places of an amount in this currency on the wire and on the screen; the least of one that is not known here. */
export const fractionDigitsOf = (currency: string): number => FRACTION_DIGITS[knownCurrency(currency)]

/** The smallest amount on the wire, in minor units. */
export const minWireAmount = (currency: Currency): bigint => 10n ** BigInt(SCALE[currency] - FRACTION_DIGITS[currency])

const AMOUNT = /^(\d{1,16})(?:\.(\d+))?$/

// The database keeps minor units in 64 bits.
const MAX_MINOR = 2n ** 63n - 1n

/** Parses unsigned decimal text such as `150000.00` into minor units; null for other text, too many decimals or too large an amount. */
export function toMinor(text: string, currency: Currency): bigint | null {
  const [, whole, fraction = ''] = AMOUNT.exec(text) ?? []
  if (whole === undefined || fraction.length > SCALE[currency]) return null
  const minor = BigInt(whole + fraction.padEnd(SCALE[currency], '0'))
  return minor > MAX_MINOR ? null : minor
}

/** Formats minor units with the decimals of the wire, rounded half away from zero: `15000000n` IDR is `150000.00`. */
export const toText = (minor: bigint, currency: Currency): string => rounded(minor, SCALE[currency], FRACTION_DIGITS[currency])

/** Digits with thousands separators, which are the same in every language: `1,234,567`. */
export const inThousands = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** Units of the last of `scale` decimals as text with `fractionDigits` decimals, rounded half away from zero. */
function rounded(value: bigint, scale: number, fractionDigits: number): string {
  const step = 10n ** BigInt(scale - fractionDigits)
  const half = step / 2n
  const units = (value < 0n ? value - half : value + half) / step
  const digits = (units < 0n ? -units : units).toString().padStart(fractionDigits + 1, '0')
  const cut = digits.length - fractionDigits
  return `${units < 0n ? '-' : ''}${digits.slice(0, cut)}${fractionDigits > 0 ? `.${digits.slice(cut)}` : ''}`
}

/** Parses decimal text into units of the last of `fractionDigits` decimals. Throws a RangeError for other text or more decimals. */
export function toUnits(text: string, fractionDigits: number): bigint {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(text) ?? []
  const padded = fraction.replace(/0+$/, '').padEnd(fractionDigits, '0')
  if (whole === undefined || padded.length > fractionDigits)
    throw new RangeError(`not an amount of ${fractionDigits} places: ${text}`)
  return BigInt(sign + whole + padded)
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/**
 * Sum of decimal texts, with `fractionDigits` decimals or, if an amount has more, up to `most`. It is exact unless rounded to these.
 * Throws a RangeError for text that is not a decimal number, because a partial sum would be wrong.
 */
export function sum(amounts: Iterable<string>, fractionDigits: number, most = fractionDigits): string {
  let longest = fractionDigits
  const parts = Array.from(amounts, (text) => {
    const [, sign, whole, fraction = ''] = DECIMAL.exec(text) ?? []
    if (whole === undefined) throw new RangeError(`not an amount: ${text}`)
    longest = Math.max(longest, fraction.length)
    return { sign, whole, fraction }
  })
  const total = parts.reduce((all, { sign, whole, fraction }) => all + BigInt(sign + whole + fraction.padEnd(longest, '0')), 0n)
  return rounded(total, longest, Math.min(longest, most))
}
