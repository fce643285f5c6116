import type { MovementStatus, MovementType } from '#contract/options.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import { MOVEMENT_TRANSITIONS } from '#contract/transitions.ts'
import type { Id } from '../ids.ts'
import { type Entry, entriesOf, type LedgerEvent } from '../ledger/ledger.ts'
import { Refusal } from '../refusal.ts'
import type { MovementRecord } from './movementRow.ts'

/** The ledger event of each status: the hold at creation, and the final statuses. */
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

const FINAL: readonly MovementStatus[] = [...STATUS_GROUPS.MOVEMENT.paid, ...STATUS_GROUPS.MOVEMENT.unpaid]

export const isFinal = ({ status }: MovementRecord): boolean => FINAL.includes(status)

/** A status and its time, stored in `order_move`. */
export interface MovementTransition {
  merchantNo: string
  orderId: Id
  step: number
  at: Date
  status: MovementStatus
  text: string | null
}

/** The result of a transition: the movement afterwards, and the ledger entries of its account. */
export interface MovementStep {
  movement: MovementRecord
  transition: MovementTransition
  entries: Entry[]
}

export interface MovementUpdate {
  at: Date
  /** The failure reason, or the message of the bank. */
  text?: string | undefined
  simulated?: boolean | undefined
}

/** The first status of a new movement, with the entries that hold its money. */
export const initialStep = (movement: MovementRecord): MovementStep => ({
  movement,
  transition: transitionOf(movement),
  entries: statusEntries(movement, movement.status),
})

/** The next transition of a movement. Throws ORDER_STATE_CONFLICT when it is not allowed. */
export function movementStep(
  before: MovementRecord,
  to: MovementStatus,
  { at, text, simulated = false }: MovementUpdate,
): MovementStep {
  if (!MOVEMENT_TRANSITIONS[before.type][before.status]?.includes(to)) throw conflict(before, to)
  const movement: MovementRecord = {
    ...before,
    status: to,
    moves: before.moves + 1,
    responseMessage: text ?? null,
    simulated: before.simulated || simulated,
    updateTime: at,
    completeTime: FINAL.includes(to) ? at : null,
  }
  return { movement, transition: transitionOf(movement), entries: statusEntries(movement, to) }
}

/** The entries of a transfer without a hold. */
export const immediateTransferEntries = (movement: MovementRecord): Entry[] =>
  entriesOf('transferSent', sourceOf(movement), sumsOf(movement))

function statusEntries(movement: MovementRecord, status: MovementStatus): Entry[] {
  const event = EVENTS[movement.type][status]
  return event === undefined ? [] : entriesOf(event, sourceOf(movement), sumsOf(movement))
}

const sumsOf = ({ amount, fee }: MovementRecord) => ({ amount, fee })

const sourceOf = (movement: MovementRecord) => ({
  merchantNo: movement.merchantNo,
  currency: movement.currency,
  orderId: movement.id,
  merchantOrderNo: movement.merchantOrderNo,
  // Every ledger event happens at most once per movement.
  attempt: 1,
  at: movement.updateTime,
})

const transitionOf = (movement: MovementRecord): MovementTransition => ({
  merchantNo: movement.merchantNo,
  orderId: movement.id,
  step: movement.moves,
  at: movement.updateTime,
  status: movement.status,
  text: movement.responseMessage,
})

const conflict = ({ status }: MovementRecord, to: MovementStatus) =>
  new Refusal('ORDER_STATE_CONFLICT', { detail: { from: status, to } })
