import pg from 'pg'
import { openEmbedded } from './embedded/open.ts'
import { type Sql, statement } from './sql.ts'

/** Executes statements, on the database or within one transaction. */
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

/** A transaction. A function that must be atomic takes this type, which a `Database` does not satisfy. */
export interface Transaction extends Queries {
  readonly together: true
}

export interface Database extends Queries {
  readonly engine: 'embedded' | 'postgres'
  /**
   * Runs the work in one transaction. Retries it from the start after a deadlock or a serialization failure, so the work must
   * have no other side effects. The embedded database has one connection, so use only `tx` inside.
   */
  tx<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** The connection pool, for libraries with their own statements. */
  readonly pool: pg.Pool
  close(): Promise<void>
}

export type DatabaseLocation = { url: string } | { dir: string } | { memory: true; snapshot?: Blob }

// 8-byte integers stay text, because they hold ids and money. Dates stay YYYY-MM-DD.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const RETRYABLE_CODES = new Set(['40001', '40P01'])
const MAX_ATTEMPTS = 5

// The timeouts are longer than any statement should take. A stuck one would hold locks that payments wait for.
const SERVER_POOL = {
  max: 10,
  connectionTimeoutMillis: 5_000,
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 60_000,
  // JIT compilation takes longer than our queries run. The default random_page_cost assumes spinning disks and makes the
  // planner scan the orders of the whole platform instead of the merchant's.
  options: '-c jit=off -c random_page_cost=1.1',
}
// The only connection is never closed when idle, because a new one would lose the prepared statements.
const EMBEDDED_POOL = { max: 1, idleTimeoutMillis: 0, user: 'postgres', database: 'postgres' }

/** Connects to PostgreSQL by URL, or opens the embedded database in a folder or in memory. */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  if ('url' in location) {
    return databaseOver(new pg.Pool({ connectionString: location.url, types, ...SERVER_POOL }), 'postgres')
  }
  const embedded = await openEmbedded(
    'dir' in location ? location.dir : null,
    'dir' in location ? undefined : location.snapshot,
  )
  const pool = new pg.Pool({ stream: () => embedded.connect(), types, ...EMBEDDED_POOL })
  return databaseOver(pool, 'embedded', embedded.close)
}

function databaseOver(pool: pg.Pool, engine: Database['engine'], release = async () => {}): Database {
  // The pool replaces an idle connection that breaks. Without a listener, the error would end the process.
  pool.on('error', () => {})
  return {
    ...queries(onPool(pool)),
    engine,
    pool,
    async tx(work) {
      for (let attempts = 1; ; attempts++) {
        try {
          return await attempt(pool, work)
        } catch (error) {
          if (attempts === MAX_ATTEMPTS || !RETRYABLE_CODES.has((error as { code?: string }).code ?? '')) throw error
        }
      }
    },
    async close() {
      await pool.end()
      await release()
    },
  }
}

async function attempt<Result>(pool: pg.Pool, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  let connectionError: Error | undefined
  try {
    await client.query('begin')
    const result = await work({ ...queries((query) => client.query(query)), together: true })
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      connectionError = failure
    })
    throw error
  } finally {
    client.release(connectionError)
  }
}

type RunQuery = (query: pg.QueryConfig) => Promise<pg.QueryResult | pg.QueryResult[]>

function queries(ask: RunQuery): Queries {
  const rows = async (query: Sql) => (await ask(statement(query))) as pg.QueryResult
  return {
    all: async <Row>(query: Sql) => (await rows(query)).rows as Row[],
    one: async <Row>(query: Sql) => (await rows(query)).rows[0] as Row | undefined,
    run: async (query) => (await rows(query)).rowCount ?? 0,
    // Without values, pg uses the simple protocol, which alone allows several statements.
    script: async (text, values) => {
      const results = await ask(values?.length ? { text, values: [...values] } : { text })
      return { rows: [results].flat().flatMap((result) => result.rows as unknown[]) }
    },
  }
}

// `pool.query` would close the connection after every failed statement.
const onPool =
  (pool: pg.Pool): RunQuery =>
  async (query) => {
    const client = await pool.connect()
    try {
      return await client.query(query)
    } finally {
      client.release()
    }
  }
