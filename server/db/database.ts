import pg from 'pg'
import { openEmbedded } from './embedded/open.ts'
import { type Sql, statement } from './sql.ts'

/** Where statements run: the database itself, or one transaction of it. */
export interface Queries {
  all<Row>(query: Sql): Promise<Row[]>
  /** The first row, or undefined. */
  one<Row>(query: Sql): Promise<Row | undefined>
  /** How many rows the statement touched. */
  run(query: Sql): Promise<number>
  /**
   * Text as it stands: the statements of a migration, or of a library that brings its own.
   * Only a single statement may have values; of several, the rows are all of theirs.
   */
  script(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>
}

/** Statements that commit together or not at all. What must not be half done asks for one, and a database is none. */
export interface Transaction extends Queries {
  readonly together: true
}

export interface Database extends Queries {
  readonly engine: 'embedded' | 'postgres'
  /**
   * Runs the work in one transaction, again from the start when the database asks for it (deadlock, serialisation),
   * so the work must not have effects outside. The embedded database has one connection: inside, use `tx` alone.
   */
  tx<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** The pool, for libraries that bring their own statements. */
  readonly pool: pg.Pool
  close(): Promise<void>
}

export type DatabaseLocation = { url: string } | { dir: string } | { memory: true; snapshot?: Blob }

// One rule in both homes: 8-byte integers stay text (they hold ids and money), dates stay YYYY-MM-DD.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const RETRIED = new Set(['40001', '40P01'])
const TRIES = 5

// No statement of ours takes as long; what does is stuck, and holds locks that payments wait for.
const SERVER = {
  max: 10,
  connectionTimeoutMillis: 5_000,
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 60_000,
  // Compiling a plan takes longer than any of ours runs, and disks have no arms any more: as if they had, the planner
  // walks through all orders of the platform rather than through those of the merchant.
  options: '-c jit=off -c random_page_cost=1.1',
}
// Never let go: a new connection begins with a clean session, and so without the prepared statements.
const EMBEDDED = { max: 1, idleTimeoutMillis: 0, user: 'postgres', database: 'postgres' }

/** Opens PostgreSQL by address, or the embedded database in a folder or in memory. */
export async function openDatabase(home: DatabaseLocation): Promise<Database> {
  if ('url' in home) {
    return databaseOver(new pg.Pool({ connectionString: home.url, types, ...SERVER }), 'postgres')
  }
  const embedded = await openEmbedded('dir' in home ? home.dir : null, 'dir' in home ? undefined : home.snapshot)
  const pool = new pg.Pool({ stream: () => embedded.connect(), types, ...EMBEDDED })
  return databaseOver(pool, 'embedded', embedded.close)
}

function databaseOver(pool: pg.Pool, home: Database['engine'], release = async () => {}): Database {
  // A connection that breaks while it is idle is replaced by the pool; the next query that needs it will say so.
  pool.on('error', () => {})
  return {
    ...queries(onPool(pool)),
    engine: home,
    pool,
    async tx(work) {
      for (let tried = 1; ; tried++) {
        try {
          return await attempt(pool, work)
        } catch (error) {
          if (tried === TRIES || !RETRIED.has((error as { code?: string }).code ?? '')) throw error
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
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work({ ...queries((query) => client.query(query)), together: true })
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

type RunQuery = (query: pg.QueryConfig) => Promise<pg.QueryResult | pg.QueryResult[]>

function queries(ask: RunQuery): Queries {
  const rows = async (query: Sql) => (await ask(statement(query))) as pg.QueryResult
  return {
    all: async <Row>(query: Sql) => (await rows(query)).rows as Row[],
    one: async <Row>(query: Sql) => (await rows(query)).rows[0] as Row | undefined,
    run: async (query) => (await rows(query)).rowCount ?? 0,
    // Without values the simple protocol is spoken, which alone takes several statements.
    script: async (text, values) => {
      const results = await ask(values?.length ? { text, values: [...values] } : { text })
      return { rows: [results].flat().flatMap((result) => result.rows as unknown[]) }
    },
  }
}

// Not `pool.query`, which closes the connection of every statement that fails.
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
