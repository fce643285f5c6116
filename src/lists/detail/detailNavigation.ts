import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { Cursor } from '../../table/cursor.ts'
import type { ListQuery } from '../filters/query.ts'

interface DetailNavigationHost {
  cursor: Cursor
  query(): ListQuery
  count(): number
  rowAt(index: number): ListedRow | undefined
  indexOf(id: string): number | null
  /** Whether the first page has arrived, so that a missing row is not in the result. */
  isAnswered(): boolean
  /** Whether a row that is loading should still be opened: the grid has the focus and loading has not failed. */
  canOpenLater(): boolean
  /** Whether the requested row was not among the loaded rows. */
  isMissing(): boolean
  navigate(changes: Partial<ListQuery>, how: 'push' | 'replace'): void
  updateDebounced(changes: Partial<ListQuery>): void
  detail: {
    readonly id: string | null
    open(row: ListedRow): void
    follow(row: ListedRow): void
    miss(id: string): void
    close(): void
  }
  addToRecents(row: ListedRow): void
}

/** Controls which row is open next to the list, or follows the cursor in peek mode. */
export interface DetailNavigation {
  /** Applies the current query. */
  sync(): void
  /** Opens the row that was waiting for its page. */
  rowsLoaded(isFirst: boolean): void
  /** Opens the row under the cursor as soon as it is loaded. */
  open(view: 'inside' | 'full'): void
  /** Cancels a pending open. Returns whether there was one. */
  cancelPending(): boolean
  moveBy(rows: number): void
  /** The focus moved into the peek pane: keeps its row open. */
  pinPeek(): void
  /** The focus moved back to the list: the pane follows the cursor again. */
  resumePeek(): void
  close(): void
}

export function createDetailNavigation(host: DetailNavigationHost): DetailNavigation {
  const { cursor, query, rowAt, detail } = host
  let wasPeeking = false
  /** The index of the row to move to when its page is loaded. */
  let pendingIndex: number | null = null
  /** The open command to run when the page of its row is loaded. */
  let pendingOpen: { index: number; view: 'inside' | 'full' } | null = null

  function sync() {
    const { open, view } = query()
    if (view === null) return detail.close()
    if (view === 'peek') {
      const under = rowAt(cursor.row)
      return under === undefined ? undefined : detail.follow(under)
    }
    if (open === null) return
    const index = host.indexOf(open)
    const row = index === null ? undefined : rowAt(index)
    if (index !== null && row !== undefined) {
      cursor.set(index)
      detail.open(row)
      host.addToRecents(row)
    } else if (host.isAnswered() && detail.id !== open) detail.miss(open)
  }

  function moveTo(index: number) {
    const row = rowAt(index)
    pendingIndex = row === undefined ? index : null
    cursor.set(index)
    if (row === undefined) return
    host.updateDebounced({ open: row.id, at: row.id })
    detail.follow(row)
  }

  function open(view: 'inside' | 'full') {
    const row = rowAt(cursor.row)
    pendingOpen = row === undefined ? { index: cursor.row, view } : null
    if (row === undefined) return
    wasPeeking = query().view === 'peek'
    host.navigate({ open: row.id, view, at: row.id }, 'push')
  }

  return {
    sync,
    rowsLoaded(isFirst) {
      if (pendingIndex !== null) moveTo(pendingIndex)
      else if (isFirst || query().view === 'peek' || host.isMissing()) sync()
      if (pendingOpen === null) return
      if (pendingOpen.index === cursor.row && host.canOpenLater()) open(pendingOpen.view)
      else pendingOpen = null
    },
    open,
    cancelPending() {
      const was = pendingOpen
      pendingOpen = null
      return was !== null
    },
    moveBy: (rows) => moveTo(Math.max(0, Math.min(host.count() - 1, (pendingIndex ?? cursor.row) + rows))),
    pinPeek() {
      const row = rowAt(cursor.row)
      if (query().view !== 'peek' || row === undefined) return
      wasPeeking = true
      host.navigate({ open: row.id, view: 'inside', at: row.id }, 'push')
    },
    resumePeek() {
      if (query().view !== 'inside') return
      host.updateDebounced({ open: null, view: 'peek' })
      sync()
    },
    close() {
      pendingIndex = null
      host.navigate({ open: null, view: wasPeeking ? 'peek' : null, tab: 'facts' }, 'replace')
      wasPeeking = false
    },
  }
}
