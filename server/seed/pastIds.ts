import { type Id, seedIds } from '../ids.ts'

/** Generates ids for past times, which must be requested in order of time. */
export interface PastIds {
  at(time: number): Id
}

/** The id generator of a node. Ids of different nodes never collide. */
export function pastIds(node?: number): PastIds {
  let now = 0
  const ids = seedIds({ now: () => now }, node)
  return {
    at(time) {
      now = time
      return ids.next()
    },
  }
}
