import { type Id, seedIds } from '../ids.ts'

/** Numbers of the past, to be asked for in time order. */
export interface PastIds {
  at(time: number): Id
}

/** The numbers of a node; nobody else's coincide with them. */
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
