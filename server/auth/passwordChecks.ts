import type { Gateway } from '../gateway.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { invalidField, Refusal } from '../refusal.ts'
import { clearAttempts, countAttempt, oneAtATime } from './attempts.ts'
import { verifyPassword } from './credentials.ts'

type CheckGateway = Pick<Gateway, 'db' | 'clock'>

// Status 422 instead of 401, because 401 would end the caller's session.
export const wrongPassword = () => new Refusal('errorPwd', { status: 422 })

/**
 * Checks a password that is requested within a session. Attempts are counted by subject, so that an unattended session cannot
 * be used to guess it. Throws errorPwd, and TOO_MANY_TRIES from the sixth wrong attempt within 15 minutes.
 */
export const checkPassword = ({ db, clock }: CheckGateway, subject: string, digest: string, hash: string): Promise<void> =>
  oneAtATime(subject, async () => {
    await countAttempt(db, subject, clock.now())
    if (!(await verifyPassword(digest, hash))) throw wrongPassword()
    await clearAttempts(db, subject)
  })

/**
 * Checks the merchant's transaction password. Throws TXN_PWD_NOT_SET, VALIDATION_FAILED when it is missing, errorPwd when it
 * is wrong, and TOO_MANY_TRIES. Call it outside of transactions: a rollback would undo the count of attempts.
 */
export async function checkTxnPassword(
  gateway: CheckGateway,
  { merchantNo, txnPasswordHash }: Pick<MerchantRow, 'merchantNo' | 'txnPasswordHash'>,
  txnPwd: string | undefined,
): Promise<void> {
  if (txnPasswordHash === null) throw new Refusal('TXN_PWD_NOT_SET')
  if (txnPwd === undefined) throw invalidField('txnPwd', 'rule.required')
  await checkPassword(gateway, `txn:${merchantNo}`, txnPwd, txnPasswordHash)
}
