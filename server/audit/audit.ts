import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import type { AuditAction } from '../texts/en.ts'

/** An entry of the audit log. It must not contain secrets. */
export interface AuditEvent {
  id: string
  at: number
  actor: Pick<MerchantRow, 'merchantNo' | 'username'>
  address: string
  /** `payin` and `payout` are actions of a merchant's own system. There is one per order, so the activity list leaves them out. */
  action: AuditAction | 'payin' | 'payout'
  /** The affected merchant; the actor's own when absent. */
  merchantNo?: string
  /** Number of the affected order, movement or merchant. */
  target?: string
  detail?: Record<string, unknown>
}

/** Appends an event to the audit log. */
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
