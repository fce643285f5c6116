import type { ActorRefFrom } from 'xstate'
import type { Message } from '#commands/message.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { DayRange, RangeName } from '../format/ranges.ts'
import type { Value } from '../state/value.ts'
import type { Cursor } from '../table/cursor.ts'
import type { GridHandle } from '../table/Grid.tsx'
import type { Console } from '../useConsole.tsx'
import type { BulkOperation } from './bulk/bulkOperation.ts'
import type { ListChanges } from './changes/listChanges.ts'
import type { ColumnLayout } from './columns/columnLayout.ts'
import type { CursorDescription } from './cursorDescription.ts'
import type { DetailNavigation } from './detail/detailNavigation.ts'
import type { BulkCopy } from './export/bulkCopy.ts'
import type { ChoiceSource } from './filters/choiceSource.ts'
import type { List } from './list.ts'
import type { ListAddress } from './listAddress.ts'
import type { detailLogic, exportLogic, summaryLogic } from './paging/listActors.ts'
import type { PagingActor } from './paging/listRows.ts'
import type { RowWarnings } from './rowWarnings.ts'
import type { CursorSelection } from './selection/cursorSelection.ts'
import type { Selection } from './selection/selection.ts'

/** Imperative handle of the filter bar. */
export interface FilterHandle {
  /** Focuses the filter text. */
  focus(): void
  /** Focuses the first control. */
  edit(): void
  /** Applies a filter text, or shows it with its errors. */
  type(text: string): Promise<void>
  submit(): void
  readonly hasFocus: boolean
}

/** The state of an open list that outlives a render. */
export interface ListController {
  readonly list: List
  readonly console: Console
  readonly address: ListAddress
  readonly paging: PagingActor
  readonly summary: ActorRefFrom<ReturnType<typeof summaryLogic>> | null
  readonly detail: ActorRefFrom<ReturnType<typeof detailLogic>>
  readonly exporting: ActorRefFrom<ReturnType<typeof exportLogic>> | null
  readonly bulk: Value<BulkOperation | null>
  readonly choiceSource: ChoiceSource
  readonly cursor: Cursor
  readonly selection: Selection<ListedRow>
  readonly cursorSelection: CursorSelection
  readonly detailNavigation: DetailNavigation
  readonly warnings: RowWarnings | null
  /** The date range of the detail header. */
  readonly detailRange: Value<RangeName | DayRange>
  /** Changes since the list was read; null for lists without live updates. */
  readonly changes: ListChanges | null
  /** Increments with the first answer to every query. */
  readonly epoch: Value<number>
  readonly columnLayout: ColumnLayout
  readonly cursorDescription: CursorDescription
  /** The timeline shows the newest entry first. */
  readonly newestFirst: Value<boolean>
  /** The anchor of the open row menu; null while it is closed. */
  readonly menuAnchor: Value<HTMLElement | null>
  readonly dialog: Value<'columns' | null>
  readonly isSumBarOpen: Value<boolean>
  /** The running copy of a selection that is not fully loaded. */
  readonly bulkCopy: Value<BulkCopy | null>
  /** A transient message in the status bar. */
  readonly statusMessage: Value<string | null>
  /** Handles of the mounted components. */
  readonly handles: { grid: GridHandle | null; filters: FilterHandle | null }
  /** The number of rows in the grid, placeholders included. */
  readonly count: number
  rowAt(index: number): ListedRow | undefined
  /** The index of a row; null when its page is not loaded. */
  indexOf(id: string): number | null
  /** Whether rows of the previous query are shown while the next ones load. */
  areRowsStale(): boolean
  savePageSize(size: number): void
  toggleDensity(): void
  /** Clears the selection with an undo entry. */
  clearSelection(): void
  /** Announces an action and the key that undoes it. */
  announceUndo(...what: Message): void
  /** Reloads the rows and the summary. */
  reload(): void
  /** Announces a text and shows it in the status bar for a moment. */
  announce(text: string): void
  /** Announces a text about the row under the cursor. It disappears when the cursor moves. */
  announceForRow(text: string): void
  close(): void
}
