import { directionOf } from '#contract/kinds.ts'
import type { PayoutOrderStatus } from '#contract/options.ts'
import { PAYOUT_TRANSITIONS } from '#contract/transitions.ts'
import { type Entry, entriesOf, type LedgerEvent, sourceOf } from '../ledger/ledger.ts'
import { feeOf } from '../merchants/fees.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import { transitionConflict, type Update, withStatus } from '../orders/transitions.ts'

export interface PayoutUpdate extends Update {
  /** The number of the channel, or the transaction hash, once known. */
  payOrderNo?: string | undefined
}

/** Computes a transition of a payout. Throws ORDER_STATE_CONFLICT when it is not allowed. */
export function payoutStep(before: OrderRecord, to: PayoutOrderStatus, { payOrderNo, ...update }: PayoutUpdate) {
  if (directionOf(before.kind) !== 'PAYOUT' || !PAYOUT_TRANSITIONS[before.status as PayoutOrderStatus].includes(to)) {
    throw transitionConflict(before, to)
  }
  const isRetry = before.status === 'FAILED'
  const order: OrderRecord = {
    ...withStatus(before, to, update),
    attempt: before.attempt + (isRetry ? 1 : 0),
    // A released payout has no fee; a reversal keeps the fee.
    fee: RELEASED_STATUSES.includes(to) ? 0n : isRetry ? feeOf(before.amount, before, before.currency) : before.fee,
    paidAmount: to === 'SUCCESS' ? before.amount : before.paidAmount,
    payOrderNo: payOrderNo ?? (isRetry ? null : before.payOrderNo),
    completeTime: FINAL_STATUSES.includes(to) ? update.at : to === 'REVERSED' ? before.completeTime : null,
  }
  const event = eventOf(before, to)
  const fee = RELEASED_STATUSES.includes(to) ? before.fee : order.fee
  return { order, entries: event === null ? [] : payoutEntries(event, order, fee) }
}

/** The entries of a payout event for the current attempt. */
export const payoutEntries = (event: LedgerEvent, order: OrderRecord, fee = order.fee): Entry[] =>
  entriesOf(event, sourceOf(order, order.attempt), { amount: order.amount, fee })

const RELEASED_STATUSES: readonly PayoutOrderStatus[] = ['FAILED', 'CANCELLED']
const FINAL_STATUSES: readonly PayoutOrderStatus[] = ['SUCCESS', 'FAILED', 'CANCELLED']

function eventOf({ status }: OrderRecord, to: PayoutOrderStatus): LedgerEvent | null {
  if (RELEASED_STATUSES.includes(to)) return 'payoutReleased'
  if (to === 'SUCCESS') return 'payoutPaid'
  if (to === 'REVERSED') return 'payoutReversed'
  return status === 'FAILED' ? 'payoutCreated' : null
}
