import { splitAmount } from '../amounts/splitAmount.ts'
import { numbersInText } from './orderNumbers.ts'
import { looksLikeDate } from './readDay.ts'
import { roleOfTitle } from './titleWords.ts'

export interface FoundTitles {
  readonly titles: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly lineNumbers: readonly number[]
  readonly surroundings: readonly (readonly string[])[]
}

/** Rows that may stand above the titles. */
const MOST_ROWS_ABOVE = 40

/** Separates the titles and the lines of a table from what stands above and below them. Between dated rows nothing is left out. */
export function findTitles(all: readonly (readonly string[])[], numbers: readonly number[]): FoundTitles {
  const width = all.reduce((most, row) => Math.max(most, row.length), 0)
  const at = titleRow(all)
  const first = at === null ? firstLine(all) : at + 1
  const body = all.slice(first).map((row, index) => ({ row, number: numbers[first + index]! }))
  const lines = body.filter(({ row }) => row.some((cell) => cell.trim() !== ''))
  const end = lastLine(lines.map(({ row }) => row)) + 1
  const padded = (row: readonly string[]) => (row.length === width ? row : [...row, ...Array(width - row.length).fill('')])
  return {
    titles: padded(at === null ? [] : all[at]!.map((cell) => cell.trim())),
    rows: lines.slice(0, end).map(({ row }) => padded(row)),
    lineNumbers: lines.slice(0, end).map(({ number }) => number),
    surroundings: [...all.slice(0, at ?? first), ...lines.slice(end).map(({ row }) => row)],
  }
}

/** The first row with at least two titles and no content of a line; null when there is none. */
function titleRow(rows: readonly (readonly string[])[]): number | null {
  for (const [at, row] of rows.slice(0, MOST_ROWS_ABOVE).entries()) {
    const named = row.filter((cell) => cell.length <= 40 && roleOfTitle(cell) !== null).length
    const isLine = row.some((cell) => looksLikeDate(cell) || (splitAmount(cell) !== null && /\d/.test(cell)))
    if (named >= 2 && !isLine) return at
    if (named === 1 && !isLine && row.filter((cell) => cell.trim() !== '').length <= 2 && isFollowedByLines(rows, at)) return at
  }
  return null
}

/** Whether a narrow title row stands directly above rows of its own width. */
const isFollowedByLines = (rows: readonly (readonly string[])[], at: number): boolean =>
  at === 0 && rows.length > 1 && rows.slice(1, 4).every((row) => row.length === rows[0]!.length)

/** Without titles, lines start at the first row with a digit in two cells, or at the first row. */
function firstLine(rows: readonly (readonly string[])[]): number {
  const at = rows
    .slice(0, MOST_ROWS_ABOVE)
    .findIndex((row) => row.some(looksLikeDate) && row.some((cell) => splitAmount(cell) !== null))
  return Math.max(0, at)
}

/** Below the last dated row, a line goes on without a date until a total begins: some banks write the date of a day once. */
function lastLine(rows: readonly (readonly string[])[]): number {
  const datedColumn = rows[0]?.findIndex(looksLikeDate) ?? -1
  if (datedColumn === -1) return rows.length - 1
  const isDated = (row: readonly string[]) => {
    const cell = row[datedColumn] ?? ''
    return (/\d/.test(cell) || isPending(cell)) && !isTotal(cell)
  }
  const lastDated = Math.max(0, rows.findLastIndex(isDated))
  if (lastDated === rows.length - 1) return lastDated
  const needed = filledColumns(rows.slice(0, lastDated + 1).filter(isDated), datedColumn)
  const below = rows.slice(lastDated + 1)
  const total = below.findIndex(isTotalRow)
  const undated = total === -1 ? below : below.slice(0, total)
  return lastDated + 1 + undated.findLastIndex((row) => isLineBelow(row, needed))
}

/** The share of lines that fill a column which every line has. */
const NEARLY_ALL = 0.9

const filledColumns = (rows: readonly (readonly string[])[], without: number): number[] =>
  [...(rows[0] ?? []).keys()].filter((column) => {
    const filled = rows.filter((row) => (row[column] ?? '').trim() !== '').length
    return column !== without && filled >= rows.length * NEARLY_ALL
  })

/** Sums without words fill fewer columns than lines do; a line that does too has a number. */
function isLineBelow(row: readonly string[], needed: readonly number[]): boolean {
  const hasAmount = row.some((cell) => splitAmount(cell) !== null)
  const isFull = needed.length > 0 && needed.every((column) => (row[column] ?? '').trim() !== '')
  return hasAmount && (isFull || row.some((cell) => splitAmount(cell) === null && numbersInText(cell).length > 0))
}

const TOTAL =
  /^\W*(?:(?:sub|grand)[ -]?)?(?:totale?s?|jumlah|saldo|mutasi|(?:opening|closing|beginning|ending|current|available) balance|balance|sum|suma|tổng|số dư|合计|总计|小计|余额|期初|期末)(?![\p{L}\d])/iu

/** Whether a cell of the row begins as a total or a balance does. */
export const isTotalRow = (row: readonly string[]): boolean => row.some(isTotal)

const isTotal = (cell: string): boolean => TOTAL.test(cell.trim())

/** BCA writes PEND for a line that is not booked yet. */
const isPending = (cell: string): boolean => /^'?pend/i.test(cell.trim())
