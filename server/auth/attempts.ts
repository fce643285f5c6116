import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { Refusal } from '../refusal.ts'

/** Failed attempts of a subject before it is locked. */
export const MAX_ATTEMPTS = 5
const LOCKED_MS = 15 * 60_000

/**
 * Counts an attempt of the subject (such as an address or a transaction password). Call it before the outcome is known, so that
 * concurrent attempts cannot exceed the limit. Throws TOO_MANY_TRIES with the seconds left when the subject is locked.
 */
export async function countAttempt(db: Queries, subject: string, now: number, limit = MAX_ATTEMPTS): Promise<void> {
  const at = new Date(now)
  const since = new Date(now - LOCKED_MS)
  const counted = await db.one<{ failures: number; at: Date }>(sql`
    insert into login_try as kept (subject, failures, at)
    values (${subject}, 1, ${at})
        on conflict (subject) do update
       set failures = case when kept.at <= ${since} then 1 else least(kept.failures + 1, ${limit + 1}::int) end,
           at = case when kept.at > ${since} and kept.failures >= ${limit} then kept.at else ${at} end
 returning failures, at
  `)
  if (counted !== undefined && counted.failures > limit) {
    throw new Refusal('TOO_MANY_TRIES', { retryAfter: (counted.at.getTime() + LOCKED_MS - now) / 1000 })
  }
}

/** Takes back the count of an attempt that succeeded. */
export const uncountAttempt = (db: Queries, subject: string): Promise<number> =>
  db.run(sql`update login_try set failures = greatest(failures - 1, 0) where subject = ${subject}`)

/** Attempts of a slowed subject that need not wait, and the longest delay: as many guesses as a lock of 15 minutes allows. */
const FREE_ATTEMPTS = MAX_ATTEMPTS
const LONGEST_DELAY_SECONDS = 180
const MAX_COUNT = 100

/**
 * Counts an attempt of a subject that is slowed down instead of locked. Returns 0, or the milliseconds left of its delay, in
 * which attempts are not counted: one second after five attempts, doubled by each further one. Concurrent attempts share it.
 */
export async function countSlowed(db: Queries, subject: string, now: number): Promise<number> {
  const [at, since] = [new Date(now), new Date(now - LOCKED_MS)]
  const end = sql`
    kept.at + interval '1 second' * case when kept.failures < ${FREE_ATTEMPTS} then 0
                                         else least(power(2, kept.failures - ${FREE_ATTEMPTS}), ${LONGEST_DELAY_SECONDS}) end`
  const counted = await db.run(sql`
    insert into login_try as kept (subject, failures, at) values (${subject}, 1, ${at})
        on conflict (subject) do update
       set failures = case when kept.at <= ${since} then 1 else least(kept.failures + 1, ${MAX_COUNT}) end, at = excluded.at
     where kept.at <= ${since} or ${end} <= ${at}`)
  if (counted === 1) return 0
  const row = await db.one<{ end: Date }>(sql`select ${end} as end from login_try kept where subject = ${subject}`)
  return Math.max(1, (row?.end.getTime() ?? now) - now)
}

const queues = new Map<string, Promise<void>>()

/**
 * Runs the checks of a subject one after another. Attempts are counted before their check, so concurrent correct ones could
 * exceed the limit.
 */
export async function oneAtATime<Result>(subject: string, check: () => Promise<Result>): Promise<Result> {
  const result = (queues.get(subject) ?? Promise.resolve()).then(check)
  const settled = result.then(
    () => {},
    () => {},
  )
  queues.set(subject, settled)
  return result.finally(() => {
    if (queues.get(subject) === settled) queues.delete(subject)
  })
}

export const clearAttempts = (db: Queries, subject: string): Promise<number> =>
  db.run(sql`delete from login_try where subject = ${subject}`)

export const sweepAttempts = (db: Queries, now: number): Promise<number> =>
  db.run(sql`delete from login_try where at <= ${new Date(now - LOCKED_MS)}`)
