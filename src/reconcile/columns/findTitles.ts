import { splitAmount } from '../amounts/splitAmount.ts'
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

/**
 * Separates the titles and the lines of a table from what stands above and below them. Below the last row with a date, rows
 * without one are totals; between dated rows nothing is left out.
 */
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

function lastLine(rows: readonly (readonly string[])[]): number {
  const datedColumn = rows[0]?.findIndex(looksLikeDate) ?? -1
  if (datedColumn === -1) return rows.length - 1
  const isTotal = (row: readonly string[]) => !/\d/.test(row[datedColumn] ?? '') && !isPending(row[datedColumn] ?? '')
  let last = rows.length - 1
  while (last > 0 && isTotal(rows[last]!)) last--
  return last
}

/** BCA writes PEND for a line that is not booked yet. */
const isPending = (cell: string): boolean => /^'?pend/i.test(cell.trim())
