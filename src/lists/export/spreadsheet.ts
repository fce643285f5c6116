import type { ListedRow } from '#contract/rows/listedRow.ts'
import { type FieldKind, fieldText } from '../../detail/detailField.ts'
import { inCell, tabbed } from '../../format/tabbed.ts'
import type { ListColumn } from '../list.ts'
import type { ListWords } from '../listWords.ts'

/** Columns to calculate with. All other digits are identifiers, which must keep leading zeros and every digit. */
const NUMERIC_KINDS: readonly FieldKind[] = ['amount', 'signed', 'count', 'dateTime', 'day']

/** The text format of Excel, LibreOffice and Google Sheets. */
const AS_TEXT = `style='mso-number-format:"\\@"' sdnum="0;0;@" data-sheets-numberformat='{"1":1}'`

/**
 * The visible columns of rows for a spreadsheet: tab-separated text, and an HTML table that marks text cells. From plain text,
 * `0812` would become 812 and an order number would lose its last digits.
 */
export function spreadsheet(rows: readonly ListedRow[], columns: readonly ListColumn[], words: ListWords) {
  const written = rows.map((row) => columns.map((column) => inCell(fieldText(row, column, words))))
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
