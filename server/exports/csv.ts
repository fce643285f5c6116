import { Readable } from 'node:stream'

/** `spreadsheet` protects values from type guessing in spreadsheet programs; `raw` is plain RFC 4180. */
export type CsvFormat = 'spreadsheet' | 'raw'

export type Cell = string | number | boolean | null

const BOM = '\uFEFF'

/** A CSV file as a stream. Batches are read with backpressure and stop when the client disconnects. */
export function csv(header: readonly string[], batches: AsyncIterable<readonly Cell[][]>, format: CsvFormat): Readable {
  const cellText = format === 'raw' ? quoted : (text: string) => quoted(spreadsheetText(text))
  const write = (rows: readonly (readonly Cell[])[]) =>
    rows.map((row) => `${row.map((cell) => (cell === null ? '' : cellText(String(cell)))).join(',')}\r\n`).join('')
  async function* lines() {
    yield (format === 'spreadsheet' ? BOM : '') + write([header])
    for await (const rows of batches) yield write(rows)
  }
  return Readable.from(lines(), { objectMode: false })
}

// A lone CR or LF ends a line for some readers.
const SPECIAL = /[",\r\n]/

const quoted = (text: string): string => (SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const NUMBER = /^-?\d+(\.\d+)?$/
// Too many digits for a spreadsheet number, or a leading zero that it would drop.
const NUMBER_BY_LOOKS = /^(\d{12,}|0\d+)$/
const DANGEROUS = /^[=+\-@\t\r]/

/**
 * Text that spreadsheets show unchanged. Formulas get a leading apostrophe (CSV injection). Digits that are identifiers become
 * the formula `="..."`, the only form that every program keeps as text.
 */
function spreadsheetText(text: string): string {
  if (NUMBER_BY_LOOKS.test(text)) return `="${text}"`
  return DANGEROUS.test(text) && !NUMBER.test(text) ? `'${text}` : text
}
