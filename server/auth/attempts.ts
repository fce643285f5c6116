import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { Refusal } from '../refusal.ts'

/** Wrong tries of one subject before it is locked, and for how long. */
export const MAX_ATTEMPTS = 5
const LOCKED_MS = 15 * 60_000

/**
 * Counts a try of the subject (a login name, an address) before its outcome is known, so that many at once
 * cannot slip past the limit. Refuses with the seconds left once the subject is locked.
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

/** The try was right after all: it is not counted. */
export const uncountAttempt = (db: Queries, subject: string): Promise<number> =>
  db.run(sql`update login_try set failures = greatest(failures - 1, 0) where subject = ${subject}`)

/** The subject has proved itself: nothing is counted against it. */
export const clearAttempts = (db: Queries, subject: string): Promise<number> =>
  db.run(sql`delete from login_try where subject = ${subject}`)

/** Forgets tries that lock nobody any more. */
export const sweepAttempts = (db: Queries, now: number): Promise<number> =>
  db.run(sql`delete from login_try where at <= ${new Date(now - LOCKED_MS)}`)
