import pg from 'pg'

// 8-byte integers stay text, because they hold ids and money. Dates stay YYYY-MM-DD.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.DATE, (text) => text)

// JIT compilation takes longer than our queries run. The default random_page_cost assumes spinning disks and makes the
// planner scan the orders of the whole platform instead of the merchant's.
const PLANNING = { jit: 'off', random_page_cost: '1.1' }
const LOCK_TIMEOUT_MS = 5_000

/** What also holds for the connections that a coordinator of Citus opens to its workers. */
export const NODE_SETTINGS = { ...PLANNING, lock_timeout: LOCK_TIMEOUT_MS }

/** Longer than the server's own limit: reached when the server does not answer at all. */
const ANSWER_TIMEOUT = { query_timeout: 65_000 }

const CONNECT_TIMEOUT_MS = 4_000

/** To any server, also a standby. The timeouts are longer than any statement should take: a stuck one would hold locks that payments wait for. */
export const REPLICA_POOL = {
  types,
  ...ANSWER_TIMEOUT,
  max: 10,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
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

/** The limits that the server keeps itself. */
export const SERVER_LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const

/** To a server that takes writes. */
export const SERVER_POOL = { ...REPLICA_POOL, onConnect: assertUsable }

/** Whether the server takes no writes, and whether a limit did not reach it. */
const STATE = `
  select current_setting('transaction_read_only') = 'on' as "isReadOnly",
         '0' in (${SERVER_LIMITS.map((name) => `current_setting('${name}')`)}) as "isUnlimited"`

/**
 * A standby would answer reads with balances of the past, and some poolers drop the limits of a connection. Throws an error with the
 * code that PostgreSQL has for a write to a standby, or PgBouncer for settings that it does not pass on.
 */
async function assertUsable(client: pg.ClientBase): Promise<void> {
  const question = { text: STATE, query_timeout: CONNECT_TIMEOUT_MS }
  const { rows } = await client.query<{ isReadOnly: boolean; isUnlimited: boolean }>(question)
  if (rows[0]?.isReadOnly) throw Object.assign(new Error('it takes no writes'), { code: '25006' })
  if (rows[0]?.isUnlimited) throw Object.assign(new Error('the limits of the connection did not reach it'), { code: '08P01' })
}

/** To the embedded database. Its only connection is never closed when idle, because a new one would lose the prepared statements. */
export const EMBEDDED_POOL = {
  types,
  ...ANSWER_TIMEOUT,
  max: 1,
  idleTimeoutMillis: 0,
  connectionTimeoutMillis: 60_000,
  user: 'postgres',
  database: 'postgres',
}

/** Milliseconds for a rollback, even when the deadline is over. */
export const ROLLBACK_MS = 1_000
