import { Readable } from 'node:stream'
import { BOM, quoted } from '#contract/csv.ts'
import { spreadsheetText } from '#contract/spreadsheetText.ts'
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

/** Formulas and numbers start before `A`. Most other cells are words. */
const spreadsheetCell = (text: string): string => quoted(text < 'A' ? spreadsheetText(text) : text)

/** A CSV file as a stream. Batches are read with backpressure and stop when the client disconnects. */
export function csv(header: readonly string[], batches: AsyncIterable<readonly Cell[][]>, format: CsvFormat): Readable {
  const cellText = format === 'raw' ? quoted : spreadsheetCell
  const write = (rows: readonly (readonly Cell[])[]) =>
    rows.map((row) => `${row.map((cell) => (cell === null ? '' : cellText(String(cell)))).join(',')}\r\n`).join('')
  async function* lines() {
    yield (format === 'spreadsheet' ? BOM : '') + write([header])
    for await (const rows of batches) yield write(rows)
  }
  return Readable.from(lines(), { objectMode: false })
}
