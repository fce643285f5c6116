import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { LoadedRows } from '../live/changeLedger.ts'
import { isExact, rowCount } from '../paging/pageCache.ts'
import { type PagingContext, shown, shownIndex, shownRow } from '../paging/pagingContext.ts'

/** How a row is open: next to the list with the focus inside, next to the list following the cursor, or as a full page. */
export type DetailMode = 'inside' | 'peek' | 'full'

/** The part of a list's query that the machine reads. */
export interface QueryBase<Filter> {
  /** Equal filters are the same object. */
  readonly filter: Filter
  readonly sort: string | null
  readonly size: number
  readonly page: number
  /** Id of the row under the cursor. */
  readonly at: string | null
  /** Id of the open row; null while the pane follows the cursor. */
  readonly open: string | null
  readonly view: DetailMode | null
}

/** The rows as the paging machine has them. */
export interface Pages<Row, Filter> {
  readonly value: unknown
  readonly context: PagingContext<Row, Filter>
}

export interface LoadedDetail<Row, Trail> {
  readonly row: Row
  readonly trail: Trail
}

/** A row that was looked up; null when it is not among the rows that the gateway sent. */
export interface FoundRow<Row> {
  readonly row: Row | null
  /** The number of rows that were searched, when more may follow; null when all were. */
  readonly searched: number | null
}

export interface OpenDetail<Row, Trail> {
  readonly id: string | null
  /** At first the row as the list has it, later as its trail has it. */
  readonly row: Row | null
  readonly trail: Trail | null
  readonly error: unknown
  /** The number of rows that were searched for the row in vain, when more may follow; null otherwise. */
  readonly searched: number | null
}

/** To a row, counted from 0, or by a number of rows. */
export type MoveAhead = { readonly to: number | 'last' } | { readonly by: number }

/** Where the moves before the first answer to a query lead: rows from `to`, or from the start of the query without one. */
export interface Ahead {
  readonly to: number | 'last' | null
  readonly by: number
}

export const NOT_AHEAD: Ahead = { to: null, by: 0 }

export const movedAhead = (ahead: Ahead, move: MoveAhead): Ahead =>
  'to' in move ? { to: move.to, by: 0 } : { ...ahead, by: ahead.by + move.by }

export interface ListContext<Row, Query, Filter, Trail> {
  readonly query: Query
  readonly pages: Pages<Row, Filter>
  readonly cursor: { readonly row: number; readonly column: string }
  /** Id of the row that the cursor stays on while rows are inserted and removed. */
  readonly anchor: string | null
  /** The rows that a reload is expected to insert before the cursor. */
  readonly inserted: number
  readonly ahead: Ahead
  /** Whether the last query was a sort from the header. */
  readonly staysInHeader: boolean
  /** Increments with the first answer to every query. */
  readonly epoch: number
  readonly detail: OpenDetail<Row, Trail>
  /** The index of the row to open or to move to when its page arrives; `placed` for that of the cursor after the answer to a query. */
  readonly awaited: number | 'placed'
  /** The index that the cursor moves to when rows were read so far. */
  readonly reached: number
  /** The view that closing the open row leads to. */
  readonly closesTo: 'peek' | null
  readonly hasSummary: boolean
  readonly isLive: boolean
}

type CursorContext<Row, Filter, Name extends keyof ListContext<Row, unknown, Filter, unknown>> = Pick<
  ListContext<Row, unknown, Filter, unknown>,
  Name
>

/** The row of the cursor while it is in the header of the grid. */
export const HEADER_ROW = -1
export const NO_DETAIL = { id: null, row: null, trail: null, error: null, searched: null }

/** Empty rows shown before the first answer. */
const PLACEHOLDER_ROWS = 10

/** The number of rows in the grid, placeholders included. */
export function countOf<Row, Filter>({ value, context }: Pages<Row, Filter>): number {
  if (context.isAnswered || context.former !== null) return rowCount(shown(context))
  return value === 'failed' ? 0 : PLACEHOLDER_ROWS
}

/** Whether the number of rows is exact, placeholders excluded. */
export const isExactIn = <Row, Filter>({ context }: Pages<Row, Filter>): boolean =>
  context.isAnswered || context.former !== null ? isExact(shown(context)) : false

/** Whether a query has no answer yet, other than by a reload of the same one. */
export const isUnanswered = <Row, Filter>({ context }: Pages<Row, Filter>): boolean => !context.isAnswered && !context.isReread

/** The index of a row; null when its page is not loaded. */
export const indexIn = <Row extends { id: string }, Filter>({ context }: Pages<Row, Filter>, id: string): number | null =>
  shownIndex(context, (row) => row.id === id)

/** The row under the cursor; undefined in the header and while its page is loading. */
export const rowAtCursor = <Row, Filter>({ pages, cursor }: CursorContext<Row, Filter, 'pages' | 'cursor'>): Row | undefined =>
  cursor.row === HEADER_ROW ? undefined : shownRow(pages.context, cursor.row)

/** The loaded rows, read when they are compared with reported changes. */
export const loadedRows = <Row extends ListedRow, Filter>(pages: () => Pages<Row, Filter>): LoadedRows => ({
  *entries() {
    const { dataBins, pageSize } = shown(pages().context)
    for (const [page, rows] of Object.entries(dataBins)) {
      for (const [at, row] of rows.entries()) yield [(Number(page) - 1) * pageSize + at, row] as const
    }
  },
  find(id) {
    const index = indexIn(pages(), id)
    return index === null ? null : (shownRow(pages().context, index) ?? null)
  },
})

/** Where the cursor goes when rows were inserted or removed around it. */
export interface KeptCursor {
  readonly row: number
  readonly anchor: string | null
  readonly inserted: number
  /** The row under the cursor is gone. */
  readonly isGone: boolean
}

/** Keeps the cursor on its row, by id. Falls back to its index. Null when nothing changes. */
export function keptCursor<Row extends { id: string }, Filter>(
  context: CursorContext<Row, Filter, 'pages' | 'cursor' | 'anchor' | 'inserted'>,
): KeptCursor | null {
  const { pages, cursor, anchor, inserted } = context
  const last = countOf(pages) - 1
  if (cursor.row === HEADER_ROW) return null
  if (cursor.row > last) return { row: Math.max(HEADER_ROW, last), anchor: null, inserted, isGone: true }
  const row = rowAtCursor(context)
  if (row === undefined || row.id === anchor) return null
  if (anchor === null) return { row: cursor.row, anchor: row.id, inserted, isGone: false }
  const moved = indexIn(pages, anchor)
  if (moved !== null) return { row: moved, anchor, inserted: 0, isGone: false }
  // Its page may still be loading.
  if (pages.value !== 'ready') return null
  if (inserted === 0) return { row: cursor.row, anchor: row.id, inserted, isGone: true }
  // The page of the expected index is loaded like any page under the cursor.
  const expected = Math.min(last, cursor.row + inserted)
  const found = shownRow(pages.context, expected)
  return { row: expected, anchor: found?.id ?? anchor, inserted: 0, isGone: found !== undefined }
}
