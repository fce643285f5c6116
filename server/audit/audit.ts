import type { Clock } from '../clock.ts'
import type { Queries, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Ids } from '../ids.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import type { AuditAction } from '../texts/en.ts'

/** What a user did, and to what. It must not contain secrets. */
export interface AuditEvent {
  at: number
  actor: Pick<MerchantRow, 'merchantNo' | 'username'>
  address: string
  /**
   * `payin` and `payout` are actions of a merchant's own system. There is one per order, so the activity list leaves them out.
   */
  action: AuditAction | 'payin' | 'payout'
  /** The affected merchant; the actor's own when absent. */
  merchantNo?: string
  target?: string
  detail?: Record<string, unknown> | undefined
}

export const onOrder = ({ merchantNo, id }: { merchantNo: string; id: string }, detail: AuditEvent['detail']) => ({
  merchantNo,
  target: id,
  detail,
})

export async function audit(
  db: Queries | Transaction,
  { ids, clock }: { ids: Ids; clock: Clock },
  { merchant, address }: { merchant: AuditEvent['actor']; address: string },
  action: AuditEvent['action'],
  { merchantNo = merchant.merchantNo, target, detail }: Pick<AuditEvent, 'merchantNo' | 'target' | 'detail'> = {},
): Promise<void> {
  const insert = sql`
    insert into audit (merchant_no, id, at, actor_no, actor, address, action, target, detail)
    values (${merchantNo}, ${ids.next()}, ${new Date(clock.now())}, ${merchant.merchantNo}, ${merchant.username}, ${address},
            ${action}, ${target ?? null}, ${detail === undefined ? null : JSON.stringify(detail)})
  `
  if ('send' in db) db.send(insert)
  else await db.run(insert)
}
