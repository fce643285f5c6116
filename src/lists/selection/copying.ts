import type { Message } from '#commands/message.ts'
import { numberOf } from '#commands/rows/kinds.ts'
import type { CopyTarget } from '#commands/scope.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { fieldText } from '../../detail/detailField.ts'
import type { FieldKind } from '../../detail/rowTexts.ts'
import { formatCount } from '../../format/amount.ts'
import { inCell, tabbed } from '../../format/tabbed.ts'
import { layoutColumns } from '../columns/columns.tsx'
import type { ListColumn } from '../list.ts'
import type { ListController } from '../listController.ts'
import type { ListWords } from '../listWords.ts'

/** The contents of the clipboard as text and, for rows, as an HTML table; `message` is the confirmation. */
export interface CopyPayload {
  readonly text: string
  readonly html?: string
  readonly message?: Message
}

/** The cursor position and the selection at the time of the command. */
export interface CopyContext {
  readonly row: ListedRow | undefined
  readonly column: ListColumn | undefined
  readonly selected: readonly ListedRow[]
}

type RowCopyTarget = Exclude<CopyTarget, 'query' | 'cell' | 'orderNo'>

/** Targets that copy the whole selection instead of the row under the cursor. */
export const SELECTION_COPIES: readonly CopyTarget[] = ['row', 'smart', 'link', 'payLink'] satisfies RowCopyTarget[]

/** Builds the contents of the clipboard; the text is empty when there is nothing to copy. */
export function copyPayload(
  source: ListController,
  what: Exclude<CopyTarget, 'query'>,
  { row, column, selected }: CopyContext,
  words: ListWords,
): CopyPayload {
  const { list } = source
  const cell = row === undefined || column === undefined ? '' : fieldText(row, column, words)
  const rows = selected.length > 0 ? selected : row === undefined ? [] : [row]
  if (what === 'orderNo') {
    const number = row === undefined ? '' : numberOf({ kind: list.kind, row })
    return numberPayload(column?.kind === 'number' && cell !== '' ? cell : number)
  }
  if (what === 'cell' || (what === 'smart' && selected.length === 0)) return { text: cell }
  return rowsPayload(source, what, rows, words)
}

/** Confirms with the number, because a row has several. */
export const numberPayload = (text: string): CopyPayload => ({ text, message: ['gather.number', { number: text }, 'done'] })

export function rowsPayload(
  source: ListController,
  what: RowCopyTarget,
  rows: readonly ListedRow[],
  words: ListWords,
): CopyPayload {
  const n = formatCount(rows.length)
  const isMany = rows.length > 1
  if (what === 'link') {
    const text = rows.length === 0 ? linkToList(source) : rows.map((row) => rowLink(source, row)).join('\n')
    return { text, ...(isMany ? { message: ['gather.link', { n }, 'done'] } : {}) }
  }
  if (what === 'payLink') {
    const links = rows.flatMap(({ checkoutUrl }) => checkoutUrl ?? [])
    return { text: links.join('\n'), message: ['command.checkout.copied', { n: links.length }, 'done'] }
  }
  const table = spreadsheet(rows, layoutColumns(source), words)
  return { ...table, ...(isMany ? { message: ['gather.copied', { n }, 'done'] } : {}) }
}

const linkToList = ({ address, console }: ListController): string =>
  console.location.linkTo(address.targetOf({ open: null, view: null, at: null, page: 1, saved: null }))

/** A link that opens a row in this list. It omits the saved view, because its name means nothing to other users. */
export const rowLink = ({ address, console }: ListController, { id }: ListedRow): string =>
  console.location.linkTo(address.targetOf({ open: id, view: 'inside', at: id, saved: null }))

/** Columns to calculate with. All other digits are identifiers, which must keep leading zeros and every digit. */
const NUMERIC_KINDS: readonly FieldKind[] = ['amount', 'signed', 'count', 'dateTime', 'day']

/** The text format of Excel, LibreOffice and Google Sheets. */
const AS_TEXT = `style='mso-number-format:"\\@"' sdnum="0;0;@" data-sheets-numberformat='{"1":1}'`

/**
 * The columns of rows for a spreadsheet: tab-separated text, and an HTML table that marks text cells. From plain text,
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
