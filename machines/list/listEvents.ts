import type { MoveAhead, Pages, QueryBase } from './listContext.ts'

export type HistoryMode = 'push' | 'replace'

/** The machine itself changes only the fields that it reads. */
export type QueryChanges<Query extends QueryBase<unknown>> = Partial<Query> | Partial<QueryBase<Query['filter']>>

export type ListEvent<Row, Query extends QueryBase<unknown>> =
  /** The query as the address has it. The only way in which filter, sort, size and view change. */
  | { type: 'query.read'; query: Query }
  | { type: 'query.navigate'; changes: QueryChanges<Query>; how: HistoryMode }
  | { type: 'cursor.set'; row: number; column?: string; anchor?: string | null }
  /** Move the cursor to a row that may be beyond the known ones, and read on until it is known. */
  | { type: 'cursor.reach'; row: number }
  /** A move before the first answer to the query. It counts from where that answer puts the cursor. */
  | ({ type: 'cursor.ahead' } & MoveAhead)
  /** Read the rows again. `filter` has the days of today; `inserted` new rows are expected before the cursor. */
  | { type: 'list.reload'; filter: Query['filter']; inserted: number }
  | { type: 'list.retry' }
  | { type: 'rows.touch'; ids: ReadonlySet<string> }
  /** Open the row under the cursor, as soon as it is loaded. `isAhead`: before the answer to a query, the row that it puts there. */
  | { type: 'row.open'; isAhead?: boolean }
  | { type: 'row.cancel' }
  /** Open the row this many rows away. */
  | { type: 'row.move'; by: number }
  | { type: 'row.close' }
  /** The focus moves into the pane that follows the cursor, which keeps its row. */
  | { type: 'peek.pin' }
  /** The focus moves back to the list, and the pane follows the cursor again. */
  | { type: 'peek.resume' }
  /** Look the open row up, which is not in the result. */
  | { type: 'detail.find' }
  | { type: 'detail.reload' }
  | { type: 'detail.retry' }
  | { type: 'list.close' }
  /** Sent by the rows: the page turned to is beyond the end, and the cursor belongs on this page. */
  | { type: 'page.beyond'; page: number }
  | { type: 'xstate.snapshot.paging'; snapshot: Pages<Row, Query['filter']> }
  /** Raised by the machine itself. The cursor has a place that the address does not have yet. */
  | { type: 'cursor.placed' }
  /** Pages came, or were turned to. Then, with the cursor in its place. */
  | RowsCame
  | { type: 'rows.placed'; isFirst: boolean }
  /** Pages were stored, perhaps newer than known. */
  | { type: 'rows.loaded' }
  | { type: 'rows.asked' }
  /** The row under the cursor has left the result. */
  | { type: 'row.gone' }
  /** The cursor is on the last row that was read, and more may follow. */
  | { type: 'end.open'; count: number }
  /** Show the row that the query names. Then, it was shown by its id. */
  | { type: 'row.sync' }
  | { type: 'row.entered' }
  /** The row to move to is not loaded. */
  | { type: 'row.awaited' }
  /** Show the row that was moved to, and fetch its history when the move is over. */
  | { type: 'row.follow' }

export interface RowsCame {
  type: 'rows.came'
  /** The first rows of a query, or of a result that was empty. Both put the cursor in place. */
  isFirst: boolean
  isAsked?: boolean
}

export interface ListInput<Query> {
  readonly query: Query
  readonly column: string
  readonly hasSummary: boolean
  /** Changes are fetched since the rows were read. */
  readonly isLive: boolean
}
