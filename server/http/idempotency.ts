import { createHash } from 'node:crypto'
import type { AnyCall } from '#contract/call.ts'
import { releaseAuthority } from '../auth/authority.ts'
import type { Database, Queries, Transaction } from '../db/database.ts'
import type { Product } from '../db/product.ts'
import { insertOnce } from '../db/rows.ts'
import { type Sql, sql } from '../db/sql.ts'
import { Refusal } from '../refusal.ts'
import { HOUR } from '../wib.ts'

export interface IdempotentRequest {
  merchantNo: string
  key: string
  hash: Buffer
  /** Milliseconds since 1970. */
  now: number
}

type StoredAnswer = { result: unknown } | { refusal: Pick<Refusal, 'code' | 'status' | 'fields' | 'detail' | 'reason'> }

// Credentials that differ when the same request is sent again, and values that are too easy to guess from a stored hash:
// passwords and national ids.
const UNHASHED_FIELDS = new Set(['_timestamp', '_sign', 'txnPwd', 'otp', 'pwd', 'pwd2', 'nationalId'])

/** Hash of the method, the path and the input without credentials. */
export function requestHash({ method, path }: AnyCall, input: object): Buffer {
  const fields = Object.entries(input).filter(([name, value]) => !UNHASHED_FIELDS.has(name) && value !== undefined)
  const sorted = fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([method, path, sorted]))
    .digest()
}

/** The stored answer of the request; undefined when there is none. Throws IDEMPOTENCY_MISMATCH for another request with the same key. */
export async function findAnswer(db: Queries, { merchantNo, key, hash }: IdempotentRequest): Promise<StoredAnswer | undefined> {
  const row = await db.one<{ hash: Buffer; answer: StoredAnswer }>(sql`
    select request_hash as hash, answer from idempotency where merchant_no = ${merchantNo} and key = ${key}`)
  if (row !== undefined && !row.hash.equals(hash)) throw new Refusal('IDEMPOTENCY_MISMATCH')
  return row?.answer
}

export function unwrapAnswer(answer: StoredAnswer): unknown {
  if ('result' in answer) return answer.result
  const { code, status, detail, fields, reason } = answer.refusal
  throw new Refusal(code, { status, detail, ...(fields && { fields }), ...(reason && { reason }) })
}

/**
 * Runs the work at most once per key. A repeated request gets the first answer again, a result or a refusal. The key, the
 * work and the answer are one transaction. Throws REQUEST_RUNNING while a request with the same key is running.
 */
export async function runOnce(
  db: Pick<Database, 'tx'>,
  request: IdempotentRequest,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<unknown> {
  const { merchantNo, key } = request
  const answer = await db.tx(
    async (tx) => {
      if (!(await claim(tx, request))) return (await findAnswer(tx, request))!
      const stored = await attempt(tx, work)
      tx.send(sql`
        update idempotency set answer = ${JSON.stringify(stored)} where merchant_no = ${merchantNo} and key = ${key}`)
      return stored
    },
    { settings: waitSettings },
  )
  return unwrapAnswer(answer)
}

// Most requests finish within this time, so that a concurrent repetition gets the first answer instead of a refusal.
const LOCK_TIMEOUT = '250ms'

/**
 * The server keeps plans of prepared statements. One that was made while few keys were stored would read all of them each time, so
 * that plans of these transactions use indexes.
 */
const waitSettings = (product: Product): Sql[] => [
  // Passes the timeout on to the worker that waits for the lock.
  ...(product === 'citus' ? [sql`set local citus.propagate_set_commands = 'local'`] : []),
  sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true), set_config('enable_seqscan', 'off', true)`,
]

/** Inserts the key. False when it exists. Waits for a concurrent transaction that holds it, up to the lock timeout. */
async function claim(tx: Transaction, { merchantNo, key, hash, now }: IdempotentRequest): Promise<boolean> {
  const insert = sql`
    insert into idempotency (merchant_no, key, request_hash, at) values (${merchantNo}, ${key}, ${hash}, ${new Date(now)})`
  const isClaimed = await insertOnce(tx, insert).catch((error: { code?: string }) => {
    throw error.code === '55P03' ? new Refusal('REQUEST_RUNNING', { retryAfter: 1 }) : error
  })
  tx.send(sql`set local lock_timeout to default`)
  // A refusal in an optimistic transaction is not stored.
  if (!tx.isOptimistic) tx.send(sql`savepoint untouched`)
  return isClaimed
}

/**
 * Runs the work. A refusal rolls the work back and becomes the stored answer. Any other error, including status 429 and 5xx,
 * is thrown: it rolls back the transaction, so the key can be used again. So does a refusal in an optimistic transaction, which
 * then runs again.
 */
async function attempt(tx: Transaction, work: (tx: Transaction) => Promise<unknown>): Promise<StoredAnswer> {
  try {
    return { result: await work(tx) }
  } catch (error) {
    if (tx.isOptimistic || !(error instanceof Refusal) || error.status >= 500 || error.status === 429) throw error
    await tx.run(sql`rollback to savepoint untouched`)
    releaseAuthority(tx)
    const { code, status, fields, detail, reason } = error
    return { refusal: { code, status, fields, detail, reason } }
  }
}

const RETENTION_MS = 48 * HOUR

export const sweepIdempotencyKeys = (db: Queries, now: number): Promise<number> =>
  db.run(sql`delete from idempotency where at < ${new Date(now - RETENTION_MS)}`)
