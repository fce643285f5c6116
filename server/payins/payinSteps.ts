import { directionOf } from '#contract/kinds.ts'
import type { Currency } from '#contract/money.ts'
import type { PayinOrderStatus } from '#contract/options.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import { PAYIN_TRANSITIONS } from '#contract/transitions.ts'
import { column, type RowOf } from '../db/rows.ts'
import { type Entry, entriesOf, sourceOf } from '../ledger/ledger.ts'
import { feeOf, min } from '../merchants/fees.ts'
import type { OrderRecord, OrderStatus } from '../orders/orderRow.ts'
import { transitionConflict, type Update, withStatus } from '../orders/transitions.ts'
import { Refusal } from '../refusal.ts'
import { MINUTE } from '../wib.ts'

const nextStatuses = ({ kind, status }: OrderRecord): readonly PayinOrderStatus[] =>
  directionOf(kind) === 'PAYIN' ? PAYIN_TRANSITIONS[status as PayinOrderStatus] : []

const UNPAID: readonly OrderStatus[] = STATUS_GROUPS.PAYIN.unpaid

/** The columns of `settlement`: frozen money of an order and its release time. */
export const SETTLEMENT = {
  merchantNo: column.text,
  orderId: column.text,
  merchantOrderNo: column.text,
  currency: column.of<Currency>(),
  amount: column.amount,
  dueTime: column.time,
}

export type Settlement = RowOf<typeof SETTLEMENT>

export interface PayinStep {
  order: OrderRecord
  entries: Entry[]
  settlement: Settlement | null
}

export interface PayinUpdate extends Update {
  /** The received amount in minor units. Must differ from the order amount for EXCEPTION and equal it otherwise. */
  paidAmount?: bigint | undefined
  /** The sender's account or address, if the channel reports it. */
  payerAccount?: string | undefined
  /** The number of the channel, or the transaction hash, if it becomes known only now. */
  payOrderNo?: string | undefined
  /** 0 makes paid money available immediately. */
  settleDelayMinutes: number
}

/** Computes a transition of a payin, except refunds. Throws ORDER_STATE_CONFLICT when it is not allowed. */
export function payinStep(before: OrderRecord, to: PayinOrderStatus, update: PayinUpdate): PayinStep {
  if (!isAllowed(before, to, update)) throw transitionConflict(before, to)
  const order: OrderRecord = {
    ...withStatus(before, to, update),
    payerAccount: update.payerAccount ?? before.payerAccount,
    payOrderNo: update.payOrderNo ?? before.payOrderNo,
    paidAmount: paidAmountOf(before, to, update),
    lateSuccess: before.lateSuccess || UNPAID.includes(before.status),
    completeTime: to === 'SUCCESS' || UNPAID.includes(to) ? update.at : null,
  }
  if (to !== 'SUCCESS' || order.paidAmount === null) return { order, entries: [], settlement: null }
  order.fee = feeOf(order.paidAmount, order, order.currency)
  const isDelayed = update.settleDelayMinutes > 0
  const settlement = isDelayed && order.paidAmount > order.fee ? settlementOf(order, update) : null
  const sums = { amount: order.paidAmount, fee: order.fee }
  return { order, entries: entriesOf(isDelayed ? 'payinPaidLater' : 'payinPaid', sourceOf(order), sums), settlement }
}

/**
 * Computes a partial or full refund; the fee is kept. Frozen money is used first, and `settlement` is the remaining frozen
 * money. Throws ORDER_STATE_CONFLICT when nothing was paid, and AMOUNT_OUT_OF_RANGE for more than the unrefunded amount.
 */
export function refundStep(
  before: OrderRecord,
  amount: bigint,
  { at, text, frozen }: { at: Date; text?: string | undefined; frozen: Settlement | null },
): PayinStep {
  const left = (before.paidAmount ?? 0n) - before.refundedAmount
  const to = amount === left ? 'REFUNDED' : 'PARTIAL_REFUND'
  if (!nextStatuses(before).includes(to)) throw transitionConflict(before, to)
  if (amount <= 0n || amount > left) throw new Refusal('AMOUNT_OUT_OF_RANGE')
  const order: OrderRecord = { ...withStatus(before, to, { at, text }), refundedAmount: before.refundedAmount + amount }
  const held = min(frozen?.amount ?? 0n, amount)
  const settlement = frozen !== null && frozen.amount > held ? { ...frozen, amount: frozen.amount - held } : null
  return { order, entries: entriesOf('payinRefunded', sourceOf(order, order.moves), { amount, held }), settlement }
}

export const settlementEntries = (settlement: Omit<Settlement, 'dueTime'>, at: Date): Entry[] =>
  entriesOf('payinSettled', { ...settlement, attempt: 1, at }, { amount: settlement.amount })

function isAllowed(before: OrderRecord, to: PayinOrderStatus, { paidAmount }: PayinUpdate): boolean {
  if (to === 'PARTIAL_REFUND' || to === 'REFUNDED' || !nextStatuses(before).includes(to)) return false
  // Only on-chain payments have a confirming phase.
  if (to === 'CONFIRMING') return before.kind === 'USDT_PAYIN'
  if (to === 'EXCEPTION') return paidAmount !== undefined && paidAmount > 0n && paidAmount !== before.amount
  if (paidAmount === undefined) return true
  return paidAmount === (before.status === 'EXCEPTION' ? before.paidAmount : before.amount)
}

/** A successful exception keeps the received amount; every other success is paid in full. */
function paidAmountOf(before: OrderRecord, to: PayinOrderStatus, { paidAmount }: PayinUpdate): bigint | null {
  if (to !== 'SUCCESS') return paidAmount ?? before.paidAmount
  return before.status === 'EXCEPTION' ? before.paidAmount : before.amount
}

const settlementOf = (order: OrderRecord, { at, settleDelayMinutes }: PayinUpdate): Settlement => ({
  merchantNo: order.merchantNo,
  orderId: order.id,
  merchantOrderNo: order.merchantOrderNo,
  currency: order.currency,
  amount: order.paidAmount! - order.fee,
  dueTime: new Date(at.getTime() + settleDelayMinutes * MINUTE),
})
