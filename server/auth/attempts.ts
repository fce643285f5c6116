import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { Refusal } from '../refusal.ts'

/** Failed attempts of a subject before it is locked. */
export const MAX_ATTEMPTS = 5
const LOCKED_MS = 15 * 60_000

/**
 * Counts an attempt of the subject (such as a login name or an address). Call it before the outcome is known, so that
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

/** Resets the subject's count after a success. */
export const clearAttempts = (db: Queries, subject: string): Promise<number> =>
  db.run(sql`delete from login_try where subject = ${subject}`)

/** Deletes counts that are too old to lock a subject. */
export const sweepAttempts = (db: Queries, now: number): Promise<number> =>
  db.run(sql`delete from login_try where at <= ${new Date(now - LOCKED_MS)}`)
