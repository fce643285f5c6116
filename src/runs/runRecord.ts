import type { RowKind } from '#commands/rows/rowRef.ts'
import type { BulkAction } from '#commands/scope.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { ExportQuery } from '#contract/shapes/orders.ts'

/** What a run does: a bulk command, or the export of a list. */
export type RunAction = BulkAction | 'export'

/** A bulk run: what it was asked for, its counts, when, and for which account. `open` until its last row has an outcome or it was stopped. */
export interface RunRecord {
  readonly id: string
  /** The name that the account signed in with; only its runs are listed. */
  readonly account: string
  readonly action: RunAction
  /** The text of a note, or the account that is assigned. */
  readonly value?: string | undefined
  /** The run whose rows get back what they had. */
  readonly undoes?: string | undefined
  /** What an export asks the gateway for; null for a file that the console makes. */
  readonly request?: ExportQuery | null
  readonly kind: RowKind
  /** The address of the list, or of the statement, that it was started from. */
  readonly address: string
  /** Milliseconds. */
  readonly startedAt: number
  readonly endedAt: number | null
  readonly state: 'open' | 'stopped' | 'finished'
  readonly total: number
  readonly done: number
  readonly failed: number
  /** Rows that it did not apply to, by reason. */
  readonly skipped: Readonly<Record<string, number>>
}

/** `sent` has no outcome: the page ended between the call and its reply. */
export type RunRowState = 'waiting' | 'sent' | 'done' | 'failed'

export interface RunRow {
  readonly run: string
  /** Its place in the run, from 0. */
  readonly n: number
  readonly row: ListedRow
  /** The idempotency key of its call, the same for every attempt. */
  readonly key: string
  readonly state: RunRowState
  /** Why it failed. */
  readonly text: string | null
  /** When its outcome was known, in milliseconds. */
  readonly at: number | null
}

/** What a row needs for its call, its undo and its line in the results. */
export const keptRow = (row: ListedRow): ListedRow => {
  const { id, merchantNo, merchantName, merchantOrderNo, platOrderNo, currency, payAmount, status } = row
  const { notifyStatus, notifyAttempts, review, reviewNote, assignedTo, moves } = row
  const kept = { id, merchantNo, merchantName, merchantOrderNo, platOrderNo, currency, payAmount, status }
  return { ...kept, notifyStatus, notifyAttempts, review, reviewNote, assignedTo, moves } as ListedRow
}
