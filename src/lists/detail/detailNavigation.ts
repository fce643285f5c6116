import type { ListedRow } from '#contract/listedRow.ts'
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
  isWaiting(): boolean
  /** Whether the record that is asked for was not among the rows that were here. */
  isMissed(): boolean
  seek(changes: Partial<ListQuery>, how: 'push' | 'replace'): void
  follow(changes: Partial<ListQuery>): void
  detail: {
    readonly id: string | null
    open(row: ListedRow): void
    follow(row: ListedRow): void
    miss(id: string): void
    close(): void
  }
  remember(row: ListedRow): void
}

/** The record that is open beside a list, or that the cursor is on while a pane follows it. */
export interface DetailNavigation {
  /** Brings the record to what the query says. */
  show(): void
  /** Pages came: a record that was waited for may be among them. */
  pagesCame(isFirst: boolean): void
  /** Opens the one under the cursor, as soon as it is here. */
  open(view: 'inside' | 'full'): void
  /** Waits for none any more; whether one was waited for. */
  forget(): boolean
  by(rows: number): void
  /** Somebody works in the pane that went along: it is his record now. */
  enter(): void
  /** Somebody works in the list again: the pane goes along with the cursor. */
  follow(): void
  close(): void
}

export function createDetailNavigation(walk: DetailNavigationHost): DetailNavigation {
  const { cursor, query, rowAt, detail } = walk
  let wasPeeking = false
  /** A row that is walked to and whose page is on its way. */
  let awaited: number | null = null
  /** What was to be opened before it was here, and where it will stand. */
  let wanted: { index: number; view: 'inside' | 'full' } | null = null

  function show() {
    const { open, view } = query()
    if (view === null) return detail.close()
    if (view === 'peek') {
      const under = rowAt(cursor.row)
      return under === undefined ? undefined : detail.follow(under)
    }
    if (open === null) return
    const index = walk.indexOf(open)
    const row = index === null ? undefined : rowAt(index)
    if (index !== null && row !== undefined) {
      cursor.set(index)
      detail.open(row)
      walk.remember(row)
    } else if (walk.isAnswered() && detail.id !== open) detail.miss(open)
  }

  function walkTo(index: number) {
    const row = rowAt(index)
    awaited = row === undefined ? index : null
    cursor.set(index)
    if (row === undefined) return
    walk.follow({ open: row.id, at: row.id })
    detail.follow(row)
  }

  function open(view: 'inside' | 'full') {
    const row = rowAt(cursor.row)
    wanted = row === undefined ? { index: cursor.row, view } : null
    if (row === undefined) return
    wasPeeking = query().view === 'peek'
    walk.seek({ open: row.id, view, at: row.id }, 'push')
  }

  return {
    show,
    pagesCame(isFirst) {
      if (awaited !== null) walkTo(awaited)
      else if (isFirst || query().view === 'peek' || walk.isMissed()) show()
      if (wanted === null) return
      if (wanted.index === cursor.row && walk.isWaiting()) open(wanted.view)
      else wanted = null
    },
    open,
    forget() {
      const was = wanted
      wanted = null
      return was !== null
    },
    by: (rows) => walkTo(Math.max(0, Math.min(walk.count() - 1, (awaited ?? cursor.row) + rows))),
    enter() {
      const row = rowAt(cursor.row)
      if (query().view !== 'peek' || row === undefined) return
      wasPeeking = true
      walk.seek({ open: row.id, view: 'inside', at: row.id }, 'push')
    },
    follow() {
      if (query().view !== 'inside') return
      walk.follow({ open: null, view: 'peek' })
      show()
    },
    close() {
      awaited = null
      walk.seek({ open: null, view: wasPeeking ? 'peek' : null, tab: 'facts' }, 'replace')
      wasPeeking = false
    },
  }
}
