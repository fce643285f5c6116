import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { Cursor } from '../../table/cursor.ts'
import type { ListQuery } from '../filters/query.ts'

interface DetailNavigationHost {
  cursor: Cursor
  query(): ListQuery
  count(): number
  rowAt(index: number): ListedRow | undefined
  indexOf(id: string): number | null
  /** Whether the result is known, so that a record that is not in it is not in it. */
  isAnswered(): boolean
  /** Whether who wants a record whose row is on its way still waits: in the rows, and they still come. */
  canOpenLater(): boolean
  /** Whether the record that is asked for was not among the rows that were here. */
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

/** The record that is open beside a list, or that the cursor is on while a pane follows it. */
export interface DetailNavigation {
  /** Brings the record to what the query says. */
  sync(): void
  /** Pages came: a record that was waited for may be among them. */
  rowsLoaded(isFirst: boolean): void
  /** Opens the one under the cursor, as soon as it is here. */
  open(view: 'inside' | 'full'): void
  /** Waits for none any more; whether one was waited for. */
  cancelPending(): boolean
  moveBy(rows: number): void
  /** Somebody works in the pane that went along: it is his record now. */
  pinPeek(): void
  /** Somebody works in the list again: the pane goes along with the cursor. */
  resumePeek(): void
  close(): void
}

export function createDetailNavigation(host: DetailNavigationHost): DetailNavigation {
  const { cursor, query, rowAt, detail } = host
  let wasPeeking = false
  /** A row that is walked to and whose page is on its way. */
  let pendingIndex: number | null = null
  /** What was to be opened before it was here, and where it will stand. */
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
