/** Sets that are kept; all are counted. */
export const MOST_KEPT = 1_000
/** Sets that are looked at for the nearest in time, before the best are kept. */
const MOST_LOOKED_AT = 5_000

export interface KeptSet {
  readonly rows: readonly number[]
}

export type SetCollector = ReturnType<typeof createSetCollector>

/** Counts sets, and keeps the first. */
export function createSetCollector() {
  const sets: KeptSet[] = []
  let total = 0
  return {
    sets: sets as readonly KeptSet[],
    count: () => total,
    /** Counts so many sets. Returns false when no more are kept, so that the rest need only be counted. */
    add(count: number, rows: () => number[]): boolean {
      total += count
      if (sets.length >= MOST_LOOKED_AT) return false
      if (count === 1) sets.push({ rows: rows().sort((one, other) => one - other) })
      return true
    },
  }
}
