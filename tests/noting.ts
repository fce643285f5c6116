import type { Database, Queries } from '../server/db/database.ts'
import type { Sql } from '../server/db/sql.ts'

/** The database, recording every statement. */
export function noting(db: Database): { db: Database; asked: Sql[] } {
  const asked: Sql[] = []
  const noted = <Of extends Queries>(queries: Of): Of => {
    const note =
      <Answer>(ask: (query: Sql) => Answer) =>
      (query: Sql) => {
        asked.push(query)
        return ask(query)
      }
    return { ...queries, all: note(queries.all), one: note(queries.one), run: note(queries.run) }
  }
  return { db: { ...noted(db), tx: (work) => db.tx((tx) => work(noted(tx))) }, asked }
}
