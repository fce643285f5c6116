import { currencyIn } from '../amounts/currencyIn.ts'
import { signOfWord } from '../amounts/signOfWord.ts'
import { isBlankAmount, splitAmount } from '../amounts/splitAmount.ts'
import { hasLostDigits, isPlatformNumber } from './orderNumbers.ts'
import { looksLikeDate, readTime } from './readDay.ts'

/** Shares (0 to 1) of the cells with content that look like something. */
export interface ColumnContent {
  readonly filled: number
  readonly dates: number
  readonly times: number
  readonly amounts: number
  /** Amounts with decimals, groups, a currency or a sign, which are nothing else. */
  readonly plainAmounts: number
  readonly directions: number
  readonly platformNumbers: number
  readonly lostDigits: number
  /** Words with a digit and at least six characters, without a space. */
  readonly codes: number
  /** Distinct values among the filled cells, and how many they are. */
  readonly distinct: number
  readonly values: number
  readonly longDigits: number
  readonly words: number
  readonly currencies: number
  readonly averageLength: number
}

/** What a column consists of. A leading zero or more than fifteen digits make a number an identifier, not an amount. */
export function columnContent(cells: readonly string[]): ColumnContent {
  const full = cells.filter((cell) => cell !== '')
  const values = new Set(full).size
  const share = (test: (cell: string) => boolean) => (full.length === 0 ? 0 : full.filter(test).length / full.length)
  return {
    filled: cells.length === 0 ? 0 : full.length / cells.length,
    dates: share(looksLikeDate),
    times: share((cell) => /[:.]/.test(cell) && readTime(cell) !== null),
    amounts: share((cell) => isAmountText(cell) || isBlankAmount(cell)),
    plainAmounts: share((cell) => isAmountText(cell) && (/[.,]\d|^rp|^\(|[a-z]$/i.test(cell) || /^[-+]/.test(cell))),
    directions: share((cell) => signOfWord(cell) !== 0),
    platformNumbers: share(isPlatformNumber),
    lostDigits: share(hasLostDigits),
    codes: share((cell) => /^[\w./-]{6,64}$/.test(cell) && /\d/.test(cell) && !looksLikeDate(cell)),
    distinct: full.length === 0 ? 0 : values / full.length,
    values,
    longDigits: share((cell) => /^\d{8,}$/.test(cell)),
    words: share((cell) => /\p{L}{3,}/u.test(cell)),
    currencies: share((cell) => currencyIn(CURRENCY_CELL.exec(cell)?.[1] ?? '') !== null),
    averageLength: full.length === 0 ? 0 : full.reduce((sum, cell) => sum + cell.length, 0) / full.length,
  }
}

/** `IDR`, `Rp.`, `USD - US Dollar`; not `TOP UP`, whose first word is a code too. */
const CURRENCY_CELL = /^(\p{L}{2,7})\.?(?:\s*[-–(][^\d]*)?$/u

function isAmountText(cell: string): boolean {
  if (hasLostDigits(cell)) return false
  const written = splitAmount(cell)
  return written !== null && !/^0\d/.test(written.digits) && written.digits.replace(/\D/g, '').length <= 15
}
