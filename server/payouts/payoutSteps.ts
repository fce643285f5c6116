import { directionOf } from '#contract/kinds.ts'
import type { PayoutOrderStatus } from '#contract/options.ts'
import { PAYOUT_TRANSITIONS } from '#contract/transitions.ts'
import { type Entry, entriesOf, type LedgerEvent } from '../ledger/ledger.ts'
import { feeOf } from '../merchants/fees.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import type { OrderTransition } from '../payins/payinSteps.ts'
import { Refusal } from '../refusal.ts'

/** The result of a transition: the order afterwards and its ledger entries. */
export interface PayoutStep {
  order: OrderRecord
  transition: OrderTransition
  entries: Entry[]
}

export interface PayoutUpdate {
  at: Date
  /** The message of the bank or of staff. */
  text?: string | undefined
  /** The number of the channel, or the transaction hash, once known. */
  payOrderNo?: string | undefined
  simulated?: boolean | undefined
}

/** Computes a transition of a payout. Throws ORDER_STATE_CONFLICT when it is not allowed. */
export function payoutStep(
  before: OrderRecord,
  to: PayoutOrderStatus,
  { at, text, payOrderNo, simulated }: PayoutUpdate,
): PayoutStep {
  if (directionOf(before.kind) !== 'PAYOUT' || !PAYOUT_TRANSITIONS[before.status as PayoutOrderStatus].includes(to)) {
    throw new Refusal('ORDER_STATE_CONFLICT', { detail: { from: before.status, to } })
  }
  const isRetry = before.status === 'FAILED'
  const order: OrderRecord = {
    ...before,
    status: to,
    attempt: before.attempt + (isRetry ? 1 : 0),
    moves: before.moves + 1,
    // A released payout has no fee; a reversal keeps the fee.
    fee: RELEASED_STATUSES.includes(to) ? 0n : isRetry ? feeOf(before.amount, before, before.currency) : before.fee,
    paidAmount: to === 'SUCCESS' ? before.amount : before.paidAmount,
    payOrderNo: payOrderNo ?? (isRetry ? null : before.payOrderNo),
    responseMessage: text ?? null,
    simulated: before.simulated || (simulated ?? false),
    updateTime: at,
    completeTime: FINAL_STATUSES.includes(to) ? at : to === 'REVERSED' ? before.completeTime : null,
  }
  const event = eventOf(before, to)
  const fee = RELEASED_STATUSES.includes(to) ? before.fee : order.fee
  return { order, transition: transitionOf(order), entries: event === null ? [] : payoutEntries(event, order, fee) }
}

/** The entries of a payout event for the current attempt. */
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

/** The newest transition of an order. */
export const transitionOf = (order: OrderRecord): OrderTransition => ({
  merchantNo: order.merchantNo,
  orderId: order.id,
  step: order.moves,
  at: order.updateTime,
  status: order.status,
  text: order.responseMessage,
})

const RELEASED_STATUSES: readonly PayoutOrderStatus[] = ['FAILED', 'CANCELLED']
const FINAL_STATUSES: readonly PayoutOrderStatus[] = ['SUCCESS', 'FAILED', 'CANCELLED']

function eventOf({ status }: OrderRecord, to: PayoutOrderStatus): LedgerEvent | null {
  if (RELEASED_STATUSES.includes(to)) return 'payoutReleased'
  if (to === 'SUCCESS') return 'payoutPaid'
  if (to === 'REVERSED') return 'payoutReversed'
  return status === 'FAILED' ? 'payoutCreated' : null
}
