import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { Batch, type BatchResult, encoded, type Statement, StatementSkipped } from './batch.ts'
import { callerGone, remainingMs } from './deadline.ts'
import { CommitUnconfirmed, DatabaseTimeout, isConnectionLost, isReadOnly } from './faults.ts'

/** The longest that a timer takes: 24 days. */
const NO_TIMEOUT_MS = 2 ** 31 - 1

/** The warning of Citus when the only worker that a transaction or a statement wrote on ended while it committed. */
const WARNING = /^failed to commit transaction on /
/** The error of Citus in the same case, which may come without the warning. */
const ERROR = /^could not commit transaction for shard /

/** A connection that is checked out of the pool. */
export interface Connection {
  /**
   * Waits for the answer until the deadline, but at least `leastMs`. Statements that are asked in one turn of the event loop are one
   * round trip, and so are those asked during another: see `Batch`. Throws at once for a value that cannot be sent.
   */
  ask(statement: Statement, leastMs?: number): Promise<BatchResult>
  /** Executes raw text after the answers to all statements, so whether or not they failed. */
  script(query: pg.QueryConfig, leastMs?: number): Promise<pg.QueryResult | pg.QueryResult[]>
  readonly isLost: boolean
  /** Returns it to the pool; one that is lost or takes no writes is closed. */
  release(): void
}

interface Waiting extends PromiseWithResolvers<BatchResult> {
  statement: Statement
  /** On the clock of `performance`. */
  until: number
}

/** With `isUnlimited`, an answer may take longer than the pool's `query_timeout`. */
export async function checkOut(pool: pg.Pool, isUnlimited = false): Promise<Connection> {
  const client = await connect(pool)
  const answerMs = isUnlimited ? NO_TIMEOUT_MS : (pool.options.query_timeout ?? NO_TIMEOUT_MS)
  /** Milliseconds until a time on the clock of `performance`. */
  const limitOf = (until: number): number => Math.ceil(Math.min(answerMs, until - performance.now()))
  let lost: Error | undefined
  let isStale = false
  let isUnconfirmed = false
  let isBusy = false
  const waiting: Waiting[] = []
  const idle: (() => void)[] = []
  const note = ({ message = '' }: { message?: string | undefined }) => {
    if (WARNING.test(message)) isUnconfirmed = true
  }
  client.on('notice', note)
  const { stream } = (client as unknown as pg.Client).connection
  const gone = callerGone()
  // The server notices it, and ends the statement.
  const hangUp = () => stream.destroy()
  gone?.addEventListener('abort', hangUp)

  const faultOf = (cause: Error): Error => {
    const error = isUnconfirmed || ERROR.test(cause.message) ? new CommitUnconfirmed(cause) : cause
    if (isConnectionLost(error)) lost = error
    // Another server has taken over, behind a proxy that kept the connection. A new one may reach it.
    if (isReadOnly(error)) isStale = true
    return error
  }

  const resume = () => {
    for (const proceed of idle.splice(0)) proceed()
  }

  function flush(): void {
    if (isBusy || waiting.length === 0) return
    const batch = waiting.splice(0)
    const limitMs = limitOf(Math.max(...batch.map(({ until }) => until)))
    const refused = lost ?? (limitMs <= 0 ? new DatabaseTimeout() : undefined)
    if (refused !== undefined) {
      fail(batch, 0, refused)
      resume()
      return
    }
    isBusy = true
    const done = (error: Error | null, results: readonly BatchResult[] = []) => {
      isBusy = false
      for (const [index, result] of results.entries()) if (!isUnconfirmed) batch[index]?.resolve(result)
      if (error !== null || isUnconfirmed) {
        // A transaction of a single statement is committed after it has ended.
        const failing = isUnconfirmed ? 0 : Math.min(results.length, batch.length - 1)
        fail(batch, failing, faultOf(error ?? new CommitUnconfirmed()))
      }
      if (waiting.length > 0) flush()
      else resume()
    }
    client.query(
      new Batch(
        batch.map(({ statement }) => statement),
        { types: client, limitMs, done },
      ),
    )
  }

  return {
    get isLost() {
      return lost !== undefined
    },
    ask(statement, leastMs = 0) {
      const answer = Promise.withResolvers<BatchResult>()
      waiting.push({ ...answer, statement: encoded(statement), until: performance.now() + Math.max(leastMs, remainingMs()) })
      if (waiting.length === 1) process.nextTick(flush)
      return answer.promise
    },
    async script(query, leastMs = 0) {
      if (isBusy || waiting.length > 0) await new Promise<void>((proceed) => idle.push(proceed))
      const limitMs = limitOf(performance.now() + Math.max(leastMs, remainingMs()))
      if (limitMs <= 0) throw new DatabaseTimeout()
      try {
        const result = await client.query({ ...query, query_timeout: limitMs } as pg.QueryConfig)
        if (isUnconfirmed) throw new CommitUnconfirmed()
        return result
      } catch (cause) {
        throw faultOf(cause as Error)
      }
    },
    release() {
      client.off('notice', note)
      gone?.removeEventListener('abort', hangUp)
      // A frozen server does not take part in closing a connection.
      if (lost !== undefined) stream.destroy()
      client.release(lost ?? isStale)
    },
  }
}

/** The statements after the failing one did not run, unless the connection was lost: then nothing is known of them. */
function fail(batch: readonly Waiting[], failing: number, error: Error): void {
  const later = isConnectionLost(error) ? error : new StatementSkipped(error)
  for (const [index, { reject }] of batch.slice(failing).entries()) reject(index === 0 ? error : later)
}

/** Waits for a connection until the deadline or the pool's own limit. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  const limitMs = remainingMs()
  if (limitMs === Number.POSITIVE_INFINITY) return pool.connect()
  if (limitMs <= 0) throw new DatabaseTimeout()
  const ready = new AbortController()
  const connecting = pool.connect().finally(() => ready.abort())
  const late = setTimeout(limitMs, null, { signal: ready.signal }).catch(() => connecting)
  const client = await Promise.race([connecting, late])
  if (client !== null) return client
  connecting.then(
    (unused) => unused.release(),
    () => {},
  )
  throw new DatabaseTimeout()
}
