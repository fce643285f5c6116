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
  seek: ListAddress['navigate']
  did: UndoStack['push']
  owner: object
}

/** Records an undo entry before the filter or the sort order changes. Undo restores the cursor position too. */
export const createQueryUndo =
  ({ cursor, rows, seek, did, owner }: QueryUndoHost) =>
  (before: ListQuery, changes: Partial<ListQuery>): void => {
    const isFiltered = changes.filter !== undefined && !isSameFilter(before.filter, changes.filter)
    const isSorted = changes.sort !== undefined && changes.sort !== before.sort
    if (!isFiltered && !isSorted) return
    const { filter, sort, cols } = before
    const row = Math.max(0, cursor.row)
    const here = { page: pageOf(row, rows.pages().pageSize), at: row === 0 ? null : (rows.rowAt(row)?.id ?? null) }
    const ask = (asked: Pick<ListQuery, 'filter' | 'sort' | 'cols' | 'page' | 'at'>) => seek(asked, 'push')
    did({
      label: [isFiltered ? 'undo.filter' : 'undo.sort'],
      undo: () => ask({ filter, sort, cols, ...here }),
      redo: () => ask({ filter, sort, cols, page: 1, at: null, ...changes }),
      owner,
    })
  }
