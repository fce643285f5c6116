import { type AuditEvent, audit } from '../audit/audit.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Gateway } from '../gateway.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import { clearAttempts, countAttempt } from './attempts.ts'
import { hashPassword, verifyPassword } from './credentials.ts'
import { endSessions } from './sessions.ts'

/** The sign-in password, or the transaction password that money and keys require. */
export type PasswordKind = 'password' | 'txnPassword'

/** A new password, its repetition, and the current sign-in password; each as the digest that the console sends. */
export interface NewPassword {
  pwd: string
  pwd2: string
  oldPwd?: string
}

/**
 * Changes a password of the account and ends its other sessions. Throws pwdCompareError when the repetition differs, errorPwd
 * when the current password is wrong, and VALIDATION_FAILED when it is missing or the new password equals the old one.
 */
export async function changePassword(
  { db, clock, config }: Pick<Gateway, 'db' | 'clock' | 'config'>,
  kind: PasswordKind,
  { merchant, token, auditEvent }: { merchant: MerchantRow; token: string; auditEvent: Omit<AuditEvent, 'action'> },
  { pwd, pwd2, oldPwd }: NewPassword,
): Promise<void> {
  if (pwd !== pwd2) throw new Refusal('pwdCompareError')
  if (oldPwd !== undefined) await verifyCurrentPassword({ db, clock }, merchant, oldPwd)
  else if (config.requireCurrentPassword) throw new Refusal('VALIDATION_FAILED', { fields: { oldPwd: 'rule.required' } })
  const currentHash = kind === 'password' ? merchant.passwordHash : merchant.txnPasswordHash
  if (currentHash !== null && (await verifyPassword(pwd, currentHash))) {
    throw new Refusal('VALIDATION_FAILED', { fields: { pwd: 'rule.samePassword' } })
  }
  const hash = await hashPassword(pwd)
  await db.tx(async (tx) => {
    // A concurrent change may have replaced the password since the check.
    const changed = await tx.run(sql`
      update merchant set ${assignment(kind, hash)}
       where merchant_no = ${merchant.merchantNo} and password_hash = ${merchant.passwordHash}`)
    if (changed === 0) throw wrongPassword()
    await endSessions(tx, merchant.merchantNo, token)
    await audit(tx, { ...auditEvent, action: kind })
  })
}

const assignment = (kind: PasswordKind, hash: string): Sql =>
  kind === 'password' ? sql`password_hash = ${hash}` : sql`txn_password_hash = ${hash}`

/** Attempts are limited here too, so that an unattended session cannot be used to guess the password. */
async function verifyCurrentPassword(
  { db, clock }: Pick<Gateway, 'db' | 'clock'>,
  { merchantNo, passwordHash }: MerchantRow,
  digest: string,
): Promise<void> {
  const subject = `current:${merchantNo}`
  await countAttempt(db, subject, clock.now())
  if (!(await verifyPassword(digest, passwordHash))) throw wrongPassword()
  await clearAttempts(db, subject)
}

// Status 422 instead of 401, because 401 would end the caller's session.
const wrongPassword = () => new Refusal('errorPwd', { status: 422 })
