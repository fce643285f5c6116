import type { PayoutOrderStatus } from '#contract/options.ts'
import { type Entry, entriesOf, type LedgerEvent } from '../ledger/ledger.ts'
import { feeOf } from '../merchants/fees.ts'
import { directionOf, type OrderRecord } from '../orders/orderRow.ts'
import type { OrderTransition } from '../payins/payinSteps.ts'
import { Refusal } from '../refusal.ts'

/** Where a payout may go from each status; every other move is refused. */
export const PAYOUT_TRANSITIONS: Record<PayoutOrderStatus, readonly PayoutOrderStatus[]> = {
  CREATED: ['PROCESSING', 'CANCELLED'],
  PROCESSING: ['SUCCESS', 'FAILED', 'UNKNOWN'],
  // The bank may have paid: until it says which, the money stays frozen and nobody may send it again.
  UNKNOWN: ['SUCCESS', 'FAILED'],
  SUCCESS: ['REVERSED'],
  // A retry, which freezes the money anew.
  FAILED: ['PROCESSING'],
  CANCELLED: [],
  REVERSED: [],
}

/** What a move does: the order as it is afterwards, and the money that moves with it. */
export interface PayoutStep {
  order: OrderRecord
  transition: OrderTransition
  entries: Entry[]
}

export interface PayoutUpdate {
  at: Date
  /** The bank's or the clerk's words. */
  text?: string | undefined
  /** The channel's number, or the hash, once it has one. */
  payOrderNo?: string | undefined
  simulated?: boolean | undefined
}

/** The move of a payout that spends, keeps or gives back its money. Throws ORDER_STATE_CONFLICT for one that the table does not have. */
export function payoutStep(
  before: OrderRecord,
  to: PayoutOrderStatus,
  { at, text, payOrderNo, simulated }: PayoutUpdate,
): PayoutStep {
  if (directionOf(before.kind) !== 'PAYOUT' || !PAYOUT_TRANSITIONS[before.status as PayoutOrderStatus].includes(to)) {
    throw new Refusal('ORDER_STATE_CONFLICT', { detail: { from: before.status, to } })
  }
  const again = before.status === 'FAILED'
  const order: OrderRecord = {
    ...before,
    status: to,
    attempt: before.attempt + (again ? 1 : 0),
    moves: before.moves + 1,
    // What is given back is not charged; a reversal keeps the fee.
    fee: RELEASING.includes(to) ? 0n : again ? feeOf(before.amount, before, before.currency) : before.fee,
    paidAmount: to === 'SUCCESS' ? before.amount : before.paidAmount,
    payOrderNo: payOrderNo ?? (again ? null : before.payOrderNo),
    responseMessage: text ?? null,
    simulated: before.simulated || (simulated ?? false),
    updateTime: at,
    completeTime: ENDING.includes(to) ? at : to === 'REVERSED' ? before.completeTime : null,
  }
  const event = eventOf(before, to)
  const fee = RELEASING.includes(to) ? before.fee : order.fee
  return { order, transition: transitionOf(order), entries: event === null ? [] : payoutEntries(event, order, fee) }
}

/** The rows of an event of a payout, for the try it is at. */
export const payoutEntries = (event: LedgerEvent, order: OrderRecord, fee = order.fee): Entry[] =>
  entriesOf(
    event,
    {
      merchantNo: order.merchantNo,
      currency: order.currency,
      orderId: order.id,
      merchantOrderNo: order.merchantOrderNo,
      attempt: order.attempt,
      at: order.updateTime,
    },
    { amount: order.amount, fee },
  )

/** The newest move of an order. */
export const transitionOf = (order: OrderRecord): OrderTransition => ({
  merchantNo: order.merchantNo,
  orderId: order.id,
  step: order.moves,
  at: order.updateTime,
  status: order.status,
  text: order.responseMessage,
})

const RELEASING: readonly PayoutOrderStatus[] = ['FAILED', 'CANCELLED']
const ENDING: readonly PayoutOrderStatus[] = ['SUCCESS', 'FAILED', 'CANCELLED']

function eventOf({ status }: OrderRecord, to: PayoutOrderStatus): LedgerEvent | null {
  if (RELEASING.includes(to)) return 'payoutReleased'
  if (to === 'SUCCESS') return 'payoutPaid'
  if (to === 'REVERSED') return 'payoutReversed'
  return status === 'FAILED' ? 'payoutCreated' : null
}
