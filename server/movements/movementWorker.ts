import type { RecordStatus } from '#contract/options.ts'
import type { Database, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { maySend } from '../merchants/merchantStatus.ts'
import { merchantByNo } from '../merchants/merchants.ts'
import { DUE_BATCH_SIZE, processDue } from '../processDue.ts'
import type { Failure } from '../texts/texts.ts'
import { MINUTE, SECOND } from '../wib.ts'
import { type AccountRecord, accountRecord, RECORD_COLUMNS, type RecordRow } from './movementRow.ts'
import type { RecordKey } from './movementStore.ts'
import { moveRecord, type RecordWorld } from './movements.ts'
import { takesMoneyOf } from './transfers.ts'
import { BANK_SECONDS, bankRefusal } from './withdraws.ts'

/**
 * Does what is due: ends holds, pays or returns the withdraws of a demo, and lets recharges expire. Tells how many
 * records moved. Several processes may do so at once.
 */
export async function tendRecords(db: Database, world: RecordWorld): Promise<number> {
  const due = await db.all<RecordKey>(sql`
    select merchant_no as "merchantNo", record_id as id
      from record_due
     where due_time <= ${new Date(world.clock.now())}
     order by due_time
     limit ${DUE_BATCH_SIZE}`)
  return processDue(db, due, (tx, key) => tend(tx, world, key))
}

/** One record in one transaction. Who is being changed at this moment is looked at the next time. */
async function tend(tx: Transaction, world: RecordWorld, { merchantNo, id }: RecordKey): Promise<0 | 1> {
  const now = world.clock.now()
  const row = await tx.one<RecordRow>(sql`
    select ${RECORD_COLUMNS}
      from record_due d
      join record r on r.merchant_no = d.merchant_no and r.id = d.record_id
     where d.merchant_no = ${merchantNo} and d.record_id = ${id} and d.due_time <= ${new Date(now)}
       for update skip locked`)
  if (row === undefined) return 0
  const next = await nextOf(tx, world, accountRecord(row))
  if (next !== null && 'to' in next) await moveRecord(tx, world, row, next.to, { text: next.text })
  const again = next?.again ?? null
  await tx.run(
    again === null
      ? sql`delete from record_due where merchant_no = ${merchantNo} and record_id = ${id}`
      : sql`update record_due set due_time = ${new Date(now + again)} where merchant_no = ${merchantNo} and record_id = ${id}`,
  )
  return next !== null && 'to' in next ? 1 : 0
}

/** What happens now, and after how long something else does. */
type Next = { to: RecordStatus; text?: Failure; again?: number } | { again: number } | null

async function nextOf(tx: Transaction, { simulation }: RecordWorld, record: AccountRecord): Promise<Next> {
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
  return receiver !== undefined && takesMoneyOf(receiver, owner) ? { to: 'SUCCESS' } : { to: 'FAILED', text: 'receiverClosed' }
}

function bankAnswer(id: string): Next {
  const refusal = bankRefusal(id)
  return refusal === null ? { to: 'SUCCESS' } : { to: 'FAILED', text: refusal }
}
