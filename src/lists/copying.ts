import type { Copied } from '#commands/scope.ts'
import type { PayOrder } from '#contract/rows.ts'
import { writtenIn } from '../detail/fact.ts'
import type { ListColumn } from './list.ts'
import type { ListWords } from './listWords.ts'
import type { Sheet } from './sheet.ts'

/** A field of tab-separated text: what would end it becomes a space. */
const inCell = (text: string): string => text.replace(/[\t\r\n]+/g, ' ')

/** Rows as a spreadsheet takes them, in the columns that are shown. */
export const tabSeparated = (rows: readonly PayOrder[], columns: readonly ListColumn[], words: ListWords): string =>
  rows.map((row) => columns.map((column) => inCell(writtenIn(row, column, words))).join('\t')).join('\n')

/** The columns on the screen, in their order. */
export function shownColumns(sheet: Sheet): ListColumn[] {
  const byId = new Map(sheet.list.columns.map((column) => [column.id, column]))
  return (sheet.parts.grid?.columns ?? []).flatMap((id) => byId.get(id) ?? [])
}

/** The text of what somebody wants to copy; empty when there is none. */
export function copiedText(sheet: Sheet, what: Exclude<Copied, 'query'>, words: ListWords): string {
  const { cursor, selection } = sheet
  const row = sheet.rowAt(cursor.row)
  const column = sheet.list.columns.find(({ id }) => id === cursor.column)
  const cell = row === undefined || column === undefined ? '' : writtenIn(row, column, words)
  const rows = selection.rows.length > 0 ? selection.rows : row === undefined ? [] : [row]
  if (what === 'orderNo') return column?.kind === 'number' && cell !== '' ? cell : (row?.platOrderNo ?? '')
  if (what === 'row') return tabSeparated(rows, shownColumns(sheet), words)
  if (what === 'link') return row === undefined ? '' : linkTo(sheet, row)
  if (what === 'smart' && selection.rows.length > 0) return tabSeparated(selection.rows, shownColumns(sheet), words)
  return cell
}

/** A link that opens this order in this list. */
export const linkTo = ({ address, console }: Pick<Sheet, 'address' | 'console'>, { id }: PayOrder): string =>
  console.location.linkTo(address.targetOf({ open: id, view: 'inside', at: id }))
