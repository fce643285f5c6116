import type { ListScope } from '#commands/scope.ts'
import { lastPage, pageOf } from '#machines/paging/pageCache.ts'
import { shown } from '#machines/paging/pagingContext.ts'
import { HEADER } from '../../table/cursor.ts'
import type { ListController } from '../listController.ts'

type CursorMoves = Pick<ListScope, 'moveBy' | 'moveTo' | 'moveByViewport' | 'moveCell' | 'goToPage'>

/** Moves of the cursor by rows, cells and pages. Where the end of the result is not known, the list is read on. */
export function createCursorMoves(controller: ListController): CursorMoves {
  const { cursor, paging, handles } = controller
  const pages = () => paging.getSnapshot().context

  function moveToIndex(row: number) {
    const last = controller.count - 1
    // Rows may follow the last known one.
    if (row > last && pages().isAnswered && !controller.isExactCount()) controller.actor.send({ type: 'cursor.reach', row })
    else cursor.set(Math.max(last < 0 ? HEADER : 0, Math.min(last, row)))
  }
  function moveToLast(row: number) {
    moveToIndex(row)
    if (pages().isAnswered && !controller.isExactCount()) controller.openEnd.announce(controller.count)
  }

  return {
    moveBy(rows) {
      const isToHeader = rows < 0 && cursor.row <= 0
      if (isToHeader) cursor.set(HEADER)
      else moveToIndex(cursor.row + rows)
    },
    moveTo: (row) => (row === 'last' ? moveToLast(controller.count - 1) : moveToIndex(row - 1)),
    moveByViewport: (screens) =>
      moveToIndex(Math.max(0, cursor.row) + screens * Math.max(1, (handles.grid?.visibleRowCount ?? 2) - 1)),
    moveCell(to) {
      const columns = handles.grid?.columns ?? []
      const at = columns.indexOf(cursor.column)
      const next = to === 'first' ? 0 : to === 'last' ? columns.length - 1 : Math.max(0, Math.min(columns.length - 1, at + to))
      cursor.set(cursor.row, columns[next])
    },
    goToPage(to) {
      const { pageSize } = pages()
      const last = Math.max(1, lastPage(shown(pages())))
      const from = pageOf(Math.max(0, cursor.row), pageSize)
      if (to === 'last') return moveToLast((last - 1) * pageSize)
      const page = to === 'first' ? 1 : typeof to === 'number' ? to : Math.max(1, from + to.by)
      if (page <= last) return moveToIndex((page - 1) * pageSize)
      // Past the known last page only the gateway knows whether the page exists.
      const waiting = paging.subscribe(({ context: { wanted, current } }) => {
        if (wanted === page) return
        waiting.unsubscribe()
        if (current === page) moveToIndex((page - 1) * pageSize)
      })
      paging.send({ type: 'turn', page })
    },
  }
}
