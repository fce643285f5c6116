import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { MerchantRecord } from '../merchants/merchants.ts'
import { stepOf } from './credentials.ts'
import { PASSCODE_TRIES } from './sessions.ts'
import { forgetTries, takeTry } from './tries.ts'

// Two whole attempts: whoever knows the password must not go on guessing codes by signing in again and again.
const PASSCODE_LIMIT = 2 * PASSCODE_TRIES

const bySubject = (merchantNo: string) => `passcode:${merchantNo}`

/** Counts a passcode before it is looked at, wherever it is given. Refuses with TOO_MANY_TRIES. */
export const takePasscodeTry = (db: Queries, merchantNo: string, now: number): Promise<void> =>
  takeTry(db, bySubject(merchantNo), now, PASSCODE_LIMIT)

export const forgetPasscodeTries = (db: Queries, merchantNo: string): Promise<number> => forgetTries(db, bySubject(merchantNo))

/** Uses up the time step of a code; false when it was used before, or one after it. */
export const spendStep = async (db: Queries, merchantNo: string, step: number): Promise<boolean> =>
  (await db.run(sql`
    update merchant set otp_last_step = ${step}, otp_enrolled = true
     where merchant_no = ${merchantNo} and otp_last_step < ${step}
  `)) === 1

/** Whether the account gave a passcode of this moment that was not used yet; it is used now. */
export async function givesPasscode(
  db: Queries,
  { merchantNo, otpSecret }: Pick<MerchantRecord, 'merchantNo' | 'otpSecret'>,
  code: string,
  now: number,
): Promise<boolean> {
  await takePasscodeTry(db, merchantNo, now)
  const step = otpSecret === null ? null : stepOf(code, otpSecret, now)
  if (step === null || !(await spendStep(db, merchantNo, step))) return false
  await forgetPasscodeTries(db, merchantNo)
  return true
}
