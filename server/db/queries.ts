import type pg from 'pg'
import type { BatchResult } from './batch.ts'
import type { Sql } from './sql.ts'

export interface Queries {
  all<Row>(query: Sql): Promise<Row[]>
  /** The first row, or undefined. */
  one<Row>(query: Sql): Promise<Row | undefined>
  /** The number of affected rows. */
  run(query: Sql): Promise<number>
  /**
   * Executes raw SQL text: a migration, or a statement of a library. Only a single statement may have values. The rows of
   * several statements are concatenated.
   */
  script(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>
}

type Ask = (query: Sql) => Promise<BatchResult>
type RunScript = (query: pg.QueryConfig) => Promise<pg.QueryResult | pg.QueryResult[]>

/** Queries over a way to ask one statement and a way to run raw text. */
export function queries(ask: Ask, run: RunScript): Queries {
  return {
    all: async <Row>(query: Sql) => (await ask(query)).rows as Row[],
    one: async <Row>(query: Sql) => (await ask(query)).rows[0] as Row | undefined,
    run: async (query) => (await ask(query)).rowCount ?? 0,
    // Without values, pg uses the simple protocol, which alone allows several statements.
    script: async (text, values) => {
      const results = await run(values?.length ? { text, values: [...values] } : { text })
      return { rows: [results].flat().flatMap((result) => result.rows as unknown[]) }
    },
  }
}
