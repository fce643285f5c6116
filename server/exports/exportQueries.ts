import type { Database, Queries } from '../db/database.ts'
import type { Sql } from '../db/sql.ts'

/** The database as exports read it: one query at a time, so that payments do not wait behind many in the queue of the pool. */
export function exportQueries(db: Database): Queries {
  let last: Promise<unknown> = Promise.resolve()
  return {
    ...db,
    all<Row>(query: Sql): Promise<Row[]> {
      const rows = last.then(() => db.all<Row>(query))
      last = rows.catch(() => {})
      return rows
    },
  }
}
