import { createHash } from 'node:crypto'
import type { AnyCall } from '#contract/call.ts'
import type { Database, Queries, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { Refusal } from '../refusal.ts'
import { HOUR } from '../wib.ts'

/** A request under a key that its signer gave it: whatever happens, it is done once. */
export interface IdempotentRequest {
  merchantNo: string
  key: string
  /** Of the request's content. */
  hash: Buffer
  /** Milliseconds since 1970. */
  now: number
}

type StoredAnswer = { result: unknown } | { refusal: Pick<Refusal, 'code' | 'status' | 'fields' | 'detail' | 'reason'> }

// They prove who asks, and differ when the same is asked again; or they are so few that a quick hash of them is as good as
// they themselves: passwords, and who somebody is.
const PROOF = new Set(['_timestamp', '_sign', 'txnPwd', 'otp', 'pwd', 'pwd2', 'nationalId'])

/** What a request is about, whoever signed it when. */
export function requestHash({ method, path }: AnyCall, input: object): Buffer {
  const fields = Object.entries(input).filter(([name, value]) => !PROOF.has(name) && value !== undefined)
  const sorted = fields.sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([method, path, sorted]))
    .digest()
}

/** The answer the request was given before; undefined where there is none yet. Refuses another request under its key. */
export async function findAnswer(db: Queries, { merchantNo, key, hash }: IdempotentRequest): Promise<StoredAnswer | undefined> {
  const row = await db.one<{ hash: Buffer; answer: StoredAnswer }>(sql`
    select request_hash as hash, answer from idempotency where merchant_no = ${merchantNo} and key = ${key}`)
  if (row !== undefined && !row.hash.equals(hash)) throw new Refusal('IDEMPOTENCY_MISMATCH')
  return row?.answer
}

/** The result of an answer; throws its refusal. */
export function unwrapAnswer(answer: StoredAnswer): unknown {
  if ('result' in answer) return answer.result
  const { code, status, detail, fields, reason } = answer.refusal
  throw new Refusal(code, { status, detail, ...(fields && { fields }), ...(reason && { reason }) })
}

/**
 * Does the work, unless it was done under this key before: then the first answer is given again, a refusal as well as a
 * result. The key, the work and the answer are one transaction. Refuses with REQUEST_RUNNING while another does it.
 */
export async function runOnce(
  db: Database,
  request: IdempotentRequest,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<unknown> {
  const { merchantNo, key } = request
  const answer = await db.tx(async (tx) => {
    if (!(await claim(tx, request))) return (await findAnswer(tx, request))!
    const found = await attempt(tx, work)
    await tx.run(sql`
      update idempotency set answer = ${JSON.stringify(found)} where merchant_no = ${merchantNo} and key = ${key}`)
    return found
  })
  return unwrapAnswer(answer)
}

// Most requests are done by then, and the second asker gets the first answer instead of a refusal.
const PATIENCE = '250ms'

/** Whether the key is ours. Who comes second waits for the first a moment, because only its end tells. */
async function claim(tx: Transaction, { merchantNo, key, hash, now }: IdempotentRequest): Promise<boolean> {
  await tx.script(`set local lock_timeout = '${PATIENCE}'`)
  const claimed = await tx
    .run(sql`
      insert into idempotency (merchant_no, key, request_hash, at)
      values (${merchantNo}, ${key}, ${hash}, ${new Date(now)})
          on conflict do nothing`)
    .catch((error: { code?: string }) => {
      throw error.code === '55P03' ? new Refusal('REQUEST_RUNNING', { retryAfter: 1 }) : error
    })
  await tx.script('set local lock_timeout = 0; savepoint untouched')
  return claimed === 1
}

/** A refusal takes back what was done, and is an answer. Anything else is none, and the key is free again. */
async function attempt(tx: Transaction, work: (tx: Transaction) => Promise<unknown>): Promise<StoredAnswer> {
  try {
    return { result: await work(tx) }
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500 || error.status === 429) throw error
    await tx.script('rollback to savepoint untouched')
    const { code, status, fields, detail, reason } = error
    return { refusal: { code, status, fields, detail, reason } }
  }
}

const KEPT_MS = 48 * HOUR

/** Forgets answers that nobody asks for again. */
export const sweepIdempotencyKeys = (db: Queries, now: number): Promise<number> =>
  db.run(sql`delete from idempotency where at < ${new Date(now - KEPT_MS)}`)
