import type { MovementStatus, MovementType } from '#contract/options.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import { MOVEMENT_TRANSITIONS } from '#contract/transitions.ts'
import { type Entry, entriesOf, type LedgerEvent, sourceOf } from '../ledger/ledger.ts'
import { transitionConflict, type Update, withStatus } from '../orders/transitions.ts'
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

/** The entries of the newest status of a movement: the hold of a new one, or the end. */
export const statusEntries = (movement: MovementRecord, event = EVENTS[movement.type][movement.status]): Entry[] =>
  event === undefined ? [] : entriesOf(event, sourceOf(movement), { amount: movement.amount, fee: movement.fee })

/** The movement after a transition, and the ledger entries of its account. Throws ORDER_STATE_CONFLICT when it is not allowed. */
export function movementStep(before: MovementRecord, to: MovementStatus, update: Update) {
  if (!MOVEMENT_TRANSITIONS[before.type][before.status]?.includes(to)) throw transitionConflict(before, to)
  const movement: MovementRecord = {
    ...withStatus(before, to, update),
    completeTime: FINAL.includes(to) ? update.at : null,
  }
  return { movement, entries: statusEntries(movement) }
}
