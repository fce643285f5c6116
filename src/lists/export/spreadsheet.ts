import type { ListedRow } from '#contract/rows/listedRow.ts'
import { type FieldKind, writtenIn } from '../../detail/fact.ts'
import { inCell, tabbed } from '../../format/tabbed.ts'
import type { ListColumn } from '../list.ts'
import type { ListWords } from '../listWords.ts'

/** Columns that are reckoned with, amounts as days. Whatever else looks like a number names something, and must keep its zeros and all its digits. */
const NUMERIC_KINDS: readonly FieldKind[] = ['amount', 'signed', 'count', 'dateTime', 'day']

/** What Excel, LibreOffice and Google Sheets take for text, each by a sign of its own. */
const AS_TEXT = `style='mso-number-format:"\\@"' sdnum="0;0;@" data-sheets-numberformat='{"1":1}'`

/**
 * Rows as a spreadsheet takes them, in the columns that are shown: text with tabs, and a table that says which cells are text. From
 * the text alone `0812` becomes 812, and an order number loses its last digits.
 */
export function spreadsheet(rows: readonly ListedRow[], columns: readonly ListColumn[], words: ListWords) {
  const written = rows.map((row) => columns.map((column) => inCell(writtenIn(row, column, words))))
  const cells = (line: readonly string[]) =>
    line.map((text, at) => {
      const isText = !NUMERIC_KINDS.includes(columns[at]!.kind) && /^[\d+=@-]/.test(text)
      return `<td${isText ? ` ${AS_TEXT}` : ''}>${escaped(text)}</td>`
    })
  return {
    text: tabbed(written),
    html: `<table>${written.map((line) => `<tr>${cells(line).join('')}</tr>`).join('')}</table>`,
  }
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => SIGNS[sign] ?? sign)
