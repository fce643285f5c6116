import type { ListedRow } from '#contract/rows/listedRow.ts'

/** Rows that this tab modifies. Their changes do not count as news until another source changes them too. */
export interface LocalMutations {
  /** Registers a mutation of rows. The returned function ends it. */
  begin(ids: Iterable<string>): () => void
  has(id: string): boolean
  readonly ids: Iterable<string>
  /** The rows with a finished mutation, so that a request sent now reports later changes only. */
  finished(): ReadonlySet<string>
  /** Processes reported rows. `finished` is the result of `finished()` when the request was sent. */
  reported(ids: Iterable<string>, finished: ReadonlySet<string>): void
}

interface Mutation {
  pendingCount: number
  /** The row when the mutation ended. It has not been reloaded yet. */
  rowAtEnd: ListedRow | null
  /** The row is not loaded, and the mutation itself has been reported. */
  wasReported: boolean
}

export function createLocalMutations(rowOf: (id: string) => ListedRow | null): LocalMutations {
  const mutations = new Map<string, Mutation>()
  const isFinished = ({ pendingCount, rowAtEnd }: Mutation, id: string) =>
    pendingCount === 0 && (rowAtEnd === null || rowOf(id) !== rowAtEnd)

  return {
    begin(ids) {
      const begun = [...ids].map(
        (id) => [id, mutations.get(id) ?? { pendingCount: 0, rowAtEnd: null, wasReported: false }] as const,
      )
      for (const [id, mutation] of begun) {
        mutations.set(id, mutation)
        mutation.pendingCount++
      }
      return () => {
        for (const [id, mutation] of begun) {
          mutation.pendingCount--
          mutation.rowAtEnd = rowOf(id)
          mutation.wasReported = false
        }
      }
    },
    has: (id) => mutations.has(id),
    ids: { [Symbol.iterator]: () => mutations.keys() },
    finished: () => new Set([...mutations].filter(([id, mutation]) => isFinished(mutation, id)).map(([id]) => id)),
    reported(ids, finished) {
      for (const id of ids) {
        const mutation = mutations.get(id)
        if (mutation === undefined || !finished.has(id) || !isFinished(mutation, id)) continue
        if (rowOf(id) !== null || mutation.wasReported) mutations.delete(id)
        else mutation.wasReported = true
      }
    },
  }
}
