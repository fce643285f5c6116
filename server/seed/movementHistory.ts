import { toText } from '#contract/money.ts'
import type { MovementStatus } from '#contract/options.ts'
import type { AuditEvent } from '../audit/audit.ts'
import type { Entry } from '../ledger/ledger.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import type { MovementRecord } from '../movements/movementRow.ts'
import { initialStep, isFinal, type MovementTransition, movementStep } from '../movements/movementSteps.ts'
import { transferInOf } from '../movements/movements.ts'
import { BANK_SECONDS } from '../movements/withdraws.ts'
import { MINUTE, SECOND } from '../wib.ts'
import type { DayContext } from './balances.ts'

/** A record as it stands, and everything that led there. */
export interface MovementHistory {
  movement: MovementRecord
  moves: MovementTransition[]
  /** When something happens to it next, if it is still open. */
  due: Date | null
}

export interface MovementHistories {
  movements: MovementHistory[]
  entries: Entry[]
  auditEvents: Omit<AuditEvent, 'id'>[]
}

/** As long as the gateway of the demo holds what is about to leave. */
export const HOLD = 10 * SECOND

/** Where a record goes, how long after it was made, and what is said of it. */
export type Step = [to: MovementStatus, after: number, text?: string]

/** Lives a record up to now, and tells the purse what it moved. */
export function createMovementHistory(
  { balances: purse, context: stage }: DayContext,
  owner: MerchantRow,
  born: MovementRecord,
  turns: readonly Step[],
): MovementHistories {
  const { transition: move, entries: set } = initialStep(born)
  let record = born
  const moves = [move]
  const entries = [...set]
  const records: MovementHistory[] = []
  const deeds = [birthOf(owner, born)]
  for (const [to, after, text] of turns) {
    const at = new Date(Math.floor(born.createTime.getTime() + after))
    if (at.getTime() > stage.now) break
    const step = movementStep(record, to, { at, text })
    record = { ...step.movement, firstCheckTime: to === 'PENDING_CHECK' ? at : record.firstCheckTime }
    moves.push(step.transition)
    entries.push(...step.entries)
    deeds.push(...deedsOf(owner, record))
    if (record.type === 'TRANSFER_OUT' && to === 'SUCCESS') {
      const arrived = initialStep(transferInOf(record, owner))
      records.push({ movement: arrived.movement, moves: [arrived.transition], due: null })
      entries.push(...arrived.entries)
    }
  }
  records.push({ movement: record, moves, due: dueOf(record) })
  purse.spend(entries)
  return { movements: records, entries, auditEvents: deeds }
}

/** When the gateway looks at a record that is open. */
function dueOf(record: MovementRecord): Date | null {
  if (isFinal(record)) return null
  const { type, status, createTime, updateTime, expiryMinutes } = record
  if (expiryMinutes !== null) return new Date(createTime.getTime() + expiryMinutes * MINUTE)
  return new Date(updateTime.getTime() + (type === 'WITHDRAW' && status === 'PROCESSING' ? BANK_SECONDS * SECOND : HOLD))
}

function birthOf({ merchantNo, username }: MerchantRow, record: MovementRecord): Omit<AuditEvent, 'id'> {
  const { type, amount, currency, receiveMerchantNo, createTime, id } = record
  return {
    at: createTime.getTime(),
    actor: { merchantNo, username },
    address: '103.28.12.7',
    action: type === 'WITHDRAW' ? 'withdraw' : type === 'TRANSFER_OUT' ? 'transfer' : 'recharge',
    target: id,
    detail: {
      payAmount: toText(amount, currency),
      currency,
      ...(receiveMerchantNo !== null && { receiver: receiveMerchantNo }),
    },
  }
}

/** What the owner did to bring a record where it is now, if anything. */
function deedsOf({ merchantNo, username }: MerchantRow, { status, updateTime, id }: MovementRecord): Omit<AuditEvent, 'id'>[] {
  if (status !== 'CANCELLED' && status !== 'PENDING_CHECK') return []
  const deed = { at: updateTime.getTime(), actor: { merchantNo, username }, address: '103.28.12.7', target: id }
  return [{ ...deed, action: status === 'CANCELLED' ? 'cancel' : 'check', detail: { from: 'CREATED', to: status } }]
}
