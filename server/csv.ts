import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'

/**
 * How a file of values is written: for spreadsheets, which guess at what they read, or exactly as RFC 4180 says.
 */
export type CsvFormat = 'spreadsheet' | 'raw'

export type Cell = string | number | boolean | null

const BOM = '\uFEFF'

/** A CSV file as a stream: batches are asked for only as fast as somebody reads, and no more after he has left. */
export function csv(header: readonly string[], batches: AsyncIterable<readonly Cell[][]>, format: CsvFormat): Readable {
  const write = (rows: readonly (readonly Cell[])[]) =>
    stringify(format === 'raw' ? rows.map((row) => row.map(textOf)) : rows.map((row) => row.map(spreadsheetText)), {
      record_delimiter: '\r\n',
      // Half of the delimiter is enough for some readers.
      quoted_match: /[\r\n]/,
    })
  async function* lines() {
    yield (format === 'spreadsheet' ? BOM : '') + write([header])
    for await (const rows of batches) yield write(rows)
  }
  return Readable.from(lines(), { objectMode: false })
}

const textOf = (cell: Cell): string => (cell === null ? '' : String(cell))

const NUMBER = /^-?\d+(\.\d+)?$/
// More digits than a spreadsheet keeps as a number, or a zero in front that it would drop.
const NUMBER_BY_LOOKS = /^(\d{12,}|0\d+)$/
const DANGEROUS = /^[=+\-@\t\r]/

/**
 * Text that a spreadsheet shows as it is: what it would run as a formula gets an apostrophe in front, and digits that
 * are no quantity become a formula of themselves, which is the one way to keep them text in every program.
 */
function spreadsheetText(cell: Cell): string {
  const text = textOf(cell)
  if (NUMBER_BY_LOOKS.test(text)) return `="${text}"`
  return DANGEROUS.test(text) && !NUMBER.test(text) ? `'${text}` : text
}
