import type { Database, Queries } from '../db/database.ts'
import type { Sql } from '../db/sql.ts'

/** The database as exports read it: one query at a time, so that payments do not wait behind many in the queue of the pool. */
export function exportQueries(db: Database): Queries {
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
    const result = last.then(read)
    last = result.catch(() => {})
    return result
  }
  return {
    ...db,
    all: <Row>(query: Sql) => inTurn(() => db.all<Row>(query)),
    one: <Row>(query: Sql) => inTurn(() => db.one<Row>(query)),
  }
}
