import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { clearAttempts, countAttempt } from './attempts.ts'
import { timeStepOf } from './credentials.ts'
import { MAX_PASSCODE_ATTEMPTS } from './sessions.ts'

// Two whole attempts: whoever knows the password must not go on guessing codes by signing in again and again.
const PASSCODE_LIMIT = 2 * MAX_PASSCODE_ATTEMPTS

const bySubject = (merchantNo: string) => `passcode:${merchantNo}`

/** Counts a passcode before it is looked at, wherever it is given. Refuses with TOO_MANY_TRIES. */
export const countPasscodeAttempt = (db: Queries, merchantNo: string, now: number): Promise<void> =>
  countAttempt(db, bySubject(merchantNo), now, PASSCODE_LIMIT)

export const clearPasscodeAttempts = (db: Queries, merchantNo: string): Promise<number> =>
  clearAttempts(db, bySubject(merchantNo))

/** Uses up the time step of a code; false when it was used before, or one after it. */
export const consumeTimeStep = async (db: Queries, merchantNo: string, step: number): Promise<boolean> =>
  (await db.run(sql`
    update merchant set otp_last_step = ${step}, otp_enrolled = true
     where merchant_no = ${merchantNo} and otp_last_step < ${step}
  `)) === 1

/** Whether the account gave a passcode of this moment that was not used yet; it is used now. */
export async function consumePasscode(
  db: Queries,
  { merchantNo, otpSecret }: Pick<MerchantRow, 'merchantNo' | 'otpSecret'>,
  code: string,
  now: number,
): Promise<boolean> {
  await countPasscodeAttempt(db, merchantNo, now)
  const step = otpSecret === null ? null : timeStepOf(code, otpSecret, now)
  if (step === null || !(await consumeTimeStep(db, merchantNo, step))) return false
  await clearPasscodeAttempts(db, merchantNo)
  return true
}
