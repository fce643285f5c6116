import type { Database, Queries, Transaction } from '../server/db/database.ts'
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
  const notedTx = (tx: Transaction): Transaction => {
    const { send } = tx
    return {
      ...noted(tx),
      send(query) {
        asked.push(query)
        send(query)
      },
    }
  }
  return { db: { ...noted(db), tx: (work, settings) => db.tx((tx) => work(notedTx(tx)), settings) }, asked }
}
