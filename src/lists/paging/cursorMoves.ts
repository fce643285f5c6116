import type { ListScope } from '#commands/scope.ts'
import { isUnanswered, type MoveAhead } from '#machines/list/listContext.ts'
import { lastPage, pageOf } from '#machines/paging/pageCache.ts'
import { shown } from '#machines/paging/pagingContext.ts'
import { HEADER } from '../../table/cursor.ts'
import type { ListController } from '../listController.ts'

type CursorMoves = Pick<ListScope, 'moveBy' | 'moveTo' | 'moveByViewport' | 'moveCell' | 'goToPage'>

/** Moves of the cursor by rows, cells and pages. Where the end of the result is not known, the list is read on. */
export function createCursorMoves(controller: ListController): CursorMoves {
  const { cursor, paging, handles } = controller
  const pages = () => paging.getSnapshot().context

  /** The rows are those of another query until the answer, so that a move also counts from where that one puts the cursor. */
  const moveAhead = (move: MoveAhead) => controller.actor.send({ type: 'cursor.ahead', ...move })

  function moveToIndex(row: number) {
    const last = controller.count - 1
    // Rows may follow the last known one.
    if (row > last && pages().isAnswered && !controller.isExactCount()) controller.actor.send({ type: 'cursor.reach', row })
    else cursor.set(Math.max(last < 0 ? HEADER : 0, Math.min(last, row)))
  }
  function moveToLast(row: number) {
    moveAhead({ to: 'last' })
    moveToIndex(row)
    if (pages().isAnswered && !controller.isExactCount()) controller.openEnd.announce(controller.count)
  }

  function moveToRow(row: number) {
    moveAhead({ to: row })
    moveToIndex(row)
  }
  function moveByRows(rows: number) {
    moveAhead({ by: rows })
    moveToIndex(Math.max(0, cursor.row) + rows)
  }

  return {
    moveBy(rows) {
      const isToHeader = rows < 0 && cursor.row <= 0
      if (isToHeader) cursor.set(HEADER)
      else if (cursor.row === HEADER) moveToRow(rows - 1)
      else moveByRows(rows)
    },
    moveTo: (row) => (row === 'last' ? moveToLast(controller.count - 1) : moveToRow(row - 1)),
    moveByViewport: (screens) => moveByRows(screens * Math.max(1, (handles.grid?.visibleRowCount ?? 2) - 1)),
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
      const isAhead = isUnanswered(paging.getSnapshot())
      if (typeof to === 'object' && isAhead) return moveByRows(to.by * pageSize)
      const page = to === 'first' ? 1 : typeof to === 'number' ? to : Math.max(1, from + to.by)
      if (page <= last || isAhead) return moveToRow((page - 1) * pageSize)
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
