import type { ListedRow } from '#contract/listedRow.ts'

/** Rows that this console itself does something to. What comes of that is no news, until somebody else does something to them as well. */
export interface LocalMutations {
  /** Something is being done to rows; to be called when that is over. */
  begin(ids: Iterable<string>): () => void
  has(id: string): boolean
  readonly ids: Iterable<string>
  /** Those of which the answer to what is asked now tells what came after it. */
  over(): ReadonlySet<string>
  /** An answer tells of these; some were over when it was asked for. */
  told(ids: Iterable<string>, over: ReadonlySet<string>): void
}

interface Deed {
  underWay: number
  /** The row as it stood here when it was over: it has not been read again yet. */
  stood: ListedRow | null
  /** It is not here, and was told of once: with what was done to it. */
  isTold: boolean
}

export function createLocalMutations(rowOf: (id: string) => ListedRow | null): LocalMutations {
  const deeds = new Map<string, Deed>()
  const isOver = ({ underWay, stood }: Deed, id: string) => underWay === 0 && (stood === null || rowOf(id) !== stood)

  return {
    begin(ids) {
      const begun = [...ids].map((id) => [id, deeds.get(id) ?? { underWay: 0, stood: null, isTold: false }] as const)
      for (const [id, deed] of begun) {
        deeds.set(id, deed)
        deed.underWay++
      }
      return () => {
        for (const [id, deed] of begun) {
          deed.underWay--
          deed.stood = rowOf(id)
          deed.isTold = false
        }
      }
    },
    has: (id) => deeds.has(id),
    ids: { [Symbol.iterator]: () => deeds.keys() },
    over: () => new Set([...deeds].filter(([id, deed]) => isOver(deed, id)).map(([id]) => id)),
    told(ids, over) {
      for (const id of ids) {
        const deed = deeds.get(id)
        if (deed === undefined || !over.has(id) || !isOver(deed, id)) continue
        if (rowOf(id) !== null || deed.isTold) deeds.delete(id)
        else deed.isTold = true
      }
    },
  }
}
