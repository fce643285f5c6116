import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { MerchantRow } from '../merchants/merchants.ts'

/** What can be done, and is told of by name in the list of what happened. */
export type AuditAction =
  | 'login'
  | 'logout'
  | 'notify'
  | 'reconcile'
  | 'dispute'
  | 'unmark'
  | 'check'
  | 'transfer'
  | 'withdraw'
  | 'recharge'
  | 'cancel'
  | 'retry'
  | 'close'
  | 'simulate'
  | 'export'
  | 'password'
  | 'txnPassword'
  | 'passcodeOn'
  | 'passcodeOff'
  | 'passcodeSecret'
  | 'ipLists'
  | 'keys'
  | 'revealSecret'
  | 'resetSecret'
  | 'resetKeyPair'
  | 'createMerchant'
  | 'updateMerchant'
  | 'enableCallbacks'
  | 'redeliver'
  | 'cancelRedelivery'
  | 'locale'
  | 'clearNotices'

/** What a merchant's own system asks for. There are as many of these as orders, so the list of what happened leaves them out. */
export type SystemAction = 'payin' | 'payout'

/** What somebody did: whose data, which record, and what of it. Secrets never come here. */
export interface AuditEvent {
  id: string
  at: number
  actor: Pick<MerchantRow, 'merchantNo' | 'username'>
  address: string
  action: AuditAction | SystemAction
  /** The merchant whose data it was; the actor's own when absent. */
  merchantNo?: string
  /** Number of the record. */
  target?: string
  detail?: Record<string, unknown>
}

/** Writes the deed down for good. */
export async function audit(
  db: Queries,
  { id, at, actor, address, action, merchantNo, target, detail }: AuditEvent,
): Promise<void> {
  await db.run(sql`
    insert into audit (merchant_no, id, at, actor_no, actor, address, action, target, detail)
    values (${merchantNo ?? actor.merchantNo}, ${id}, ${new Date(at)}, ${actor.merchantNo}, ${actor.username}, ${address},
            ${action}, ${target ?? null}, ${detail === undefined ? null : JSON.stringify(detail)})
  `)
}
