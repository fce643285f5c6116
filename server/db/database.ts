import { randomBytes, randomInt } from 'node:crypto'
import pg from 'pg'
import { backOff } from '../backOff.ts'
import { type BatchResult, StatementSkipped } from './batch.ts'
import { type Connection, checkOut } from './connection.ts'
import { remainingMs } from './deadline.ts'
import { openEmbedded } from './embedded/open.ts'
import { isAborted, isConnectionLost, isInternal, isRetryable, isTimeout, isWriteFault, OutcomeUnknown } from './faults.ts'
import { EMBEDDED_POOL, REPLICA_POOL, ROLLBACK_MS, SERVER_LIMITS, SERVER_POOL } from './poolSettings.ts'
import { askProduct, type Product } from './product.ts'
import { type Queries, queries } from './queries.ts'
import { type Sql, sql, statement, trusted } from './sql.ts'
import { withoutLimits } from './withoutLimits.ts'

export type { Queries } from './queries.ts'

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
  /** Lets statements, waits for locks and pauses between statements take any time. */
  isUnlimited?: boolean
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
  /**
   * Runs statements of a library, which may begin transactions itself, on one connection, and lets each take any time. The embedded
   * database has one connection, so use only `queries` inside.
   */
  withoutLimits<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  /** Throws unless the database answers and, after a failed write, can write again. */
  check(): Promise<void>
  /** The connection pool, for its figures. */
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** A standby, or another server that takes no writes, is refused unless `mayBeStandby` is set. */
export type DatabaseLocation = { url: string; mayBeStandby?: boolean } | { dir: string } | { memory: true; snapshot?: string }

const MAX_ATTEMPTS = 5

/** A commit gets this time even when the deadline is nearer: an unconfirmed one leaves the outcome unknown. */
const COMMIT_MS = 1_500

/** For a transaction whose work may take any time. */
const NO_SERVER_LIMITS = SERVER_LIMITS.map((name) => sql`set local ${trusted(name)} = 0`)

/** Connects to PostgreSQL by URL, or opens the embedded database in a folder or in memory. */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  if ('url' in location) {
    const settings = location.mayBeStandby === true ? REPLICA_POOL : SERVER_POOL
    return databaseOver(new pg.Pool({ connectionString: location.url, ...settings }), 'postgres')
  }
  const embedded = await openEmbedded(
    'dir' in location ? location.dir : null,
    'dir' in location ? undefined : location.snapshot,
  )
  const pool = new pg.Pool({ stream: () => embedded.connect(), ...EMBEDDED_POOL })
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
    async tx(work, { settings = () => [], isOptimistic = false, isUnlimited = false } = {}) {
      // Citus runs the parts of a statement in steps, and loses the codes of errors.
      let presumes = isOptimistic && (known ?? (await product())) !== 'citus'
      for (let attempts = 1; ; attempts++) {
        try {
          return await attempt(pool, known ?? (await product()), work, { settings, isOptimistic: presumes, isUnlimited })
        } catch (error) {
          presumes = false
          if (error instanceof PresumptionFailed) continue
          noteWriteFault(error as Error)
          if (attempts === MAX_ATTEMPTS || !isRetryable(error as Error)) throw error
          await backOff(attempts)
        }
      }
    },
    withoutLimits: (work) => withoutLimits(pool, engine, work),
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
  { settings, isOptimistic, isUnlimited }: Required<TransactionOptions>,
): Promise<Result> {
  const connection = await checkOut(pool, isUnlimited)
  let hasBegun = false
  let hasPresumed = false
  let isOver = false
  let failed: Error | undefined
  /** Begins in the round trip of the first statement. */
  const begin = () => {
    if (isOver) throw new Error('The transaction has ended.')
    if (hasBegun) return
    hasBegun = true
    for (const query of [sql`begin`, ...serverLimits(product, isUnlimited), ...settings(product)]) send(query)
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

/** Lets the server end a statement at the deadline, so that it releases its locks. The embedded database has no limits. */
function serverLimits(product: Product, isUnlimited: boolean): Sql[] {
  if (product === 'pglite') return []
  if (isUnlimited) return NO_SERVER_LIMITS
  const limitMs = Math.ceil(remainingMs())
  const isNear = limitMs > 0 && limitMs < SERVER_POOL.statement_timeout
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
