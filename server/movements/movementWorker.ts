import type { MovementStatus } from '#contract/options.ts'
import type { Database, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { maySend } from '../merchants/merchantStatus.ts'
import { merchantByNo } from '../merchants/merchants.ts'
import { DUE_BATCH_SIZE, processDue } from '../processDue.ts'
import type { FailureReason } from '../texts/schema.ts'
import { MINUTE, SECOND } from '../wib.ts'
import { MOVEMENT_COLUMNS, type MovementRecord, type MovementRow, movementRecord } from './movementRow.ts'
import type { MovementKey } from './movementStore.ts'
import { type MovementContext, transitionMovement } from './movements.ts'
import { canReceiveFrom } from './transfers.ts'
import { BANK_SECONDS, bankRefusal } from './withdraws.ts'

/**
 * Does what is due: ends holds, pays or returns the withdraws of a demo, and lets recharges expire. Tells how many
 * records moved. Several processes may do so at once.
 */
export async function processMovements(db: Database, world: MovementContext): Promise<number> {
  const due = await db.all<MovementKey>(sql`
    select merchant_no as "merchantNo", record_id as id
      from record_due
     where due_time <= ${new Date(world.clock.now())}
     order by due_time
     limit ${DUE_BATCH_SIZE}`)
  return processDue(db, due, (tx, key) => tend(tx, world, key))
}

/** One record in one transaction. Who is being changed at this moment is looked at the next time. */
async function tend(tx: Transaction, world: MovementContext, { merchantNo, id }: MovementKey): Promise<0 | 1> {
  const now = world.clock.now()
  const row = await tx.one<MovementRow>(sql`
    select ${MOVEMENT_COLUMNS}
      from record_due d
      join record r on r.merchant_no = d.merchant_no and r.id = d.record_id
     where d.merchant_no = ${merchantNo} and d.record_id = ${id} and d.due_time <= ${new Date(now)}
       for update skip locked`)
  if (row === undefined) return 0
  const next = await nextOf(tx, world, movementRecord(row))
  if (next !== null && 'to' in next) await transitionMovement(tx, world, row, next.to, { text: next.text })
  const again = next?.again ?? null
  await tx.run(
    again === null
      ? sql`delete from record_due where merchant_no = ${merchantNo} and record_id = ${id}`
      : sql`update record_due set due_time = ${new Date(now + again)} where merchant_no = ${merchantNo} and record_id = ${id}`,
  )
  return next !== null && 'to' in next ? 1 : 0
}

/** What happens now, and after how long something else does. */
type Next = { to: MovementStatus; text?: FailureReason; again?: number } | { again: number } | null

async function nextOf(tx: Transaction, { simulation }: MovementContext, record: MovementRecord): Promise<Next> {
  const { type, status, id } = record
  if (type === 'WITHDRAW' && status === 'PROCESSING') return simulation ? bankAnswer(id) : null
  if (type === 'RECHARGE_ONLINE' || type === 'RECHARGE_OFFLINE') {
    return status === 'CREATED' || status === 'PENDING_CHECK' ? { to: 'EXPIRED' } : null
  }
  if (status !== 'CREATED') return null
  const owner = (await merchantByNo(tx, record.merchantNo))!
  // Frozen meanwhile: its money waits as it is until somebody has decided.
  if (!maySend(owner)) return { again: MINUTE }
  if (type === 'WITHDRAW') return { to: 'PROCESSING', ...(simulation && { again: BANK_SECONDS * SECOND }) }
  const receiver = await merchantByNo(tx, record.receiveMerchantNo!)
  return receiver !== undefined && canReceiveFrom(receiver, owner)
    ? { to: 'SUCCESS' }
    : { to: 'FAILED', text: 'receiverClosed' }
}

function bankAnswer(id: string): Next {
  const refusal = bankRefusal(id)
  return refusal === null ? { to: 'SUCCESS' } : { to: 'FAILED', text: refusal }
}
