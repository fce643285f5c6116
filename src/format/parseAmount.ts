import { norm } from '#commands/norm.ts'

/** Unit suffix -> its number of zeros: `jt` -> 6. */
export type Units = Readonly<Record<string, number>>

// Suffixes that mean the same in every language. A language adds its own.
const UNITS: Units = { k: 3, rb: 3, jt: 6, m: 6, b: 9, bn: 9, 万: 4, 亿: 8 }

/** Parses `jt=6 m=9`: suffixes with their number of zeros. */
export const parseUnits = (text: string): Units => ({
  ...Object.fromEntries(text.split(' ').map((unit) => [norm(unit.split('=')[0] ?? ''), Number(unit.split('=')[1])])),
  ...UNITS,
})

export interface Scale {
  /** The maximum number of decimals. */
  readonly places: number
  readonly units: Units
}

// The gateway's limit.
const MOST_DIGITS = 16

const COMMA_BEFORE_THREE = /^[1-9]\d{0,2},\d{3}$/

/**
 * Parses an amount in any common notation to plain decimal text: `1.000.000`, `1,000,000.50`, `Rp1,5jt`, `100万`. A single point
 * or comma before three digits is a thousands separator, but where a unit follows or amounts have more than two decimals the point
 * is decimal, as in all figures of the console. A space always separates thousands. Null when it is not an amount, and for
 * `1,500jt`, which is 1,500 million in one language and one and a half in another.
 */
export function parseAmount(text: string, { places, units }: Scale): string | null {
  const written = norm(text).replace(/^(rp\.?|idr|usdt|vnd|\$)\s*|\s*(idr|usdt|vnd|₫)$/g, '')
  const [, number = '', unit = ''] = /^([\d.,\s]*\d)\s*(\p{L}*)$/u.exec(written) ?? []
  const noughts = unit === '' ? 0 : units[unit]
  if (unit !== '' && COMMA_BEFORE_THREE.test(number)) return null
  const plain = decimal(number, unit !== '' || places > 2)
  if (plain === null || noughts === undefined) return null
  const amount = shifted(plain, noughts)
  const [whole = '', fraction = ''] = amount.split('.')
  return whole.length <= MOST_DIGITS && fraction.length <= places ? amount : null
}

/** The number with a decimal point and without separators. */
function decimal(text: string, pointIsDecimal: boolean): string | null {
  if (/^\d+$/.test(text)) return text
  if (pointIsDecimal && /^\d+\.\d+$/.test(text)) return text
  if (/^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(text)) return text.replaceAll(',', '')
  if (/^[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  if (/^[1-9]\d{0,2}(\s\d{3})+([.,]\d+)?$/.test(text)) return text.replace(/\s/g, '').replace(',', '.')
  return /^\d+[.,]\d+$/.test(text) ? text.replace(',', '.') : null
}

/** Multiplies by a power of ten without floats. */
function shifted(number: string, noughts: number): string {
  const [whole = '', fraction = ''] = number.split('.')
  const padded = fraction.padEnd(noughts, '0')
  const digits = (whole + padded.slice(0, noughts)).replace(/^0+(?=\d)/, '')
  const rest = noughts === 0 ? fraction : padded.slice(noughts)
  return rest === '' ? digits : `${digits}.${rest}`
}
