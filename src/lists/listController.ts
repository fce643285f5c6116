import type { ActorRefFrom } from 'xstate'
import type { Message } from '#commands/appScope.ts'
import type { BulkAction } from '#commands/scope.ts'
import type { ListedRow } from '#contract/listedRow.ts'
import type { createBulkMachine } from '#machines/bulk/bulkMachine.ts'
import type { DayRange, RangeName } from '../format/ranges.ts'
import type { Signal } from '../state/signal.ts'
import type { Cursor } from '../table/cursor.ts'
import type { GridHandle } from '../table/Grid.tsx'
import type { Console } from '../useConsole.tsx'
import type { ListChanges } from './changes/listChanges.ts'
import type { ColumnLayout } from './columns/columnLayout.ts'
import type { CursorDescription } from './cursorDescription.ts'
import type { DetailNavigation } from './detail/detailNavigation.ts'
import type { BulkCopy } from './export/startBulkCopy.ts'
import type { ChoiceSource } from './filters/choiceSource.ts'
import type { List } from './list.ts'
import type { ListAddress } from './listAddress.ts'
import type { Density } from './listPreferences.ts'
import type { detailLogic, exportLogic, pagingLogic, summaryLogic } from './paging/listActors.ts'
import type { RowWarnings } from './rowWarnings.ts'
import type { CursorSelection } from './selection/cursorSelection.ts'
import type { Selection } from './selection/selection.ts'

export type BulkActor = ActorRefFrom<ReturnType<typeof createBulkMachine<ListedRow>>>

/** A command over many rows, and which it is. */
export interface BulkOperation {
  readonly name: BulkAction
  readonly actor: BulkActor
}

/** What the filter bar can be told. */
export interface FilterHandle {
  /** To the text. */
  focus(): void
  /** To the controls. */
  edit(): void
  /** Asks for what a text says, or shows it with what is wrong in it. */
  type(text: string): Promise<void>
  submit(): void
  readonly hasFocus: boolean
}

/** An open list: everything about it that outlives a draw. */
export interface ListController {
  readonly list: List
  readonly console: Console
  readonly address: ListAddress
  readonly paging: ActorRefFrom<ReturnType<typeof pagingLogic>>
  readonly summary: ActorRefFrom<ReturnType<typeof summaryLogic>> | null
  readonly detail: ActorRefFrom<ReturnType<typeof detailLogic>>
  readonly exporting: ActorRefFrom<ReturnType<typeof exportLogic>> | null
  readonly bulk: Signal<BulkOperation | null>
  readonly choiceSource: ChoiceSource
  readonly cursor: Cursor
  readonly selection: Selection<ListedRow>
  readonly cursorSelection: CursorSelection
  readonly detailNavigation: DetailNavigation
  readonly warnings: RowWarnings | null
  /** The days of the figures that stand above the facts of a record. */
  readonly detailRange: Signal<RangeName | DayRange>
  /** What has happened since it was read; null where nobody tells. */
  readonly changes: ListChanges | null
  /** Grows with every query that has been answered. */
  readonly epoch: Signal<number>
  readonly columnLayout: ColumnLayout
  readonly density: Signal<Density>
  readonly cursorDescription: CursorDescription
  /** The order of a timeline. */
  readonly newestFirst: Signal<boolean>
  /** What the row menu hangs on, while it is open. */
  readonly menuAnchor: Signal<HTMLElement | null>
  readonly dialog: Signal<'columns' | null>
  /** Whether the sums of the selection are shown. */
  readonly isSumBarOpen: Signal<boolean>
  /** Copies of rows of which not all are here. */
  readonly bulkCopy: Signal<BulkCopy | null>
  /** Something said in the status line for a moment. */
  readonly statusMessage: Signal<string | null>
  /** What is on the screen of it. */
  readonly handles: { grid: GridHandle | null; filters: FilterHandle | null }
  /** Rows there is room for in the grid. */
  readonly count: number
  rowAt(index: number): ListedRow | undefined
  /** Where a row stands, if its page is here. */
  indexOf(id: string): number | null
  /** Whether the rows that are shown are those of another query, until others come. */
  areRowsStale(): boolean
  savePageSize(size: number): void
  toggleDensity(): void
  /** Takes everything out of the selection, so that it can be taken back. */
  clearSelection(): void
  /** Says that something was done, and by which key it is taken back. */
  announceUndo(...what: Message): void
  /** Reads everything again, the figures too. */
  reload(): void
  /** Says it aloud, and shows it for a moment. */
  announce(text: string): void
  /** The same of the row under the cursor: it goes when the cursor goes on. */
  announceForRow(text: string): void
  close(): void
}
