import type { ActorRefFrom } from 'xstate'
import type { RowKind } from '#commands/rows/rowRef.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { MessageKey } from '#locales/messages.ts'
import type { createPagingMachine } from '#machines/paging/pagingMachine.ts'
import type { DetailLayout } from '../detail/RowDetail.tsx'
import type { Cursor } from '../table/cursor.ts'
import type { Console } from '../useConsole.tsx'
import type { Draft, ListFilter } from './filters/listFilter.ts'
import type { RowSource } from './paging/rowReader.ts'

/** The reason why a row needs attention. */
export interface RowWarning {
  readonly text: MessageKey
}

type StatusText = readonly [key: MessageKey, params: Record<string, string>]

/** The state of all warnings for the status bar; `alarm` is null while nothing is wrong. */
export interface WarningsStatus {
  readonly text: StatusText
  readonly alarm: StatusText | null
}

/** The rows of a list that need attention, loaded or not. */
export interface RowWarnings {
  of(row: ListedRow): RowWarning | null
  /** Returns the same object until something changes. */
  status(): WarningsStatus | null
  /** Moves to a row with a warning, `by` warnings after or before the cursor, and opens it if the filter excludes it. */
  goTo(by: number): Promise<void>
  /** Checks again after the list was reloaded. */
  refresh(): void
  subscribe(changed: () => void): () => void
  close(): void
}

/** The parts of an open list that warnings are found with. */
export interface WarningHost {
  readonly list: RowSource & Pick<DetailLayout, 'fractionDigits'> & { readonly kind: RowKind }
  readonly console: Pick<Console, 'api' | 'atoms' | 'i18n' | 'scope'>
  query(): Draft
  readonly paging: ActorRefFrom<ReturnType<typeof createPagingMachine<ListedRow, ListFilter>>>
  readonly cursor: Cursor
  /** Moves the cursor to a row, and the open row along with it. */
  moveTo(index: number): void
  readonly count: number
  rowAt(index: number): ListedRow | undefined
  indexOf(id: string): number | null
  announce(text: string): void
}

/** Whether the filter contains nothing but days, so that consecutive rows are consecutive movements. */
export const isDaysOnly = (filter: ListFilter): boolean =>
  Object.keys(filter).every((field) => field === 'days' || field === 'startDate' || field === 'endDate')
