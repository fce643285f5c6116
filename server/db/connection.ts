import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { remainingMs } from './deadline.ts'
import { CommitUnconfirmed, DatabaseTimeout, isConnectionLost } from './faults.ts'

/** Longer than the server's own limit: reached when the server does not answer at all. */
const ANSWER_TIMEOUT_MS = 65_000

/** The warning of Citus when the only worker that a transaction or a statement wrote on ended while it committed. */
const WARNING = /^failed to commit transaction on /
/** The error of Citus in the same case, which may come without the warning. */
const ERROR = /^could not commit transaction for shard /

/** A connection that is checked out of the pool. */
export interface Connection {
  /** Waits for the answer until the deadline, but at least `leastMs`. */
  query(query: pg.QueryConfig, leastMs?: number): Promise<pg.QueryResult | pg.QueryResult[]>
  readonly isLost: boolean
  /** Returns it to the pool; a lost one is closed. */
  release(): void
}

export async function checkOut(pool: pg.Pool): Promise<Connection> {
  const client = await connect(pool)
  let lost: Error | undefined
  let isUnconfirmed = false
  const note = ({ message = '' }: { message?: string | undefined }) => {
    if (WARNING.test(message)) isUnconfirmed = true
  }
  client.on('notice', note)
  return {
    get isLost() {
      return lost !== undefined
    },
    async query(query, leastMs = 0) {
      const limitMs = Math.ceil(Math.min(ANSWER_TIMEOUT_MS, Math.max(leastMs, remainingMs())))
      if (limitMs <= 0) throw new DatabaseTimeout()
      try {
        const result = await client.query({ ...query, query_timeout: limitMs } as pg.QueryConfig)
        if (isUnconfirmed) throw new CommitUnconfirmed()
        return result
      } catch (cause) {
        const isUnknown = isUnconfirmed || ERROR.test((cause as Error).message)
        const error = isUnknown ? new CommitUnconfirmed(cause) : (cause as Error)
        if (isConnectionLost(error)) lost = error
        throw error
      }
    },
    release() {
      client.off('notice', note)
      // A frozen server does not take part in closing a connection.
      if (lost !== undefined) (client as unknown as pg.Client).connection.stream.destroy()
      client.release(lost)
    },
  }
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
