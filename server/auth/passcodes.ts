import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { clearAttempts, countAttempt } from './attempts.ts'
import { timeStepOf } from './credentials.ts'
import { MAX_PASSCODE_ATTEMPTS } from './sessions.ts'

// Allows two sign-ins with all passcode attempts each. The count spans sign-ins, so that signing in again with a known
// password does not allow more guesses.
const PASSCODE_LIMIT = 2 * MAX_PASSCODE_ATTEMPTS

const attemptSubject = (merchantNo: string) => `passcode:${merchantNo}`

/** Counts a passcode attempt. Call it before the code is checked. Throws TOO_MANY_TRIES. */
export const countPasscodeAttempt = (db: Queries, merchantNo: string, now: number): Promise<void> =>
  countAttempt(db, attemptSubject(merchantNo), now, PASSCODE_LIMIT)

export const clearPasscodeAttempts = (db: Queries, merchantNo: string): Promise<number> =>
  clearAttempts(db, attemptSubject(merchantNo))

type PasscodeOwner = Pick<MerchantRow, 'merchantNo' | 'otpSecret'>

/** Marks the time step of a code as used. False when this or a later step was used before, or the secret was replaced. */
export const consumeTimeStep = async (db: Queries, { merchantNo, otpSecret }: PasscodeOwner, step: number): Promise<boolean> =>
  (await db.run(sql`
    update merchant set otp_last_step = ${step}, otp_enrolled = true
     where merchant_no = ${merchantNo} and otp_secret = ${otpSecret} and otp_last_step < ${step}
  `)) === 1

/** Checks a passcode and marks it as used. False when it is wrong or was used before. Throws TOO_MANY_TRIES. */
export async function consumePasscode(db: Queries, owner: PasscodeOwner, code: string, now: number): Promise<boolean> {
  const { merchantNo, otpSecret } = owner
  await countPasscodeAttempt(db, merchantNo, now)
  const step = otpSecret === null ? null : timeStepOf(code, otpSecret, now)
  if (step === null || !(await consumeTimeStep(db, owner, step))) return false
  await clearPasscodeAttempts(db, merchantNo)
  return true
}
