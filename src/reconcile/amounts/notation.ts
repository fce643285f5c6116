import type { DecimalSign } from '../layout.ts'
import { splitAmount, type WrittenAmount } from './splitAmount.ts'

/** How the amounts of a column are written. */
export interface AmountNotation {
  /** Null when no amount has decimals. */
  readonly decimalSign: DecimalSign | null
  /** Decimals of a minor unit. */
  readonly scale: number
  /** Whether a capital K without a space is kredit; else such a cell is unread. */
  readonly isBareKCredit: boolean
}

const other = (sign: DecimalSign): DecimalSign => (sign === '.' ? ',' : '.')

/** What one amount tells about the decimal sign; null when it tells nothing, as `91.000` does. */
function evidence({ digits, zeros }: WrittenAmount): DecimalSign | null {
  const separators = digits.match(/[.,]/g) ?? []
  const last = separators.at(-1) as DecimalSign | undefined
  if (last === undefined) return null
  if (separators.some((one) => one !== last)) return separators.filter((one) => one === last).length === 1 ? last : null
  if (separators.length > 1) return other(last)
  const [whole = '', fraction = ''] = digits.split(last)
  if (zeros > 0) return last
  return fraction.length !== 3 || /^0?$/.test(whole) || whole.length > 3 ? last : null
}

/** Decides the notation by all amounts of a column: the majority of those that tell. */
export function decideNotation(cells: Iterable<string>, scale: number): AmountNotation {
  const votes = { '.': 0, ',': 0 }
  const seen = { '.': false, ',': false }
  let hasDebitLetter = false
  for (const cell of cells) {
    const written = splitAmount(cell)
    if (written === null) continue
    const vote = evidence(written)
    if (vote !== null) votes[vote]++
    if (written.digits.includes('.')) seen['.'] = true
    if (written.digits.includes(',')) seen[','] = true
    if (written.sign === -1) hasDebitLetter = true
  }
  const { '.': points, ',': commas } = votes
  const isBareKCredit = hasDebitLetter
  if (points !== commas) return { decimalSign: points > commas ? '.' : ',', scale, isBareKCredit }
  // Three decimals are usual only in currencies that have more than two.
  if (scale > 2) return { decimalSign: '.', scale, isBareKCredit }
  return { decimalSign: seen['.'] === seen[','] ? null : seen['.'] ? ',' : '.', scale, isBareKCredit }
}

const GROUPED: Readonly<Record<DecimalSign | 'none', RegExp>> = {
  '.': /^(\d+|\d{1,3}(?:([, '])\d{3})(?:\2\d{3})*)?(?:\.(\d+))?$/,
  ',': /^(\d+|\d{1,3}(?:([. '])\d{3})(?:\2\d{3})*)?(?:,(\d+))?$/,
  none: /^(\d+|\d{1,3}(?:([., '])\d{3})(?:\2\d{3})*)$/,
}

const MOST_DIGITS = 16

/** Reads a cell in the notation of its column into minor units, with the sign it states (0 when none). Null when it cannot be read. */
export function readAmount(cell: string, notation: AmountNotation): { units: bigint; sign: -1 | 0 | 1 } | null {
  const written = splitAmount(cell)
  if (written === null || (written.hasBareK && !notation.isBareKCredit)) return null
  const { digits, sign, zeros } = written
  const [whole, , , fraction = ''] = matchDigits(digits, notation, zeros)
  if (whole === undefined) return null
  const { scale } = notation
  // Three digits after the sign are thousands in another notation, whatever they are.
  if (zeros === 0 && fraction.length > scale && (fraction.length === 3 || /[^0]/.test(fraction.slice(scale)))) return null
  if (zeros > 0 && fraction.length > zeros + scale) return null
  const plain = whole.replace(/\D/g, '')
  if (plain.length + zeros > MOST_DIGITS) return null
  const shift = zeros + scale
  return { units: BigInt(plain + fraction.padEnd(shift, '0').slice(0, shift)), sign }
}

function matchDigits(digits: string, { decimalSign }: AmountNotation, zeros: number): (string | undefined)[] {
  // `1.5jt` and `1,5jt` have the unit to tell: their separator is decimal.
  if (zeros > 0) {
    const [all, whole, fraction] = /^(\d+)(?:[.,](\d+))?$/.exec(digits) ?? []
    return [whole, all, undefined, fraction]
  }
  const found = GROUPED[decimalSign ?? 'none'].exec(digits)
  if (found === null) return []
  const [all, whole = '', , fraction] = found
  return whole === '' && fraction === undefined ? [] : [whole === '' ? '0' : whole, all, undefined, fraction]
}
