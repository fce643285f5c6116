import { createHash, randomBytes } from 'node:crypto'
import type { Queries } from '../db/database.ts'
import { sql, when } from '../db/sql.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

/** Whatever happens, a session ends after this long; the one between password and passcode much sooner. */
const SESSION_LIFETIME_MS = { full: 8 * HOUR, passcode: 5 * MINUTE }

/** Wrong passcodes that end the attempt. */
export const MAX_PASSCODE_ATTEMPTS = 5

// How old the note of the last call may get: one write per session and moment, not one per call.
const LAST_SEEN_RESOLUTION_MS = 10_000

export type Stage = keyof typeof SESSION_LIFETIME_MS

export interface Session {
  tokenHash: Buffer
  merchantNo: string
  seen: Date
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A token as it may be kept. */
export const tokenHash = (token: string): string => hashOf(token).toString('hex')

/** Opens a session and gives its token, which is 256 random bits and is known to nobody but the caller. */
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

/** The living session of a token at its stage; undefined when it is unknown, over, or was left idle. */
export const findSession = (
  db: Queries,
  token: string,
  { stage, now, idleMinutes }: { stage: Stage; now: number; idleMinutes: number },
): Promise<Session | undefined> =>
  db.one<Session>(sql`
    select token_hash as "tokenHash", merchant_no as "merchantNo", seen_time as seen
      from session
     where token_hash = ${hashOf(token)}
       and stage = ${stage}
       and end_time > ${new Date(now)}
       and (stage = 'passcode' or seen_time > ${new Date(now - idleMinutes * MINUTE)})
  `)

/** The hashes of those tokens whose sessions are not over. */
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

/** Notes that the session was used, so that it is not idle. */
export async function touchSession(db: Queries, session: Session, now: number): Promise<void> {
  if (now - session.seen.getTime() < LAST_SEEN_RESOLUTION_MS) return
  await db.run(sql`update session set seen_time = ${new Date(now)} where token_hash = ${session.tokenHash}`)
}

/** Counts a wrong passcode and tells how many there were; the last one ends the attempt. */
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

/** Ends the session; true when there was one, so that a passcode attempt is turned into a session only once. */
export const endSession = async (db: Queries, tokenHash: Buffer): Promise<boolean> =>
  (await db.run(sql`delete from session where token_hash = ${tokenHash}`)) > 0

/** Ends the session of a token, and says whose it was. */
export async function endSessionByToken(db: Queries, token: string): Promise<string | undefined> {
  const ended = await db.one<{ merchantNo: string }>(sql`
    delete from session where token_hash = ${hashOf(token)} returning merchant_no as "merchantNo"
  `)
  return ended?.merchantNo
}

/** Ends every session of the account, attempts to sign in among them; but not the one of `except`. */
export const endSessions = (db: Queries, merchantNo: string, except: string | null = null): Promise<number> =>
  db.run(sql`
    delete from session
     where merchant_no = ${merchantNo} ${when(except !== null, sql`and token_hash <> ${hashOf(except ?? '')}`)}
  `)

/** Forgets sessions that are over. */
export const sweepSessions = (db: Queries, { now, idleMinutes }: { now: number; idleMinutes: number }): Promise<number> =>
  db.run(sql`
    delete from session
     where end_time < ${new Date(now)} or seen_time < ${new Date(now - Math.max(idleMinutes, 5) * MINUTE)}
  `)
