import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { NewPassword } from '#contract/shapes/credentials.ts'
import { audit } from '../audit/audit.ts'
import { sql } from '../db/sql.ts'
import type { Gateway } from '../gateway.ts'
import type { Caller } from '../http/caller.ts'
import { serve } from '../http/serve.ts'
import { invalidField, Refusal } from '../refusal.ts'
import { AuthorityChanged, confirmed } from './authority.ts'
import { hashPassword, verifyPassword } from './credentials.ts'
import { checkPassword, wrongPassword } from './passwordChecks.ts'
import { endSessions, liveSession } from './sessions.ts'

/** Routes that change the sign-in password, or the transaction password that money and keys require. */
export function passwordRoutes(app: FastifyInstance, gateway: Gateway): void {
  const passwordCalls = [
    [calls.resetPassword, 'password'],
    [calls.resetTxnPassword, 'txnPassword'],
  ] as const
  for (const [call, kind] of passwordCalls) {
    serve(app, call, NewPassword, async (input, caller) => {
      await changePassword(gateway, kind, caller, input)
      return { changed: true as const }
    })
  }
}

/**
 * Changes a password of the account and ends its other sessions. Throws pwdCompareError when the repetition differs, errorPwd
 * when the current password is wrong, and VALIDATION_FAILED when it is missing, or the new password equals the old one or the other
 * password.
 */
async function changePassword(
  gateway: Gateway,
  kind: 'password' | 'txnPassword',
  caller: Caller,
  { pwd, pwd2, oldPwd }: NewPassword,
): Promise<void> {
  const { db, config } = gateway
  const { merchantNo, passwordHash, txnPasswordHash } = caller.merchant
  if (pwd !== pwd2) throw new Refusal('pwdCompareError')
  if (oldPwd !== undefined) await checkPassword(gateway, `current:${merchantNo}`, oldPwd, passwordHash)
  else if (config.requireCurrentPassword) throw invalidField('oldPwd', 'rule.required')
  // The sign-in password alone must not move money.
  for (const current of [passwordHash, txnPasswordHash]) {
    if (current === null || !(await verifyPassword(pwd, current))) continue
    throw invalidField('pwd', kind === 'password' && current === txnPasswordHash ? 'rule.taken' : 'rule.samePassword')
  }
  const hash = await hashPassword(pwd)
  const session = () => liveSession(gateway, caller.token!, 'full')
  const change = confirmed(db, { merchant: caller.merchant, session }).tx(async (tx) => {
    // A concurrent change may have replaced the password since the check.
    const changed = await tx.run(sql`
      update merchant set ${kind === 'password' ? sql`password_hash` : sql`txn_password_hash`} = ${hash}
       where merchant_no = ${merchantNo} and password_hash = ${passwordHash}`)
    if (changed === 0) throw wrongPassword()
    await endSessions(tx, merchantNo, caller.token)
    await audit(tx, gateway, caller, kind)
  })
  // A change of the account's status ends its sessions, too.
  await change.catch((error) => {
    throw error instanceof AuthorityChanged ? new Refusal('UNAUTHENTICATED') : error
  })
}
