import type { Cell } from '../state/storage.ts'

/** What the user picks in the palette, how often and how lately. */
export interface Usage {
  picked(id: string): void
  /** From 0, never, towards 1. */
  habit(id: string): number
  /** Picked last, newest first. */
  latest(): string[]
}

/** How often, as of a moment: what is long ago counts less and less. */
interface Picks {
  n: number
  at: number
}

export type Picked = Record<string, Picks>

const HALF_LIFE_MS = 3 * 24 * 60 * 60_000
const MOST_KEPT = 100

export function createUsage(cell: Cell<Picked | null>, clock: { now(): number }): Usage {
  const decayed = ({ n, at }: Picks): number => n * 0.5 ** ((clock.now() - at) / HALF_LIFE_MS)
  let picks = cell.get() ?? {}
  return {
    picked(id) {
      const before = picks[id]
      const next = { ...picks, [id]: { n: 1 + (before === undefined ? 0 : decayed(before)), at: clock.now() } }
      picks = Object.fromEntries(newestFirst(next).slice(0, MOST_KEPT))
      cell.set(picks)
    },
    habit(id) {
      const found = picks[id]
      return found === undefined ? 0 : 1 - 1 / (1 + decayed(found))
    },
    latest: () => newestFirst(picks).map(([id]) => id),
  }
}

const newestFirst = (picks: Picked) => Object.entries(picks).sort(([, one], [, other]) => other.at - one.at)
