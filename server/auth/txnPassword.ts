import type { Gateway } from '../gateway.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import { clearAttempts, countAttempt } from './attempts.ts'
import { verifyPassword } from './credentials.ts'

const attemptSubject = (merchantNo: string) => `txn:${merchantNo}`

const pendingChecks = new Map<string, Promise<void>>()

/**
 * Checks the merchant's transaction password. Throws TXN_PWD_NOT_SET, VALIDATION_FAILED when it is missing, errorPwd when it
 * is wrong, and TOO_MANY_TRIES from the sixth wrong attempt within 15 minutes. Call it outside of transactions: a rollback
 * would undo the count of attempts.
 */
export async function checkTxnPassword(
  gateway: Pick<Gateway, 'db' | 'clock'>,
  merchant: Pick<MerchantRow, 'merchantNo' | 'txnPasswordHash'>,
  txnPwd: string | undefined,
): Promise<void> {
  const { merchantNo, txnPasswordHash } = merchant
  if (txnPasswordHash === null) throw new Refusal('TXN_PWD_NOT_SET')
  if (txnPwd === undefined) throw new Refusal('VALIDATION_FAILED', { fields: { txnPwd: 'rule.required' } })
  // Checks of a merchant run one after another. Attempts are counted before the check, so concurrent correct ones could
  // exceed the limit.
  const previous = pendingChecks.get(merchantNo) ?? Promise.resolve()
  const check = previous.then(() => verify(gateway, merchantNo, txnPwd, txnPasswordHash))
  const settled = check.catch(() => {})
  pendingChecks.set(merchantNo, settled)
  await check.finally(() => {
    if (pendingChecks.get(merchantNo) === settled) pendingChecks.delete(merchantNo)
  })
}

async function verify({ db, clock }: Pick<Gateway, 'db' | 'clock'>, merchantNo: string, txnPwd: string, hash: string) {
  await countAttempt(db, attemptSubject(merchantNo), clock.now())
  if (!(await verifyPassword(txnPwd, hash))) throw new Refusal('errorPwd', { status: 422 })
  await clearAttempts(db, attemptSubject(merchantNo))
}
