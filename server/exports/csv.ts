import { Readable } from 'node:stream'

/**
 * How a file of values is written: for spreadsheets, which guess at what they read, or exactly as RFC 4180 says.
 */
export type CsvFormat = 'spreadsheet' | 'raw'

export type Cell = string | number | boolean | null

const BOM = '\uFEFF'

/** A CSV file as a stream: batches are asked for only as fast as somebody reads, and no more after he has left. */
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

// Half of the end of a line is enough for some readers.
const SPECIAL = /[",\r\n]/

const quoted = (text: string): string => (SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const NUMBER = /^-?\d+(\.\d+)?$/
// More digits than a spreadsheet keeps as a number, or a zero in front that it would drop.
const NUMBER_BY_LOOKS = /^(\d{12,}|0\d+)$/
const DANGEROUS = /^[=+\-@\t\r]/

/**
 * Text that a spreadsheet shows as it is: what it would run as a formula gets an apostrophe in front, and digits that
 * are no quantity become a formula of themselves, which is the one way to keep them text in every program.
 */
function spreadsheetText(text: string): string {
  if (NUMBER_BY_LOOKS.test(text)) return `="${text}"`
  return DANGEROUS.test(text) && !NUMBER.test(text) ? `'${text}` : text
}
