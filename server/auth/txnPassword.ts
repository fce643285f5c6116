import type { Gateway } from '../gateway.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import { clearAttempts, countAttempt } from './attempts.ts'
import { verifyPassword } from './credentials.ts'

const byMerchant = (merchantNo: string) => `txn:${merchantNo}`

const turns = new Map<string, Promise<void>>()

/**
 * Refuses unless it is the merchant's transaction password: TXN_PWD_NOT_SET, errorPwd, and TOO_MANY_TRIES from the
 * sixth wrong one in a quarter of an hour on. A try is counted for good, so this is never part of a transaction that
 * a refusal takes back.
 */
export async function checkTxnPassword(
  house: Pick<Gateway, 'db' | 'clock'>,
  merchant: Pick<MerchantRow, 'merchantNo' | 'txnPasswordHash'>,
  txnPwd: string | undefined,
): Promise<void> {
  const { merchantNo, txnPasswordHash } = merchant
  if (txnPasswordHash === null) throw new Refusal('TXN_PWD_NOT_SET')
  if (txnPwd === undefined) throw new Refusal('VALIDATION_FAILED', { fields: { txnPwd: 'rule.required' } })
  // Each counts before it is known to be right, so several right ones at once would lock each other out.
  const before = turns.get(merchantNo) ?? Promise.resolve()
  const turn = before.then(() => tryOnce(house, merchantNo, txnPwd, txnPasswordHash))
  const over = turn.catch(() => {})
  turns.set(merchantNo, over)
  await turn.finally(() => {
    if (turns.get(merchantNo) === over) turns.delete(merchantNo)
  })
}

async function tryOnce({ db, clock }: Pick<Gateway, 'db' | 'clock'>, merchantNo: string, txnPwd: string, kept: string) {
  await countAttempt(db, byMerchant(merchantNo), clock.now())
  if (!(await verifyPassword(txnPwd, kept))) throw new Refusal('errorPwd', { status: 422 })
  await clearAttempts(db, byMerchant(merchantNo))
}
