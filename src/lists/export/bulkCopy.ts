import type { ActorRefFrom } from 'xstate'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { createGatherMachine } from '#machines/gathering/gatherMachine.ts'

export type BulkCopyActor = ActorRefFrom<ReturnType<typeof createGatherMachine<ListedRow>>>

/** A copy of all selected rows that must be fetched first. `all` is the number of rows to fetch. */
export interface BulkCopy {
  readonly actor: BulkCopyActor
  readonly all: number
}
