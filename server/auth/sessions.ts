import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql, when } from '../db/sql.ts'
import { HOUR, MINUTE } from '../wib.ts'

/** Maximum age of a session. A `passcode` session exists between password and passcode. */
const SESSION_LIFETIME_MS = { full: 8 * HOUR, passcode: 5 * MINUTE }

/** Number of wrong passcodes that ends the sign-in. */
export const MAX_PASSCODE_ATTEMPTS = 5

// The stored time of the last call is updated at most this often, to avoid a write per call.
const LAST_SEEN_RESOLUTION_MS = 10_000

type Stage = keyof typeof SESSION_LIFETIME_MS

interface Session {
  tokenHash: Buffer
  merchantNo: string
  seen: Date
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The hash of a token as hex. Only hashes of tokens are stored. */
export const tokenHash = (token: string): string => hashOf(token).toString('hex')

/** Opens a session and returns its token: 256 random bits. Only the hash of the token is stored. */
export async function openSession(
  db: Queries,
  { merchantNo, stage, address, now }: { merchantNo: string; stage: Stage; address: string; now: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = new Date(now)
  await db.run(sql`
    insert into session (token_hash, merchant_no, stage, address, create_time, seen_time, end_time)
    values (${hashOf(token)}, ${merchantNo}, ${stage}, ${address}, ${at}, ${at}, ${new Date(now + SESSION_LIFETIME_MS[stage])})
  `)
  return token
}

export interface SessionGateway {
  clock: Clock
  config: { sessionIdleMinutes: number }
}

/** The condition on `session s` for an active session of the token at the given stage: not ended, and not idle for too long. */
export function liveSession({ clock, config }: SessionGateway, token: string, stage: Stage): Sql {
  const now = clock.now()
  return sql`
    s.token_hash = ${hashOf(token)} and s.stage = ${stage} and s.end_time > ${new Date(now)}
    and (s.stage = 'passcode' or s.seen_time > ${new Date(now - config.sessionIdleMinutes * MINUTE)})`
}

/** The active session of a token at the given stage; undefined when it is unknown, ended or idle for too long. */
export async function findSession(
  { db, ...gateway }: SessionGateway & { db: Queries },
  token: string | null,
  stage: Stage,
): Promise<Session | undefined> {
  if (token === null) return undefined
  return db.one<Session>(sql`
    select s.token_hash as "tokenHash", s.merchant_no as "merchantNo", s.seen_time as seen
      from session s
     where ${liveSession(gateway, token, stage)}
  `)
}

/** The hashes (hex) of the tokens that have an active session. */
export async function findActiveTokens(
  db: Queries,
  tokens: readonly string[],
  { now, idleMinutes }: { now: number; idleMinutes: number },
): Promise<ReadonlySet<string>> {
  const rows = await db.all<{ hash: string }>(sql`
    select encode(token_hash, 'hex') as hash
      from session
     where token_hash = any (array(select decode(hash, 'hex') from unnest(${tokens.map(tokenHash)}::text[]) hash))
       and stage = 'full' and end_time > ${new Date(now)} and seen_time > ${new Date(now - idleMinutes * MINUTE)}`)
  return new Set(rows.map(({ hash }) => hash))
}

export async function touchSession(db: Queries, session: Session, now: number): Promise<void> {
  if (now - session.seen.getTime() < LAST_SEEN_RESOLUTION_MS) return
  await db.run(sql`update session set seen_time = ${new Date(now)} where token_hash = ${session.tokenHash}`)
}

/** Counts a wrong passcode and returns the count. The last allowed one ends the session. */
export async function countWrongPasscode(db: Queries, session: Session): Promise<number> {
  const counted = await db.one<{ failures: number }>(sql`
    update session set otp_failures = otp_failures + 1
     where token_hash = ${session.tokenHash}
 returning otp_failures as failures
  `)
  const failures = counted?.failures ?? MAX_PASSCODE_ATTEMPTS
  if (failures >= MAX_PASSCODE_ATTEMPTS) await endSession(db, session.tokenHash)
  return failures
}

/** Ends the session. False when it had ended already, so that only one concurrent passcode call succeeds. */
export const endSession = async (db: Queries, tokenHash: Buffer): Promise<boolean> =>
  (await db.run(sql`delete from session where token_hash = ${tokenHash}`)) > 0

/** Ends the session of a token and returns its merchant number. */
export async function endSessionByToken(db: Queries, token: string): Promise<string | undefined> {
  const ended = await db.one<{ merchantNo: string }>(sql`
    delete from session where token_hash = ${hashOf(token)} returning merchant_no as "merchantNo"
  `)
  return ended?.merchantNo
}

/** Ends every session of the account, including unfinished sign-ins, except the session of the token `except`. */
export const endSessions = (db: Queries, merchantNo: string, except: string | null = null): Promise<number> =>
  db.run(sql`
    delete from session
     where merchant_no = ${merchantNo} ${when(except !== null, sql`and token_hash <> ${hashOf(except ?? '')}`)}
  `)

export const sweepSessions = (db: Queries, { now, idleMinutes }: { now: number; idleMinutes: number }): Promise<number> =>
  db.run(sql`
    delete from session
     where end_time < ${new Date(now)} or seen_time < ${new Date(now - Math.max(idleMinutes, 5) * MINUTE)}
  `)
