import type { ListedRow } from '#contract/rows/listedRow.ts'
import { type PageCache, pageOf } from '#machines/paging/pageCache.ts'
import { type Cursor, HEADER } from '../table/cursor.ts'
import type { ListQuery } from './filters/query.ts'

interface CursorAnchorHost {
  cursor: Cursor
  pages(): Pick<PageCache<ListedRow>, 'current' | 'pageSize'> & { wanted: number | null; isAnswered: boolean }
  /** Whether all rows in the viewport are loaded. */
  isSettled(): boolean
  count(): number
  rowAt(index: number): ListedRow | undefined
  indexOf(id: string): number | null
  goToPage(page: number): void
  /** Stores the cursor position in the address. */
  savePosition(place: Pick<ListQuery, 'page' | 'at'>): void
  announceGone(): void
}

/** Keeps the cursor on its row, by id, while rows are inserted and removed. Falls back to its index. */
export interface CursorAnchor {
  cursorMoved(): void
  /**
   * Moves to the row `at`, or else to the first one, after the first answer to a query. `ahead` is the cursor's distance in the
   * placeholder rows.
   */
  firstRowsLoaded(at: string | null, ahead: number): void
  /** The list is reloaded, and this many new rows are expected before the cursor. */
  expectInsertedRows(rows: number): void
  rowsChanged(): void
}

export function createCursorAnchor({ cursor, pages, count, rowAt, indexOf, ...host }: CursorAnchorHost): CursorAnchor {
  let anchor: string | null = null
  let expected = 0

  /** The first row is the default, so the address does not name it. */
  const positionOf = (row: ListedRow | undefined, page: number) => ({ page, at: cursor.row === 0 ? null : (row?.id ?? null) })

  /** Moves to the expected index of the row. Its page is loaded like any page under the cursor. */
  function moveToExpected(awaited: string) {
    const place = Math.min(count() - 1, cursor.row + expected)
    expected = 0
    cursor.set(place)
    if (rowAt(place) === undefined) anchor = awaited
    else host.announceGone()
  }

  return {
    cursorMoved() {
      const row = cursor.row === HEADER ? undefined : rowAt(cursor.row)
      anchor = row?.id ?? null
      const { isAnswered, pageSize, current, wanted } = pages()
      if (cursor.row === HEADER || !isAnswered) return
      const page = pageOf(cursor.row, pageSize)
      if (page !== (wanted ?? current)) host.goToPage(page)
      host.savePosition(positionOf(row, page))
    },
    firstRowsLoaded(at, ahead) {
      const { current, pageSize } = pages()
      const index = (at === null ? null : indexOf(at)) ?? (current - 1) * pageSize
      cursor.set(count() === 0 ? HEADER : Math.min(count() - 1, index + ahead))
      anchor = rowAt(cursor.row)?.id ?? null
    },
    expectInsertedRows(rows) {
      expected = rows
    },
    rowsChanged() {
      const last = count() - 1
      if (cursor.row === HEADER) return
      if (cursor.row > last) {
        cursor.set(last < 0 ? HEADER : last)
        return host.announceGone()
      }
      const row = rowAt(cursor.row)
      if (row === undefined || row.id === anchor) return
      const moved = anchor === null ? null : indexOf(anchor)
      if (moved !== null) {
        expected = 0
        return cursor.set(moved)
      }
      // Its page may still be loading.
      if (anchor !== null && !host.isSettled()) return
      if (anchor !== null && expected > 0) return moveToExpected(anchor)
      if (anchor !== null) host.announceGone()
      anchor = row.id
      host.savePosition(positionOf(row, pageOf(cursor.row, pages().pageSize)))
    },
  }
}
