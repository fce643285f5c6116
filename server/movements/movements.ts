import { toText } from '#contract/money.ts'
import type { MovementStatus, MovementType } from '#contract/options.ts'
import { noteChanged, noteCreated } from '../changes/changes.ts'
import type { Clock } from '../clock.ts'
import type { Transaction } from '../db/database.ts'
import type { Ids } from '../ids.ts'
import { type Entry, post } from '../ledger/ledger.ts'
import { type MerchantRow, merchantByNo } from '../merchants/merchants.ts'
import { addNotice } from '../notices/notices.ts'
import { Refusal } from '../refusal.ts'
import type { NoticeKey } from '../texts/schema.ts'
import { SECOND } from '../wib.ts'
import type { MovementRecord } from './movementRow.ts'
import { initialStep, isFinal, type MovementUpdate, movementStep } from './movementSteps.ts'
import {
  addMovementDues,
  addMovements,
  addMovementTransitions,
  lockMovement,
  type MovementKey,
  movementByNumber,
  removeOpenRecharge,
  saveMovement,
} from './movementStore.ts'
import { isSameRequest } from './newMovement.ts'

/** What records need from outside: numbers, the time, and how this gateway is set. */
export interface MovementContext {
  ids: Ids
  clock: Clock
  /** How long a withdraw or transfer can be taken back. */
  holdSeconds: number
  /** Whether the demo's bank pays withdraws. */
  simulation: boolean
}

/** What came of asking for a record: a new one, or the one that the same request made before. */
export interface CreatedMovement {
  movement: MovementRecord
  isNew: boolean
}

/**
 * Keeps a new record under its merchant's number, or finds the one that was made under it. Refuses with
 * DUPLICATE_ORDER_NO a number that was used for something else.
 */
export async function createMovement(tx: Transaction, record: MovementRecord): Promise<CreatedMovement> {
  if ((await addMovements(tx, [record])) === 1) {
    await noteCreated(tx, changeOf(record))
    return { movement: record, isNew: true }
  }
  const earlier = await movementByNumber(tx, record)
  if (earlier === undefined || !isSameRequest(earlier, record)) {
    throw new Refusal('DUPLICATE_ORDER_NO', { detail: { number: record.merchantOrderNo } })
  }
  return { movement: earlier, isNew: false }
}

const changeOf = ({ merchantNo, id }: MovementKey) => ({ merchantNo, kind: 'RECORD' as const, id })

/** Writes how a record began: its first status, and the money set aside for it. */
export async function postInitialStep(tx: Transaction, { ids }: MovementContext, record: MovementRecord): Promise<void> {
  const { transition: move, entries } = initialStep(record)
  await addMovementTransitions(tx, [move])
  await post(tx, ids, entries)
}

/** Lets something happen to the record by itself, so many seconds after its newest move. */
export const scheduleMovement = (tx: Transaction, { merchantNo, id, updateTime }: MovementRecord, seconds: number) =>
  addMovementDues(tx, [{ merchantNo, recordId: id, dueTime: new Date(updateTime.getTime() + seconds * SECOND) }])

/**
 * Moves a record to another status, and with it the money. Refuses with ORDER_STATE_CONFLICT what the table of moves
 * does not have, and with ORDER_NOT_FOUND what does not exist.
 */
export async function transitionMovement(
  tx: Transaction,
  world: MovementContext,
  key: MovementKey,
  to: MovementStatus,
  facts: Omit<MovementUpdate, 'at'> = {},
): Promise<MovementRecord> {
  const before = await lockMovement(tx, key)
  const at = timeFor(before, world)
  const { movement: record, transition: move, entries } = movementStep(before, to, { ...facts, at })
  await saveMovement(tx, record)
  await addMovementTransitions(tx, [move])
  await noteChanged(tx, changeOf(record))
  const arriving = record.type === 'TRANSFER_OUT' && to === 'SUCCESS' ? await createTransferIn(tx, record) : []
  // Both sides at once, so that their accounts are locked in one order.
  await post(tx, world.ids, [...entries, ...arriving])
  if (record.type === 'RECHARGE_OFFLINE' && isFinal(record)) await removeOpenRecharge(tx, record)
  if (to === 'FAILED') await tellOfFailure(tx, world, record)
  return record
}

const FAILED: Partial<Record<MovementType, NoticeKey>> = { WITHDRAW: 'withdrawFailed', TRANSFER_OUT: 'transferFailed' }

/** It fails when nobody looks any more, so its owner is told. */
async function tellOfFailure(tx: Transaction, { ids, clock }: MovementContext, record: MovementRecord): Promise<void> {
  const key = FAILED[record.type]
  if (key === undefined) return
  const { merchantNo, id: number, currency, responseMessage } = record
  const params = { number, amount: toText(record.amount, currency), currency, reason: responseMessage ?? '' }
  await addNotice(tx, { id: ids.next(), at: clock.now(), merchantNo, key, params })
}

// No move is older than the one before it, whatever clocks say.
const timeFor = ({ updateTime }: MovementRecord, { clock }: MovementContext) =>
  new Date(Math.max(clock.now(), updateTime.getTime()))

/** The receiver's side of a transfer that has left: a record of its own, and the rows that bring the money. */
export async function createTransferIn(tx: Transaction, sent: MovementRecord): Promise<Entry[]> {
  const sender = (await merchantByNo(tx, sent.merchantNo))!
  const { movement: record, transition: move, entries } = initialStep(transferInOf(sent, sender))
  await addMovements(tx, [record])
  await addMovementTransitions(tx, [move])
  await noteCreated(tx, changeOf(record))
  return entries
}

/** What the receiver of a transfer sees of it. */
export const transferInOf = (sent: MovementRecord, sender: Pick<MerchantRow, 'merchantNo' | 'name'>): MovementRecord => ({
  ...sent,
  merchantNo: sent.receiveMerchantNo!,
  type: 'TRANSFER_IN',
  status: 'SUCCESS',
  fee: 0n,
  payerName: sender.name,
  payerAccount: sender.merchantNo,
  moves: 1,
  completeTime: sent.updateTime,
})
