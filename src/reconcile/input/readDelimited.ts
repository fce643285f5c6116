import Papa from 'papaparse'
import { findTitles } from '../columns/findTitles.ts'
import { ReconcileError } from '../reconcileError.ts'
import type { StatementTable } from '../statementLine.ts'
import { MAX_LINES } from '../worker/protocol.ts'
import { joinSplitAmounts } from './joinSplitAmounts.ts'
import type { Task } from './task.ts'
import type { TextSource } from './textChunks.ts'

const DELIMITERS = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const
type Delimiter = keyof typeof DELIMITERS

const SAMPLE_ROWS = 200
/** Rows around the lines, besides the limit of lines. */
const SURROUNDING_ROWS = 100

/** The separator that gives most rows the same number of cells; null when the text has no columns. */
export function detectDelimiter(sample: string): Delimiter | null {
  let best: { delimiter: Delimiter; score: number } | null = null
  for (const delimiter of Object.keys(DELIMITERS) as Delimiter[]) {
    const { data } = Papa.parse<string[]>(sample, { delimiter, preview: SAMPLE_ROWS, skipEmptyLines: true })
    // The last row may be cut off.
    const widths = data.slice(0, data.length > 2 ? -1 : undefined).map((row) => row.length)
    const [width, count] = mostFrequent(widths.filter((one) => one > 1))
    const share = widths.length === 0 ? 0 : count / widths.length
    // Decimal commas split a semicolon file evenly too; more columns decide only between equal shares.
    const score = share + Math.min(width, 20) / 100 + (delimiter === ',' ? 0 : 0.05)
    if (share > 0.3 && score > (best?.score ?? 0)) best = { delimiter, score }
  }
  return best === null || (best.delimiter === ',' && areCommasInNumbers(sample)) ? null : best.delimiter
}

/** Lines such as `paid Rp 91.000,00 for 2611…` have commas within their numbers only, and words apart. */
function areCommasInNumbers(sample: string): boolean {
  const lines = sample.split(/\r\n?|\n/).filter((line) => line.includes(','))
  const plain = lines.filter(
    (line) => /\s/.test(line.trim()) && !line.includes('"') && !/(?<!\d),|,(?!\d{2,3}(?!\d))/.test(line),
  )
  return plain.length > lines.length * 0.9
}

function mostFrequent(values: readonly number[]): [value: number, count: number] {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best: [number, number] = [0, 0]
  for (const [value, count] of counts) if (count > best[1]) best = [value, count]
  return best
}

/** A row longer than this has a quote that was never closed. */
const LONGEST_ROW = 1 << 21

/** Parses separated values as they arrive. From a quote that is never closed on, quotes are letters. */
export async function readDelimited(source: TextSource, delimiter: Delimiter, task: Task): Promise<StatementTable> {
  const rows: string[][] = []
  const numbers: number[] = []
  let line = 1
  let rest = ''
  let hasQuotes = false
  const parser = new Papa.Parser({ delimiter, newline: '\n' })
  const withoutQuotes = new Papa.Parser({ delimiter, newline: '\n', quoteChar: '\u0000' })
  const parse = (text: string, isLast: boolean) => {
    let result = parser.parse(text, 0, !isLast) as Papa.ParseResult<string[]>
    const isUnclosed = isLast
      ? result.errors.some(({ code }) => code === 'MissingQuotes')
      : text.length - result.meta.cursor > LONGEST_ROW
    if (isUnclosed) result = withoutQuotes.parse(text, 0, !isLast) as Papa.ParseResult<string[]>
    const { data, meta } = result
    for (const row of data) {
      const isEmpty = row.every((cell) => cell.trim() === '')
      if (!isEmpty) {
        rows.push(row)
        numbers.push(line)
      }
      line += 1 + row.reduce((breaks, cell) => breaks + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)
    }
    rest = isLast ? '' : text.slice(meta.cursor)
    if (rows.length > MAX_LINES + SURROUNDING_ROWS) throw new ReconcileError({ code: 'tooManyLines', limit: MAX_LINES })
  }
  let hasReturn = false
  for await (const chunk of source.chunks()) {
    // A CR at the end of a chunk may be the half of a CRLF.
    const text: string = (hasReturn ? '\r' : '') + chunk
    hasReturn = text.endsWith('\r')
    hasQuotes ||= text.includes('"')
    parse(rest + (hasReturn ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n'), false)
    await task.step('reading', 0, null)
  }
  parse(rest, true)
  const joined = delimiter === ',' && !hasQuotes ? joinSplitAmounts(rows) : rows
  const found = findTitles(joined, numbers)
  if (found.rows.length > MAX_LINES) throw new ReconcileError({ code: 'tooManyLines', limit: MAX_LINES })
  return {
    ...found,
    format: 'delimited',
    dialect: `${source.encoding.toUpperCase()}, ${DELIMITERS[delimiter]}`,
    roles: null,
    balances: [],
  }
}
