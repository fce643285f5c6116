import type { MovementStatus } from '#contract/options.ts'
import { maySend } from '#contract/statuses.ts'
import { reliedMerchant } from '../auth/authority.ts'
import type { Database, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { DUE_BATCH_SIZE, processDue } from '../processDue.ts'
import type { FailureReason } from '../texts/en.ts'
import { MINUTE, SECOND } from '../wib.ts'
import { MOVEMENT_COLUMNS, type MovementRecord, type MovementRow, movementRecord } from './movementRow.ts'
import type { MovementKey } from './movementStore.ts'
import { type MovementContext, transitionMovement } from './movements.ts'
import { BANK_SECONDS, bankRefusal, canReceiveFrom } from './sendMoney.ts'

/**
 * Processes due movements: ends holds, settles withdraws of the demo bank and expires recharges. Returns the number of
 * movements that changed status. Safe to run in several processes.
 */
export async function processMovements(db: Database, context: MovementContext): Promise<number> {
  const due = await db.all<MovementKey>(sql`
    select merchant_no as "merchantNo", record_id as id
      from record_due
     where due_time <= ${new Date(context.clock.now())}
     order by due_time
     limit ${DUE_BATCH_SIZE}`)
  return processDue(db, due, (tx, key) => processMovement(tx, context, key))
}

/** Processes one movement in one transaction. A locked row is skipped until the next run. */
async function processMovement(tx: Transaction, context: MovementContext, { merchantNo, id }: MovementKey): Promise<0 | 1> {
  const now = context.clock.now()
  const row = await tx.one<MovementRow>(sql`
    select ${MOVEMENT_COLUMNS}
      from record_due d
      join record r on r.merchant_no = d.merchant_no and r.id = d.record_id
     where d.merchant_no = ${merchantNo} and d.record_id = ${id} and d.due_time <= ${new Date(now)}
       for update skip locked`)
  if (row === undefined) return 0
  const { to, text, runAgainMs } = await nextStep(tx, context, movementRecord(row))
  if (to !== undefined) await transitionMovement(tx, context, row, to, { text })
  await tx.run(
    runAgainMs === undefined
      ? sql`delete from record_due where merchant_no = ${merchantNo} and record_id = ${id}`
      : sql`update record_due set due_time = ${new Date(now + runAgainMs)} where merchant_no = ${merchantNo} and record_id = ${id}`,
  )
  return to === undefined ? 0 : 1
}

/** The transition to make now, and the milliseconds until the next run, if any. */
interface NextStep {
  to?: MovementStatus
  text?: FailureReason
  runAgainMs?: number
}

async function nextStep(tx: Transaction, { simulation }: MovementContext, movement: MovementRecord): Promise<NextStep> {
  const { type, status, id } = movement
  if (type === 'WITHDRAW' && status === 'PROCESSING') return simulation ? bankResult(id) : {}
  if (type === 'RECHARGE_ONLINE' || type === 'RECHARGE_OFFLINE') {
    return status === 'CREATED' || status === 'PENDING_CHECK' ? { to: 'EXPIRED' } : {}
  }
  if (status !== 'CREATED') return {}
  const owner = (await reliedMerchant(tx, movement.merchantNo))!
  // The account was frozen meanwhile: keep the hold and check again later.
  if (!maySend(owner)) return { runAgainMs: MINUTE }
  if (type === 'WITHDRAW') return { to: 'PROCESSING', ...(simulation && { runAgainMs: BANK_SECONDS * SECOND }) }
  const receiver = await reliedMerchant(tx, movement.receiveMerchantNo!)
  return receiver !== undefined && canReceiveFrom(receiver, owner)
    ? { to: 'SUCCESS' }
    : { to: 'FAILED', text: 'receiverClosed' }
}

function bankResult(id: string): NextStep {
  const refusal = bankRefusal(id)
  return refusal === null ? { to: 'SUCCESS' } : { to: 'FAILED', text: refusal }
}
