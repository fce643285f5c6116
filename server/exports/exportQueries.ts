import type { Database, Queries } from '../db/database.ts'

/** Queries of exports that run at a time. The others wait here, and not in front of payments in the queue of the pool. */
const CONCURRENT = { embedded: 1, postgres: 2 }

/** The database as exports read it. */
export function exportQueries(db: Database): Queries {
  const waiting: (() => void)[] = []
  let free = CONCURRENT[db.engine]
  return {
    ...db,
    async all(query) {
      if (free === 0) await new Promise<void>((start) => waiting.push(start))
      else free--
      try {
        return await db.all(query)
      } finally {
        const next = waiting.shift()
        if (next === undefined) free++
        else next()
      }
    },
  }
}
