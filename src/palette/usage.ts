import type { StoredValue } from '../state/storage.ts'
import { isMapOf, isNumber, isShapeOf } from '../state/storedShapes.ts'

/** An exponentially decayed count `n` as of the time `at`, in milliseconds. */
interface DecayedCount {
  n: number
  at: number
}

export type UsageCounts = Readonly<Record<string, DecayedCount>>

export const areUsageCounts = isMapOf(isShapeOf<DecayedCount>({ n: isNumber, at: isNumber }))

const HALF_LIFE_MS = 3 * 24 * 60 * 60_000
const MAX_ENTRIES = 100

export type Usage = ReturnType<typeof createUsage>

/** How often and how recently the user picked each command. */
export function createUsage(cell: StoredValue<UsageCounts | null>, clock: { now(): number }) {
  const decayed = ({ n, at }: DecayedCount): number => n * 0.5 ** ((clock.now() - at) / HALF_LIFE_MS)
  let counts = cell.get() ?? {}
  return {
    recordPick(id: string) {
      const before = counts[id]
      const next = { ...counts, [id]: { n: 1 + (before === undefined ? 0 : decayed(before)), at: clock.now() } }
      counts = Object.fromEntries(newestFirst(next).slice(0, MAX_ENTRIES))
      cell.set(counts)
    },
    /** Score from 0 (never picked) towards 1. */
    frecency(id: string): number {
      const found = counts[id]
      return found === undefined ? 0 : 1 - 1 / (1 + decayed(found))
    },
    /** Picked commands, newest first. */
    recentIds: () => newestFirst(counts).map(([id]) => id),
  }
}

const newestFirst = (counts: UsageCounts) => Object.entries(counts).sort(([, one], [, other]) => other.at - one.at)
