import { toText } from '#contract/money.ts'
import type { RecordStatus } from '#contract/options.ts'
import type { Deed } from '../audit/audit.ts'
import type { Entry } from '../ledger/ledger.ts'
import type { MerchantRecord } from '../merchants/merchants.ts'
import type { AccountRecord } from '../movements/movementRow.ts'
import { firstStep, isFinal, type RecordMove, recordStep } from '../movements/movementSteps.ts'
import { arrivalOf } from '../movements/movements.ts'
import { BANK_SECONDS } from '../movements/withdraws.ts'
import { MINUTE, SECOND } from '../wib.ts'
import type { DayStage } from './purse.ts'

/** A record as it stands, and everything that led there. */
export interface RecordLife {
  record: AccountRecord
  moves: RecordMove[]
  /** When something happens to it next, if it is still open. */
  due: Date | null
}

export interface RecordLives {
  records: RecordLife[]
  entries: Entry[]
  deeds: Omit<Deed, 'id'>[]
}

/** As long as the gateway of the demo holds what is about to leave. */
export const HOLD = 10 * SECOND

/** Where a record goes, how long after it was made, and what is said of it. */
export type Turn = [to: RecordStatus, after: number, text?: string]

/** Lives a record up to now, and tells the purse what it moved. */
export function live(
  { purse, stage }: DayStage,
  owner: MerchantRecord,
  born: AccountRecord,
  turns: readonly Turn[],
): RecordLives {
  const { move, entries: set } = firstStep(born)
  let record = born
  const moves = [move]
  const entries = [...set]
  const records: RecordLife[] = []
  const deeds = [birthOf(owner, born)]
  for (const [to, after, text] of turns) {
    const at = new Date(Math.floor(born.createTime.getTime() + after))
    if (at.getTime() > stage.now) break
    const step = recordStep(record, to, { at, text })
    record = { ...step.record, firstCheckTime: to === 'PENDING_CHECK' ? at : record.firstCheckTime }
    moves.push(step.move)
    entries.push(...step.entries)
    deeds.push(...deedsOf(owner, record))
    if (record.type === 'TRANSFER_OUT' && to === 'SUCCESS') {
      const arrived = firstStep(arrivalOf(record, owner))
      records.push({ record: arrived.record, moves: [arrived.move], due: null })
      entries.push(...arrived.entries)
    }
  }
  records.push({ record, moves, due: dueOf(record) })
  purse.take(entries)
  return { records, entries, deeds }
}

/** When the gateway looks at a record that is open. */
function dueOf(record: AccountRecord): Date | null {
  if (isFinal(record)) return null
  const { type, status, createTime, updateTime, expiryMinutes } = record
  if (expiryMinutes !== null) return new Date(createTime.getTime() + expiryMinutes * MINUTE)
  return new Date(updateTime.getTime() + (type === 'WITHDRAW' && status === 'PROCESSING' ? BANK_SECONDS * SECOND : HOLD))
}

function birthOf({ merchantNo, username }: MerchantRecord, record: AccountRecord): Omit<Deed, 'id'> {
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
function deedsOf({ merchantNo, username }: MerchantRecord, { status, updateTime, id }: AccountRecord): Omit<Deed, 'id'>[] {
  if (status !== 'CANCELLED' && status !== 'PENDING_CHECK') return []
  const deed = { at: updateTime.getTime(), actor: { merchantNo, username }, address: '103.28.12.7', target: id }
  return [{ ...deed, action: status === 'CANCELLED' ? 'cancel' : 'check', detail: { from: 'CREATED', to: status } }]
}
