import type { Currency } from '#contract/money.ts'
import type { PayinOrderStatus } from '#contract/options.ts'
import type { Id } from '../ids.ts'
import { type Entry, entriesOf } from '../ledger/ledger.ts'
import { feeOf } from '../merchants/fees.ts'
import { directionOf, type OrderRecord, type OrderStatus } from '../orders/orderRow.ts'
import { Refusal } from '../refusal.ts'
import { MINUTE } from '../wib.ts'

/** Where a payin may go from each status; every other move is refused. */
export const PAYIN_TRANSITIONS: Record<PayinOrderStatus, readonly PayinOrderStatus[]> = {
  CREATED: ['PENDING', 'FAILED'],
  PENDING: ['SUCCESS', 'CONFIRMING', 'EXPIRED', 'CLOSED', 'FAILED', 'EXCEPTION'],
  CONFIRMING: ['SUCCESS', 'EXCEPTION', 'FAILED'],
  SUCCESS: ['PARTIAL_REFUND', 'REFUNDED'],
  // Money that comes after all is taken: payers do not look at clocks.
  FAILED: ['SUCCESS'],
  EXPIRED: ['SUCCESS'],
  CLOSED: ['SUCCESS'],
  EXCEPTION: ['SUCCESS', 'FAILED'],
  PARTIAL_REFUND: ['PARTIAL_REFUND', 'REFUNDED'],
  REFUNDED: [],
}

/** Where an order may go as a payin; a payout nowhere. */
const waysFrom = ({ kind, status }: OrderRecord): readonly PayinOrderStatus[] =>
  directionOf(kind) === 'PAYIN' ? PAYIN_TRANSITIONS[status as PayinOrderStatus] : []

const LATE: readonly OrderStatus[] = ['FAILED', 'EXPIRED', 'CLOSED']
const CLOSING: readonly PayinOrderStatus[] = ['SUCCESS', 'FAILED', 'EXPIRED', 'CLOSED']

/** A status an order had, and since when. */
export interface OrderTransition {
  merchantNo: string
  orderId: Id
  step: number
  at: Date
  status: OrderStatus
  text: string | null
}

/** Frozen money of an order, and when it is released. */
export interface Settlement {
  merchantNo: string
  orderId: Id
  merchantOrderNo: string
  currency: Currency
  amount: bigint
  dueTime: Date
}

/** What a move does: the order as it is afterwards, and the money that moves with it. */
export interface PayinStep {
  order: OrderRecord
  transition: OrderTransition
  entries: Entry[]
  /** What is frozen of it now. */
  settlement: Settlement | null
}

export interface PayinUpdate {
  at: Date
  /** What arrived, in minor units. Must differ from the order's amount for EXCEPTION, and be it for anything else. */
  paidAmount?: bigint | undefined
  /** The channel's or the clerk's words. */
  text?: string | undefined
  /** The sender's account or address, where the channel told it. */
  payerAccount?: string | undefined
  /** The channel's number, or the hash, where it became known only now. */
  payOrderNo?: string | undefined
  simulated?: boolean | undefined
  /** 0: paid money is available at once. */
  settleDelayMinutes: number
}

/** The move of a payin that brings or loses its money. Throws ORDER_STATE_CONFLICT for one that the table does not have. */
export function payinStep(before: OrderRecord, to: PayinOrderStatus, facts: PayinUpdate): PayinStep {
  if (!isMove(before, to, facts)) throw conflict(before, to)
  const order: OrderRecord = {
    ...moved(before, to, facts),
    payerAccount: facts.payerAccount ?? before.payerAccount,
    payOrderNo: facts.payOrderNo ?? before.payOrderNo,
    paidAmount: paidAmountOf(before, to, facts),
    lateSuccess: before.lateSuccess || LATE.includes(before.status),
    simulated: before.simulated || (facts.simulated ?? false),
    completeTime: CLOSING.includes(to) ? facts.at : null,
  }
  if (to !== 'SUCCESS' || order.paidAmount === null) return { ...stepOf(order), entries: [], settlement: null }
  order.fee = feeOf(order.paidAmount, order, order.currency)
  const later = facts.settleDelayMinutes > 0
  const settlement = later && order.paidAmount > order.fee ? settlementOf(order, facts) : null
  const sums = { amount: order.paidAmount, fee: order.fee }
  return { ...stepOf(order), entries: entriesOf(later ? 'payinPaidLater' : 'payinPaid', causeOf(order, 1), sums), settlement }
}

/**
 * A part or the rest of a paid amount goes back; the fee is kept. What is still frozen of the order goes first, and the
 * step says what remains of that. Throws ORDER_STATE_CONFLICT when nothing was paid, AMOUNT_OUT_OF_RANGE for more than
 * is left of it.
 */
export function refundStep(
  before: OrderRecord,
  amount: bigint,
  { at, text, frozen }: { at: Date; text?: string | undefined; frozen: Settlement | null },
): PayinStep {
  const left = (before.paidAmount ?? 0n) - before.refundedAmount
  const to = amount === left ? 'REFUNDED' : 'PARTIAL_REFUND'
  if (!waysFrom(before).includes(to)) throw conflict(before, to)
  if (amount <= 0n || amount > left) throw new Refusal('AMOUNT_OUT_OF_RANGE')
  const order: OrderRecord = { ...moved(before, to, { at, text }), refundedAmount: before.refundedAmount + amount }
  const held = smaller(frozen?.amount ?? 0n, amount)
  const settlement = frozen !== null && frozen.amount > held ? { ...frozen, amount: frozen.amount - held } : null
  return { ...stepOf(order), entries: entriesOf('payinRefunded', causeOf(order, order.moves), { amount, held }), settlement }
}

/** The rows that release the frozen money of an order. */
export const settlementEntries = (settlement: Omit<Settlement, 'dueTime'>, at: Date): Entry[] =>
  entriesOf('payinSettled', { ...settlement, attempt: 1, at }, { amount: settlement.amount })

function isMove(before: OrderRecord, to: PayinOrderStatus, { paidAmount }: PayinUpdate): boolean {
  if (to === 'PARTIAL_REFUND' || to === 'REFUNDED' || !waysFrom(before).includes(to)) return false
  // Only a chain shows money before it counts.
  if (to === 'CONFIRMING') return before.kind === 'USDT_PAYIN'
  if (to === 'EXCEPTION') return paidAmount !== undefined && paidAmount > 0n && paidAmount !== before.amount
  if (paidAmount === undefined) return true
  return paidAmount === (before.status === 'EXCEPTION' ? before.paidAmount : before.amount)
}

/** An exception is accepted as it was paid; anything else that succeeds was paid in full. */
function paidAmountOf(before: OrderRecord, to: PayinOrderStatus, { paidAmount }: PayinUpdate): bigint | null {
  if (to !== 'SUCCESS') return paidAmount ?? before.paidAmount
  return before.status === 'EXCEPTION' ? before.paidAmount : before.amount
}

const moved = (
  before: OrderRecord,
  to: PayinOrderStatus,
  { at, text }: { at: Date; text?: string | undefined },
): OrderRecord => ({
  ...before,
  status: to,
  moves: before.moves + 1,
  updateTime: at,
  responseMessage: text ?? null,
})

const stepOf = (order: OrderRecord): { order: OrderRecord; transition: OrderTransition } => ({
  order,
  transition: {
    merchantNo: order.merchantNo,
    orderId: order.id,
    step: order.moves,
    at: order.updateTime,
    status: order.status,
    text: order.responseMessage,
  },
})

const causeOf = (order: OrderRecord, attempt: number) => ({
  merchantNo: order.merchantNo,
  currency: order.currency,
  orderId: order.id,
  merchantOrderNo: order.merchantOrderNo,
  attempt,
  at: order.updateTime,
})

const settlementOf = (order: OrderRecord, { at, settleDelayMinutes }: PayinUpdate): Settlement => ({
  merchantNo: order.merchantNo,
  orderId: order.id,
  merchantOrderNo: order.merchantOrderNo,
  currency: order.currency,
  amount: order.paidAmount! - order.fee,
  dueTime: new Date(at.getTime() + settleDelayMinutes * MINUTE),
})

const smaller = (a: bigint, b: bigint) => (a < b ? a : b)

const conflict = ({ status }: OrderRecord, to: PayinOrderStatus) =>
  new Refusal('ORDER_STATE_CONFLICT', { detail: { from: status, to } })
