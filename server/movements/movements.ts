import { type Currency, toText } from '#contract/money.ts'
import type { MovementStatus, MovementType } from '#contract/options.ts'
import { insertConfirmed } from '../auth/authority.ts'
import { noteChanged, noteCreated } from '../changes/changes.ts'
import type { Clock } from '../clock.ts'
import type { Transaction } from '../db/database.ts'
import { insertInto } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import type { Ids } from '../ids.ts'
import { type Entry, post } from '../ledger/ledger.ts'
import { type MerchantRow, merchantByNo } from '../merchants/merchants.ts'
import { addNotice } from '../notices/notices.ts'
import { addTransitions, transitionOf, transitionTime, type Update } from '../orders/transitions.ts'
import { Refusal } from '../refusal.ts'
import type { NoticeKey } from '../texts/en.ts'
import { SECOND } from '../wib.ts'
import type { MovementRecord } from './movementRow.ts'
import { isFinal, movementStep, statusEntries } from './movementSteps.ts'
import {
  addMovementDues,
  lockMovement,
  type MovementKey,
  movementByNumber,
  removeOpenRecharge,
  saveMovement,
} from './movementStore.ts'
import { isSameRequest } from './newMovement.ts'
import type { Terms } from './terms.ts'

export interface MovementContext {
  ids: Ids
  clock: Clock
  /** How long a withdraw or transfer can be cancelled. */
  holdSeconds: number
  /** Whether the demo bank pays withdraws and receives recharges. */
  simulation: boolean
  terms: Record<Currency, Terms>
}

export interface CreatedMovement {
  movement: MovementRecord
  isNew: boolean
}

/** Creates a movement of the merchant from the input of a signed call, without its credentials. */
export type CreateMovement<Input> = (
  tx: Transaction,
  context: MovementContext,
  merchant: MerchantRow,
  input: Omit<Input, 'txnPwd' | '_timestamp' | '_sign'>,
) => Promise<CreatedMovement>

/**
 * Inserts a movement with what belongs to it, or returns the existing one with the same merchant order number and content. Throws
 * DUPLICATE_ORDER_NO when the number was used with other content.
 */
export async function createMovement(
  tx: Transaction,
  movement: MovementRecord,
  rest: () => Promise<void>,
): Promise<CreatedMovement> {
  const isNew = await insertConfirmed(tx, 'record', movement, () => {
    noteCreated(tx, changeSubject(movement))
    return rest()
  })
  if (isNew) return { movement, isNew }
  const earlier = await movementByNumber(tx, movement)
  if (earlier === undefined || !isSameRequest(earlier, movement)) {
    throw new Refusal('DUPLICATE_ORDER_NO', { detail: { number: movement.merchantOrderNo } })
  }
  return { movement: earlier, isNew: false }
}

const changeSubject = ({ merchantNo, id }: MovementKey) => ({ merchantNo, kind: 'RECORD' as const, id })

/**
 * Creates a movement like `createMovement`, posts the entries that hold its money, and schedules the worker after `seconds`;
 * not at all for 0.
 */
export async function createHeldMovement(
  tx: Transaction,
  { ids }: MovementContext,
  requested: MovementRecord,
  seconds: number,
): Promise<CreatedMovement> {
  return createMovement(tx, requested, () => {
    addTransitions(tx, [transitionOf(requested)])
    if (seconds > 0) scheduleMovement(tx, requested, seconds)
    return post(tx, ids, statusEntries(requested))
  })
}

/** Schedules the worker for a movement, `seconds` after its newest transition. */
export const scheduleMovement = (tx: Transaction, { merchantNo, id, updateTime }: MovementRecord, seconds: number): void =>
  addMovementDues(tx, [{ merchantNo, recordId: id, dueTime: new Date(updateTime.getTime() + seconds * SECOND) }])

/**
 * Changes the status of a movement and posts its entries. Throws ORDER_STATE_CONFLICT for a transition that is not allowed,
 * and ORDER_NOT_FOUND.
 */
export async function transitionMovement(
  tx: Transaction,
  context: MovementContext,
  key: MovementKey,
  to: MovementStatus,
  update: Omit<Update, 'at'> = {},
): Promise<MovementRecord> {
  const before = await lockMovement(tx, key)
  const { movement, entries } = movementStep(before, to, { ...update, at: transitionTime(before, context) })
  saveMovement(tx, movement)
  addTransitions(tx, [transitionOf(movement)])
  noteChanged(tx, changeSubject(movement))
  const receivedEntries =
    movement.type === 'TRANSFER_OUT' && to === 'SUCCESS'
      ? createTransferIn(tx, movement, (await merchantByNo(tx, key.merchantNo))!)
      : []
  // Both sides in one call, so that their accounts are always locked in the same order.
  await post(tx, context.ids, [...entries, ...receivedEntries])
  if (movement.type === 'RECHARGE_OFFLINE' && isFinal(movement)) removeOpenRecharge(tx, movement)
  if (to === 'FAILED') await noticeFailure(tx, context, movement)
  return movement
}

const FAILURE_NOTICES: Partial<Record<MovementType, NoticeKey>> = { WITHDRAW: 'withdrawFailed', TRANSFER_OUT: 'transferFailed' }

async function noticeFailure(tx: Transaction, { ids, clock }: MovementContext, movement: MovementRecord): Promise<void> {
  const key = FAILURE_NOTICES[movement.type]
  if (key === undefined) return
  const { merchantNo, id: number, currency, responseMessage } = movement
  const params = { number, amount: toText(movement.amount, currency), currency, reason: responseMessage ?? '' }
  await addNotice(tx, { id: ids.next(), at: clock.now(), merchantNo, key, params })
}

/** Inserts the receiver's side of a completed transfer and returns its ledger entries. */
export function createTransferIn(tx: Transaction, sent: MovementRecord, sender: MerchantRow): Entry[] {
  const movement = transferInOf(sent, sender)
  // For a repeated request it exists; then what is sent here is undone.
  tx.send(insertInto('record', [movement], sql`on conflict do nothing`))
  addTransitions(tx, [transitionOf(movement)])
  noteCreated(tx, changeSubject(movement))
  return statusEntries(movement)
}

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
