import { Readable } from 'node:stream'
import { BOM, quoted, spreadsheetCell } from '#contract/csv.ts'
import { IDENTIFIER } from '#contract/spreadsheetText.ts'
import type { FileDownload } from '../http/serve.ts'
import { wibTime } from '../wib.ts'

/** `spreadsheet` protects values from type guessing in spreadsheet programs; `raw` is plain RFC 4180. */
export type CsvFormat = 'spreadsheet' | 'raw'

export type Cell = string | number | boolean | null

/** The download of a CSV file of so many rows, named after its content and the time. */
export const csvDownload = (target: string, now: number, rows: number, content: FileDownload['content']): FileDownload => ({
  name: `${target}-${fileTimestamp(now)}.csv`,
  type: 'text/csv; charset=utf-8',
  headers: { 'x-row-count': String(rows) },
  content,
})

/** `20261121-081530` */
const fileTimestamp = (now: number): string => wibTime(now).slice(0, 19).replace(/[-:]/g, '').replace('T', '-')

/** A CSV file as a stream. Batches are read with backpressure and stop when the client disconnects. */
export const csv = (header: readonly string[], batches: AsyncIterable<readonly Cell[][]>, format: CsvFormat): Readable =>
  csvFile(header, batches, format, (row) => cellsText(row, format))

/** The same of lines whose cells are separated by `CELL_SEPARATOR`. */
export const csvOfLines = (header: readonly string[], batches: AsyncIterable<readonly string[]>, format: CsvFormat): Readable =>
  csvFile(header, batches, format, (line) => lineText(line, format))

function csvFile<Row>(
  header: readonly string[],
  batches: AsyncIterable<readonly Row[]>,
  format: CsvFormat,
  textOf: (row: Row) => string,
): Readable {
  async function* lines() {
    yield `${format === 'spreadsheet' ? BOM : ''}${cellsText(header, format)}\r\n`
    for await (const rows of batches) yield rows.map((row) => `${textOf(row)}\r\n`).join('')
  }
  return Readable.from(lines(), { objectMode: false })
}

function cellsText(row: readonly Cell[], format: CsvFormat): string {
  const cellText = format === 'raw' ? quoted : spreadsheetCell
  return row.map((cell) => (cell === null ? '' : cellText(String(cell)))).join(',')
}

/** Separates the cells of a line from the database. */
export const CELL_SEPARATOR = '\x1f'

/** A cell that is quoted, or that may be a formula. */
const SPECIAL = new RegExp(`[",;\\t\\r\\n]|(^|${CELL_SEPARATOR})[=+\\-@]`)
const IDENTIFIERS = new RegExp(`(^|${CELL_SEPARATOR})(${IDENTIFIER})(?=${CELL_SEPARATOR}|$)`, 'gi')

/** Equals `cellsText` of its cells. Most lines have identifiers only, which are replaced in the whole line. */
function lineText(line: string, format: CsvFormat): string {
  if (SPECIAL.test(line)) return cellsText(line.split(CELL_SEPARATOR), format)
  const shown = format === 'raw' ? line : line.replace(IDENTIFIERS, '$1"=""$2"""')
  return shown.replaceAll(CELL_SEPARATOR, ',')
}
