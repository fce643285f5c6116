import { pageOf } from '#machines/paging/pageCache.ts'
import type { UndoStack } from '../../state/undoStack.ts'
import type { Cursor } from '../../table/cursor.ts'
import type { ListAddress } from '../listAddress.ts'
import type { ListRows } from '../paging/listRows.ts'
import { isSameFilter } from './listFilter.ts'
import type { ListQuery } from './query.ts'

interface QueryUndoHost {
  cursor: Cursor
  rows: Pick<ListRows, 'pages' | 'rowAt'>
  navigate: ListAddress['navigate']
  pushUndo: UndoStack['push']
  owner: object
}

/** Records an undo entry before the filter or the sort order changes. Undo restores the cursor position too. */
export const createQueryUndo =
  ({ cursor, rows, navigate, pushUndo, owner }: QueryUndoHost) =>
  (before: ListQuery, changes: Partial<ListQuery>): void => {
    const isFiltered = changes.filter !== undefined && !isSameFilter(before.filter, changes.filter)
    const isSorted = changes.sort !== undefined && changes.sort !== before.sort
    if (!isFiltered && !isSorted) return
    const { filter, sort, cols } = before
    const row = Math.max(0, cursor.row)
    const position = { page: pageOf(row, rows.pages().pageSize), at: row === 0 ? null : (rows.rowAt(row)?.id ?? null) }
    const applyQuery = (asked: Pick<ListQuery, 'filter' | 'sort' | 'cols' | 'page' | 'at'>) => navigate(asked, 'push')
    pushUndo({
      label: [isFiltered ? 'undo.filter' : 'undo.sort'],
      undo: () => applyQuery({ filter, sort, cols, ...position }),
      redo: () => applyQuery({ filter, sort, cols, page: 1, at: null, ...changes }),
      owner,
    })
  }
