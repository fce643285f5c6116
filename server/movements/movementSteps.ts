import type { MovementStatus, MovementType } from '#contract/options.ts'
import type { Id } from '../ids.ts'
import { type Entry, entriesOf, type LedgerEvent } from '../ledger/ledger.ts'
import { Refusal } from '../refusal.ts'
import type { MovementRecord } from './movementRow.ts'

/** Where a record may go from each status, by its type; every other move is refused. */
const WITHDRAW: Moves = {
  // On hold: the merchant may think better of it.
  CREATED: ['PROCESSING', 'CANCELLED'],
  PROCESSING: ['SUCCESS', 'FAILED'],
}
const TRANSFER: Moves = { CREATED: ['SUCCESS', 'FAILED', 'CANCELLED'] }
// Money that comes after all is taken: it is the merchant's.
const RECHARGE_ONLINE: Moves = { CREATED: ['SUCCESS', 'FAILED', 'EXPIRED'], EXPIRED: ['SUCCESS'] }
const RECHARGE_OFFLINE: Moves = {
  CREATED: ['PENDING_CHECK', 'SUCCESS', 'FAILED', 'EXPIRED'],
  PENDING_CHECK: ['SUCCESS', 'FAILED', 'EXPIRED'],
  EXPIRED: ['SUCCESS'],
}

type Moves = Partial<Record<MovementStatus, readonly MovementStatus[]>>

export const MOVEMENT_TRANSITIONS: Record<MovementType, Moves> = {
  RECHARGE_ONLINE,
  RECHARGE_OFFLINE,
  WITHDRAW,
  TRANSFER_OUT: TRANSFER,
  TRANSFER_IN: {},
}

/** What the ledger posts when a record is made on hold, and at each end it can come to. */
const EVENTS: Record<MovementType, Partial<Record<MovementStatus, LedgerEvent>>> = {
  RECHARGE_ONLINE: { SUCCESS: 'rechargePaid' },
  RECHARGE_OFFLINE: { SUCCESS: 'rechargePaid' },
  WITHDRAW: { CREATED: 'withdrawHeld', SUCCESS: 'withdrawPaid', FAILED: 'withdrawReleased', CANCELLED: 'withdrawReleased' },
  TRANSFER_OUT: {
    CREATED: 'transferHeld',
    SUCCESS: 'transferSentAfterHold',
    FAILED: 'transferReleased',
    CANCELLED: 'transferReleased',
  },
  TRANSFER_IN: { SUCCESS: 'transferReceived' },
}

const FINAL: readonly MovementStatus[] = ['SUCCESS', 'FAILED', 'EXPIRED', 'CANCELLED']

export const isFinal = ({ status }: MovementRecord): boolean => FINAL.includes(status)

/** A status a record had, and since when. */
export interface MovementTransition {
  merchantNo: string
  orderId: Id
  step: number
  at: Date
  status: MovementStatus
  text: string | null
}

/** What a move does: the record as it is afterwards, and the money of its account that moves with it. */
export interface MovementStep {
  movement: MovementRecord
  transition: MovementTransition
  entries: Entry[]
}

export interface MovementUpdate {
  at: Date
  /** Why it failed, or the bank's own words. */
  text?: string | undefined
  simulated?: boolean | undefined
}

/** The record as it was made, its first status and the money that is set aside for it. */
export const initialStep = (record: MovementRecord): MovementStep => ({
  movement: record,
  transition: moveOf(record),
  entries: postingsOf(record, record.status),
})

/** The next move of a record. Throws ORDER_STATE_CONFLICT for one that the table does not have. */
export function movementStep(
  before: MovementRecord,
  to: MovementStatus,
  { at, text, simulated = false }: MovementUpdate,
): MovementStep {
  if (!MOVEMENT_TRANSITIONS[before.type][before.status]?.includes(to)) throw conflict(before, to)
  const record: MovementRecord = {
    ...before,
    status: to,
    moves: before.moves + 1,
    responseMessage: text ?? null,
    simulated: before.simulated || simulated,
    updateTime: at,
    completeTime: FINAL.includes(to) ? at : null,
  }
  return { movement: record, transition: moveOf(record), entries: postingsOf(record, to) }
}

/** The rows of a transfer that nothing held back: the money has left at once. */
export const immediateTransferEntries = (record: MovementRecord): Entry[] =>
  entriesOf('transferSent', causeOf(record), sumsOf(record))

function postingsOf(record: MovementRecord, status: MovementStatus): Entry[] {
  const event = EVENTS[record.type][status]
  return event === undefined ? [] : entriesOf(event, causeOf(record), sumsOf(record))
}

const sumsOf = ({ amount, fee }: MovementRecord) => ({ amount, fee })

const causeOf = (record: MovementRecord) => ({
  merchantNo: record.merchantNo,
  currency: record.currency,
  orderId: record.id,
  merchantOrderNo: record.merchantOrderNo,
  // Nothing of a record happens to it twice.
  attempt: 1,
  at: record.updateTime,
})

const moveOf = (record: MovementRecord): MovementTransition => ({
  merchantNo: record.merchantNo,
  orderId: record.id,
  step: record.moves,
  at: record.updateTime,
  status: record.status,
  text: record.responseMessage,
})

const conflict = ({ status }: MovementRecord, to: MovementStatus) =>
  new Refusal('ORDER_STATE_CONFLICT', { detail: { from: status, to } })
