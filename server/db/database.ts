import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type BatchResult, StatementSkipped } from './batch.ts'
import { type Connection, checkOut } from './connection.ts'
import { remainingMs } from './deadline.ts'
import { openEmbedded } from './embedded/open.ts'
import { isAborted, isConnectionLost, isInternal, isRetryable, isTimeout, isWriteFault, OutcomeUnknown } from './faults.ts'
import { askProduct, type Product } from './product.ts'
import { type Sql, sql, statement } from './sql.ts'

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
  /** What the database is, for the few statements that differ. */
  readonly product: Product
  /**
   * Sends a statement and does not wait for its result. If it fails, so does the transaction. Statements run in the order in which
   * they are sent, and those sent between two waits are one round trip.
   */
  send(query: Sql): void
  /** Whether `presume` may be used. */
  readonly isOptimistic: boolean
  /**
   * Sends a statement that fails unless things are as the work presumes, and the work goes on as if they were. When it ends without
   * a commit, it runs again with `isOptimistic` false and waits for what it must know: no refusal is decided by a presumption.
   */
  presume(query: Sql): void
}

export interface TransactionOptions {
  /** `set local` statements to begin with. */
  settings?: (product: Product) => readonly Sql[]
  /** Lets the first attempt presume. */
  isOptimistic?: boolean
}

export interface Database extends Queries {
  readonly engine: 'embedded' | 'postgres'
  /** Asks the database what it is, once. */
  product(): Promise<Product>
  /**
   * Runs the work in one transaction. Retries it from the start after a deadlock or a serialization failure, so the work must
   * have no other side effects. The embedded database has one connection, so use only `tx` inside. Throws OutcomeUnknown when
   * the commit was sent and not confirmed; after any other error nothing was changed.
   */
  tx<Result>(work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result>
  /** Throws unless the database answers and, after a failed write, can write again. */
  check(): Promise<void>
  /** The connection pool, for its figures. */
  readonly pool: pg.Pool
  close(): Promise<void>
}

export type DatabaseLocation = { url: string } | { dir: string } | { memory: true; snapshot?: string }

// 8-byte integers stay text, because they hold ids and money. Dates stay YYYY-MM-DD.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const MAX_ATTEMPTS = 5

/** Milliseconds before the second attempt, at most; twice as long before each further one. */
const RETRY_MS = 10
/** A commit gets this time even when the deadline is nearer: an unconfirmed one leaves the outcome unknown. */
const COMMIT_MS = 1_500
const ROLLBACK_MS = 1_000

// JIT compilation takes longer than our queries run. The default random_page_cost assumes spinning disks and makes the
// planner scan the orders of the whole platform instead of the merchant's.
const PLANNING = { jit: 'off', random_page_cost: '1.1' }
const LOCK_TIMEOUT_MS = 5_000

/** What also holds for the connections that a coordinator of Citus opens to its workers. */
export const NODE_SETTINGS = { ...PLANNING, lock_timeout: LOCK_TIMEOUT_MS }

// The timeouts are longer than any statement should take. A stuck one would hold locks that payments wait for.
const SERVER_POOL = {
  max: 10,
  connectionTimeoutMillis: 4_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  statement_timeout: 60_000,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: 60_000,
  // Ends the statement of a caller that waits no longer.
  options: Object.entries({ ...PLANNING, client_connection_check_interval: '2s' })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
}
// The only connection is never closed when idle, because a new one would lose the prepared statements.
const EMBEDDED_POOL = { max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: 60_000, user: 'postgres', database: 'postgres' }

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
  // The pool replaces a connection that breaks. Without a listener the error would end the process: the pool listens to idle
  // connections only.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  let failsToWrite = false
  const noteWriteFault = (error: Error) => {
    if (isWriteFault(error)) failsToWrite = true
  }
  const asked = queries(
    onPool(pool, noteWriteFault, (connection, query) => connection.ask(statement(query))),
    onPool(pool, noteWriteFault, (connection, query) => connection.script(query)),
  )
  let known: Product | undefined = engine === 'embedded' ? 'pglite' : undefined
  const product = async () => (known ??= await askProduct(asked))
  const database: Database = {
    ...asked,
    engine,
    product,
    pool,
    async tx(work, { settings = () => [], isOptimistic = false } = {}) {
      // Citus runs the parts of a statement in steps, and loses the codes of errors.
      let presumes = isOptimistic && (known ?? (await product())) !== 'citus'
      for (let attempts = 1; ; attempts++) {
        try {
          return await attempt(pool, known ?? (await product()), work, { settings, isOptimistic: presumes })
        } catch (error) {
          presumes = false
          if (error instanceof PresumptionFailed) continue
          noteWriteFault(error as Error)
          if (attempts === MAX_ATTEMPTS || !isRetryable(error as Error)) throw error
          // Transactions that met once would meet again if they all started again at once.
          await setTimeout(randomInt(RETRY_MS * 2 ** (attempts - 1)))
        }
      }
    },
    async check() {
      if (failsToWrite) await database.tx(assertWritable).catch(rethrowUnless(probed))
      else await database.run(sql`select 1`)
      failsToWrite = false
    },
    async close() {
      await pool.end()
      await release()
    },
  }
  return database
}

const probed = new Error('The probe is rolled back.')

/** Writes more than fits into free space of a table, and rolls it back. */
async function assertWritable(tx: Transaction): Promise<never> {
  await tx.run(sql`
    insert into gateway_node (node, owner, until)
    values (${-randomInt(2 ** 31)}, ${randomBytes(PROBE_BYTES).toString('base64')}, to_timestamp(0))`)
  throw probed
}

const PROBE_BYTES = 256 * 1024

const rethrowUnless = (expected: Error) => (error: unknown) => {
  if (error !== expected) throw error
}

/** An attempt that presumed something has ended without a commit. */
class PresumptionFailed extends Error {}

async function attempt<Result>(
  pool: pg.Pool,
  product: Product,
  work: (tx: Transaction) => Promise<Result>,
  { settings, isOptimistic }: Required<TransactionOptions>,
): Promise<Result> {
  const connection = await checkOut(pool)
  let hasBegun = false
  let hasPresumed = false
  let isOver = false
  let failed: Error | undefined
  /** Begins in the round trip of the first statement. */
  const begin = () => {
    if (isOver) throw new Error('The transaction has ended.')
    if (hasBegun) return
    hasBegun = true
    for (const query of [sql`begin`, ...serverLimit(product), ...settings(product)]) send(query)
  }
  const send = (query: Sql) => {
    begin()
    connection.ask(statement(query)).catch((error: Error) => {
      failed ??= error
    })
  }
  const asked = queries(
    async (query) => {
      begin()
      return connection.ask(statement(query))
    },
    async (query) => {
      begin()
      return connection.script(query)
    },
  )
  const presume = (query: Sql) => {
    if (!isOptimistic) throw new Error('This attempt must wait for the answer.')
    hasPresumed = true
    send(query)
  }
  try {
    const result = await work({ ...asked, product, send, isOptimistic, presume })
    isOver = true
    if (failed !== undefined) throw failed
    const committed = hasBegun ? await commit(connection) : null
    if (committed?.command === 'ROLLBACK') throw failed ?? new Error('The transaction was rolled back.')
    return result
  } catch (cause) {
    isOver = true
    if (hasBegun && !connection.isLost) await connection.script({ text: 'rollback' }, ROLLBACK_MS).catch(() => {})
    const error = isAborted(cause as Error) ? (failed ?? cause) : cause
    const reason = error instanceof StatementSkipped ? (error.cause as Error) : (error as Error)
    throw hasPresumed && isAnswered(reason) ? new PresumptionFailed('', { cause: reason }) : reason
  } finally {
    connection.release()
  }
}

/** Whether the database has answered in time, so that the work may run again. */
const isAnswered = (error: Error): boolean => !(error instanceof OutcomeUnknown || isConnectionLost(error) || isTimeout(error))

/** Lets the server end a statement at the deadline, so that it releases its locks. */
function serverLimit(product: Product): Sql[] {
  const limitMs = Math.ceil(remainingMs())
  const isNear = product !== 'pglite' && limitMs > 0 && limitMs < SERVER_POOL.statement_timeout
  return isNear ? [sql`select set_config('statement_timeout', ${String(limitMs)}, true)`] : []
}

/** The server skips the commit when an earlier statement of its round trip failed, and rolls back when one failed before that. */
async function commit(connection: Connection): Promise<BatchResult> {
  try {
    return await connection.ask(statement(sql`commit`), COMMIT_MS)
  } catch (error) {
    throw isConnectionLost(error as Error) || isInternal(error as Error) ? new OutcomeUnknown(error) : error
  }
}

type Ask = (query: Sql) => Promise<BatchResult>
type RunScript = (query: pg.QueryConfig) => Promise<pg.QueryResult | pg.QueryResult[]>

function queries(ask: Ask, run: RunScript): Queries {
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

// `pool.query` would close the connection after every failed statement.
const onPool =
  <Query, Answer>(
    pool: pg.Pool,
    onError: (error: Error) => void,
    ask: (connection: Connection, query: Query) => Promise<Answer>,
  ): ((query: Query) => Promise<Answer>) =>
  async (query) => {
    const connection = await checkOut(pool)
    try {
      return await ask(connection, query)
    } catch (error) {
      onError(error as Error)
      throw error
    } finally {
      connection.release()
    }
  }
