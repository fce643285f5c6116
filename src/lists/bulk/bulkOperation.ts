import type { ActorRefFrom } from 'xstate'
import type { BulkAction } from '#commands/scope.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { createBulkMachine } from '#machines/bulk/bulkMachine.ts'

export type BulkActor = ActorRefFrom<ReturnType<typeof createBulkMachine<ListedRow>>>

/** A bulk command in progress. */
export interface BulkOperation {
  readonly name: BulkAction
  readonly actor: BulkActor
}
