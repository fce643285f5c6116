import { spreadsheetText } from './spreadsheetText.ts'

/** Cells of CSV files (RFC 4180), written by the gateway and by the console. */

/** Shows a file as UTF-8 in spreadsheet programs. */
export const BOM = '\uFEFF'

// A lone CR or LF ends a line for some readers, and some split at semicolons and tabs as well.
const SPECIAL = /[",;\t\r\n]/

export const quoted = (text: string): string => (SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A cell of a file that spreadsheet programs open: no text is a formula, and identifiers stay text. */
export const spreadsheetCell = (text: string): string => quoted(spreadsheetText(text))

/** A line of such cells. */
export const spreadsheetLine = (cells: readonly string[]): string => `${cells.map(spreadsheetCell).join(',')}\r\n`
