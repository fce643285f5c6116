import type { ListedRow } from '#contract/rows/listedRow.ts'

/** Rows that this console itself does something to. What comes of that is no news, until somebody else does something to them as well. */
export interface LocalMutations {
  /** Something is being done to rows; to be called when that is over. */
  begin(ids: Iterable<string>): () => void
  has(id: string): boolean
  readonly ids: Iterable<string>
  /** Those of which the answer to what is asked now tells what came after it. */
  finished(): ReadonlySet<string>
  /** An answer tells of these; some were over when it was asked for. */
  reported(ids: Iterable<string>, over: ReadonlySet<string>): void
}

interface Mutation {
  pendingCount: number
  /** The row as it stood here when it was over: it has not been read again yet. */
  rowAtEnd: ListedRow | null
  /** It is not here, and was told of once: with what was done to it. */
  wasReported: boolean
}

export function createLocalMutations(rowOf: (id: string) => ListedRow | null): LocalMutations {
  const mutations = new Map<string, Mutation>()
  const isFinished = ({ pendingCount: underWay, rowAtEnd: stood }: Mutation, id: string) =>
    underWay === 0 && (stood === null || rowOf(id) !== stood)

  return {
    begin(ids) {
      const begun = [...ids].map(
        (id) => [id, mutations.get(id) ?? { pendingCount: 0, rowAtEnd: null, wasReported: false }] as const,
      )
      for (const [id, deed] of begun) {
        mutations.set(id, deed)
        deed.pendingCount++
      }
      return () => {
        for (const [id, deed] of begun) {
          deed.pendingCount--
          deed.rowAtEnd = rowOf(id)
          deed.wasReported = false
        }
      }
    },
    has: (id) => mutations.has(id),
    ids: { [Symbol.iterator]: () => mutations.keys() },
    finished: () => new Set([...mutations].filter(([id, deed]) => isFinished(deed, id)).map(([id]) => id)),
    reported(ids, over) {
      for (const id of ids) {
        const deed = mutations.get(id)
        if (deed === undefined || !over.has(id) || !isFinished(deed, id)) continue
        if (rowOf(id) !== null || deed.wasReported) mutations.delete(id)
        else deed.wasReported = true
      }
    },
  }
}
