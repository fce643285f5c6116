import { CURRENCY_SIGN, cleanCell, splitAmount } from '../amounts/splitAmount.ts'
import { hasLostDigits, isPlatformNumber } from '../columns/orderNumbers.ts'
import { looksLikeDate } from '../columns/readDay.ts'
import { ReconcileError } from '../reconcileError.ts'
import type { StatementTable } from '../statementLine.ts'
import { MAX_LINES } from '../worker/protocol.ts'

/** Lines of text without columns: the date and the amount of each are found in its words, and the whole line is its description. */
export function readPlainLines(text: string, encoding: string): StatementTable {
  const lines = text.split(/\r\n?|[\n\u2028\u2029]/).map((line) => line.trim())
  const numbered = lines.flatMap((line, index) => (line === '' ? [] : [{ line, number: index + 1 }]))
  if (numbered.length > MAX_LINES) throw new ReconcileError({ code: 'tooManyLines', limit: MAX_LINES })
  return {
    format: 'lines',
    dialect: encoding.toUpperCase(),
    titles: ['', '', '', ''],
    roles: ['date', 'number', 'amount', 'description'],
    rows: numbered.map(({ line }) => cellsOf(line)),
    lineNumbers: numbered.map(({ number }) => number),
    surroundings: [],
    balances: [],
  }
}

const LETTERS = /^(cr|c|kr|k|dr|db|d)\.?$/i
const CURRENCY = new RegExp(`^(?:${CURRENCY_SIGN})$`, 'i')

function cellsOf(line: string): string[] {
  const words = joinedWords(line.split(/[\s;|]+|,\s+|(?<=\p{L}\S*\d),(?=\d)/u).flatMap((word) => word || []))
  const date = words.find(looksLikeDate) ?? ''
  const lost = words.find(hasLostDigits) ?? ''
  const amounts = words.filter((word) => word !== date && isAmountWord(word))
  // An amount with separators, a currency or a letter is certain; digits alone may be anything.
  const certain = [...amounts.filter((word) => /[.,]\d|\D$|^\D/.test(word)), ...words.filter(isBrokenAmount)]
  const plain = amounts.filter((word) => cleanCell(word).length >= 4)
  const chosen = certain.length > 0 ? certain : plain
  // Two amounts in a line, such as amount and balance, are not told apart: together they are unreadable.
  return [date, lost, [...new Set(chosen)].join(' / '), line]
}

function isAmountWord(word: string): boolean {
  if (isPlatformNumber(cleanCell(word)) || hasLostDigits(word)) return false
  const written = splitAmount(word)
  return written !== null && !/^0\d/.test(written.digits) && written.digits.replace(/\D/g, '').length <= 13
}

/** A word with a currency that is no amount: it must not look as if the line had none. */
const isBrokenAmount = (word: string): boolean => /^[-+(]?(rp|idr|usdt|vnd)\.?\s?\d/i.test(word) && splitAmount(word) === null

/** `Rp 91.000 CR` as one word. */
function joinedWords(words: readonly string[]): string[] {
  const result: string[] = []
  for (const word of words) {
    const last = result.at(-1)
    const isLetter = LETTERS.test(word) && last !== undefined && /\d[),-]?$/.test(last) && isAmountWord(last)
    if (last !== undefined && (isLetter || (CURRENCY.test(last) && /^\d/.test(word))))
      result[result.length - 1] = `${last} ${word}`
    else result.push(word)
  }
  return result
}
