import type { ListedRow } from '#contract/listedRow.ts'
import type { MessageKey } from '#locales/messages.ts'
import type { ListFilter } from './filters/query.ts'
import type { ListController } from './listController.ts'

/** Why a row wants to be looked at, in words. */
export interface RowWarning {
  readonly word: MessageKey
}

type Words = readonly [key: MessageKey, params: Record<string, string>]

/** What is said of all of them in the status bar; the alarm only where something is wrong. */
export interface WarningsStatus {
  readonly text: Words
  readonly alarm: Words | null
}

/** The rows of a list that want to be looked at, whatever the reason: here, or known from elsewhere. */
export interface RowWarnings {
  of(row: ListedRow): RowWarning | null
  /** The same object while nothing has changed. */
  status(): WarningsStatus | null
  /** To such a row so many behind the cursor, or before it, whether it is here or not. */
  goTo(by: number): Promise<void>
  /** The list was read again. */
  refresh(): void
  subscribe(changed: () => void): () => void
  close(): void
}

/** The controller whose rows they are, before its own marks are. */
export type WarningHost = Pick<
  ListController,
  'list' | 'console' | 'address' | 'paging' | 'cursor' | 'detailNavigation' | 'count' | 'rowAt' | 'indexOf' | 'announce'
>

/** Whether everything of the days that are asked for is there, each row beside the one that it followed. */
export const isDaysOnly = (filter: ListFilter): boolean =>
  Object.keys(filter).every((field) => field === 'days' || field === 'startDate' || field === 'endDate')
