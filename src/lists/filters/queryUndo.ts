import type { ListedRow } from '#contract/rows/listedRow.ts'
import { pageOf } from '#machines/paging/pageCache.ts'
import type { UndoStack } from '../../state/undoStack.ts'
import type { Cursor } from '../../table/cursor.ts'
import { isSameFilter } from './listFilter.ts'
import type { ListQuery } from './query.ts'

interface QueryUndoHost {
  cursor: Cursor
  rowAt(index: number): ListedRow | undefined
  pageSize(): number
  navigate(changes: Partial<ListQuery>, how: 'push'): void
  undo: Pick<UndoStack, 'push'>
  owner: object
}

/** Records an undo entry before the filter or the sort order changes. Undo restores the cursor position too. */
export const createQueryUndo =
  ({ cursor, rowAt, pageSize, navigate, undo, owner }: QueryUndoHost) =>
  (before: ListQuery, changes: Partial<ListQuery>): void => {
    const isFiltered = changes.filter !== undefined && !isSameFilter(before.filter, changes.filter)
    const isSorted = changes.sort !== undefined && changes.sort !== before.sort
    if (!isFiltered && !isSorted) return
    const { filter, sort, cols } = before
    const row = Math.max(0, cursor.row)
    const position = { page: pageOf(row, pageSize()), at: row === 0 ? null : (rowAt(row)?.id ?? null) }
    const applyQuery = (asked: Pick<ListQuery, 'filter' | 'sort' | 'cols' | 'page' | 'at'>) => navigate(asked, 'push')
    undo.push({
      label: [isFiltered ? 'undo.filter' : 'undo.sort'],
      undo: () => applyQuery({ filter, sort, cols, ...position }),
      redo: () => applyQuery({ filter, sort, cols, page: 1, at: null, ...changes }),
      owner,
    })
  }
