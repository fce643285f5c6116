import { type AuditEvent, audit } from '../audit/audit.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Gateway } from '../gateway.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import { clearAttempts, countAttempt } from './attempts.ts'
import { hashPassword, verifyPassword } from './credentials.ts'
import { endSessions } from './sessions.ts'

/** Which password: the one to sign in with, or the one that money and keys ask for. */
export type PasswordKind = 'password' | 'txnPassword'

/** A new password, twice, and the one to sign in with as it is now; each as the digest the console sends. */
export interface NewPassword {
  pwd: string
  pwd2: string
  oldPwd?: string
}

/**
 * Changes a password of the account and ends its other sessions, so that whoever was in with the old one is out.
 * Refuses what differs (pwdCompareError), the current password when it is wrong (errorPwd) or missing, and the password
 * it is already (VALIDATION_FAILED).
 */
export async function changePassword(
  { db, clock, config }: Pick<Gateway, 'db' | 'clock' | 'config'>,
  which: PasswordKind,
  { merchant, token, deed }: { merchant: MerchantRow; token: string; deed: Omit<AuditEvent, 'action'> },
  { pwd, pwd2, oldPwd }: NewPassword,
): Promise<void> {
  if (pwd !== pwd2) throw new Refusal('pwdCompareError')
  if (oldPwd !== undefined) await expectPassword({ db, clock }, merchant, oldPwd)
  else if (config.requireCurrentPassword) throw new Refusal('VALIDATION_FAILED', { fields: { oldPwd: 'rule.required' } })
  const now = which === 'password' ? merchant.passwordHash : merchant.txnPasswordHash
  if (now !== null && (await verifyPassword(pwd, now))) {
    throw new Refusal('VALIDATION_FAILED', { fields: { pwd: 'rule.samePassword' } })
  }
  const hash = await hashPassword(pwd)
  await db.tx(async (tx) => {
    // Somebody who knew the same password may have been faster; then it is no longer the current one.
    const changed = await tx.run(sql`
      update merchant set ${set(which, hash)}
       where merchant_no = ${merchant.merchantNo} and password_hash = ${merchant.passwordHash}`)
    if (changed === 0) throw wrongPassword()
    await endSessions(tx, merchant.merchantNo, token)
    await audit(tx, { ...deed, action: which })
  })
}

const set = (which: PasswordKind, hash: string): Sql =>
  which === 'password' ? sql`password_hash = ${hash}` : sql`txn_password_hash = ${hash}`

/** An open window must not be enough to find the password out, so tries are counted here as well. */
async function expectPassword(
  { db, clock }: Pick<Gateway, 'db' | 'clock'>,
  { merchantNo, passwordHash }: MerchantRow,
  typed: string,
): Promise<void> {
  const subject = `current:${merchantNo}`
  await countAttempt(db, subject, clock.now())
  if (!(await verifyPassword(typed, passwordHash))) throw wrongPassword()
  await clearAttempts(db, subject)
}

// Not 401, which would end the session of somebody who is signed in.
const wrongPassword = () => new Refusal('errorPwd', { status: 422 })
