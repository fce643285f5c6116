import { hasAuthority } from '#contract/authority.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { fieldValue } from '../../detail/detailField.ts'
import type { RowTexts } from '../../detail/rowTexts.ts'
import { defaultWidth, FULL_WIDTHS, type GridColumn, narrowWidth, orderColumnIds } from '../../table/columns.ts'
import { NoFigure } from '../../ui/NoFigure.tsx'
import type { ListColumn } from '../list.ts'
import type { ListController } from '../listController.ts'
import type { ListCore } from '../listCore.ts'
import type { CallChoices } from '../listWords.ts'
import { NoteSign, noteText } from './NoteSign.tsx'

/** Whether the user sees orders of several merchants. */
export function seesSeveral({ console: { permissions }, choiceSource }: ListController, choices: CallChoices): boolean {
  if (permissions.includes('plat') || hasAuthority(permissions, 'delegate')) return true
  return hasAuthority(permissions, 'normal') && choiceSource.hasSeveral(choices)
}

/** The columns available to this user. */
export const columnsFor = ({ list, console: { permissions } }: ListController, hasSeveral: boolean): ListColumn[] =>
  list.columns.filter(({ audience }) => audience === null || (audience === 'staff' ? permissions.includes('plat') : hasSeveral))

/** The columns as the grid renders them. */
export const gridColumns = (
  columns: readonly ListColumn[],
  words: RowTexts,
  { header, isHan }: { header: string; isHan: boolean },
): GridColumn<ListedRow>[] => {
  /** The notes of a row stand beside its number. */
  const noteOf = (row: ListedRow, { id }: ListColumn) => (id === header ? noteText(row, words.t) : '')
  return columns.map((column) => {
    const kind = words.formatOf(column.kind)
    const title = words.t(column.title)
    const width = { kind: kind.width, title, isHan, ...(kind.labels && { labels: kind.labels }) }
    return {
      id: column.id,
      title,
      width: defaultWidth(width),
      minWidth: narrowWidth(width),
      fullWidth: FULL_WIDTHS[kind.width],
      align: kind.align,
      isSortable: column.isSortable,
      isRowHeader: column.id === header,
      isHidden: column.isHidden,
      cell(row) {
        const value = fieldValue(row, column)
        const content = value === null ? emptyCell(column, row, words) : kind.render(value, row)
        const text = noteOf(row, column)
        return text === '' ? content : <NoteSign row={row} text={text} content={content} />
      },
      ...(kind.isSplit && {
        cellName: (row) => [fieldValue(row, column), noteOf(row, column)].filter(Boolean).join(', ') || undefined,
      }),
    }
  })
}

/** A dash for a value that the gateway does not say; nothing for an order without a mark or a receipt. */
function emptyCell({ field, kind, emptyText }: ListColumn, row: ListedRow, words: RowTexts) {
  if (emptyText !== undefined) return words.t(emptyText)
  return kind === 'review' || kind === 'assignee' || row[field] === false ? null : <NoFigure />
}

/** The visible columns in display order. */
export function shownColumns({ list, handles }: Pick<ListCore, 'list' | 'handles'>): ListColumn[] {
  const byId = new Map(list.columns.map((column) => [column.id, column]))
  return (handles.grid?.columns ?? []).flatMap((id) => byId.get(id) ?? [])
}

/** The columns of the user's layout, in its order, whatever the width of the window. */
export function layoutColumns({ list, handles, columnLayout }: ListController): ListColumn[] {
  const { order, shown } = columnLayout.arrangement.get()
  const byId = new Map(list.columns.map((column) => [column.id, column]))
  const drawn = handles.grid?.columns ?? []
  const isUnfit = (id: string) => shown[id] !== false && columnLayout.unfit.get().includes(id)
  return orderColumnIds([...byId.keys()], order)
    .filter((id) => drawn.includes(id) || isUnfit(id))
    .flatMap((id) => byId.get(id) ?? [])
}
