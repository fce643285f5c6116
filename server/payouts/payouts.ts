import { directionOf } from '#contract/kinds.ts'
import type { PayoutOrderStatus } from '#contract/options.ts'
import { maySend } from '#contract/statuses.ts'
import { PAYOUT_TRANSITIONS } from '#contract/transitions.ts'
import { reliedMerchant } from '../auth/authority.ts'
import type { Database, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { payoutAnswer, payoutNumberOf, payoutStatusAnswer } from '../demo/payoutChannel.ts'
import type { Id } from '../ids.ts'
import { type Entry, entriesOf, type LedgerEvent, sourceOf } from '../ledger/ledger.ts'
import { feeOf } from '../merchants/fees.ts'
import { accountDisabled } from '../merchants/merchantStatus.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { type Channel, channelIn, checkAmount, isChainAddress, openChannel } from '../orders/channels.ts'
import type { OrderKey, OrderRecord } from '../orders/orderRow.ts'
import { lockOrder } from '../orders/orderStore.ts'
import {
  type Transition,
  transitionConflict,
  transitionOf,
  transitionTime,
  type Update,
  withStatus,
} from '../orders/transitions.ts'
import { type NewOrder, newOrder } from '../payments/newOrder.ts'
import { type CreatedOrder, type PaymentContext, processDueOrders, storeOrder, storeStep } from '../payments/payments.ts'
import { Refusal } from '../refusal.ts'
import { MINUTE, SECOND } from '../wib.ts'

export interface PayoutRequest extends Omit<NewPayout, 'merchant' | 'channel'> {
  merchant: MerchantRow
  /** Defaults to the bank transfer channel of the merchant's currency. */
  channel?: string | undefined
}

/** Milliseconds after sending before the channel is polled. */
const CHANNEL_ANSWER_DELAY_MS = 5 * SECOND

const BANK_TRANSFER: Record<string, string | undefined> = { IDR: 'BANK_ID', VND: 'BANK_VN' }

/**
 * Creates a payout and freezes its money, or returns the existing one with the same merchant order number and content.
 * Throws ACCOUNT_DISABLED, VALIDATION_FAILED for an unknown channel or receiver or too many fraction digits,
 * AMOUNT_OUT_OF_RANGE, DUPLICATE_ORDER_NO for a used number with other content, and INSUFFICIENT_BALANCE. Reads the choice unless
 * it is given.
 */
export async function createPayout(
  tx: Transaction,
  context: PaymentContext,
  request: PayoutRequest,
  known?: PayoutChoice,
): Promise<CreatedOrder> {
  const { merchant, amount } = request
  if (!maySend(merchant)) throw accountDisabled(merchant)
  const choice = known ?? (await readChoice(tx, request))
  const channel = channelIn(merchant.currency, choice.channel, channelNameOf(request))
  checkReceiver(channel, request, choice)
  checkAmount(channel, amount)
  const creation = newPayout(context.ids.next(), context.clock.now(), { ...request, channel })
  const created = await storeOrder(tx, context, creation, CONTENT)
  if (created.isNew) schedulePoll(tx, created.order)
  return created
}

/** What the names in a request stand for. */
export interface PayoutChoice {
  /** The open channel, in any currency. */
  channel: Channel | undefined
  isBank: boolean
}

export async function readChoice(
  tx: Transaction,
  request: Pick<PayoutRequest, 'merchant' | 'channel' | 'bankCode'>,
): Promise<PayoutChoice> {
  const [channel, banks] = await Promise.all([
    openChannel(tx, 'PAYOUT', channelNameOf(request)),
    tx.all(sql`select 1 from bank where bank_code = ${request.bankCode}`),
  ])
  return { channel, isBank: banks.length > 0 }
}

const channelNameOf = ({ merchant: { currency }, channel }: Pick<PayoutRequest, 'merchant' | 'channel'>): string | undefined =>
  channel ?? BANK_TRANSFER[currency]

const CONTENT = ['kind', 'channel', 'bankCode', 'receiveAccount', 'receiveName', 'mobile', 'remark'] as const

/**
 * Changes the status of a payout, with its ledger entries, counters and callback. Throws ORDER_STATE_CONFLICT for a
 * transition that is not allowed, ORDER_NOT_FOUND, and INSUFFICIENT_BALANCE for a retry that the account cannot pay.
 */
export async function transitionPayout(
  tx: Transaction,
  context: PaymentContext,
  key: OrderKey,
  to: PayoutOrderStatus,
  update: Omit<PayoutUpdate, 'at'> = {},
): Promise<OrderRecord> {
  const { order: before } = await lockOrder(tx, key)
  const step = payoutStep(before, to, { ...update, at: transitionTime(before, context) })
  const order = await storeStep(tx, context, before, step)
  schedulePoll(tx, order)
  return order
}

/** Schedules the next run of the worker for a payout; removes the schedule once the channel has answered. */
function schedulePoll(tx: Transaction, { merchantNo, kind, id, status, updateTime }: OrderRecord): void {
  if (status !== 'CREATED' && status !== 'PROCESSING') {
    tx.send(sql`delete from payout_due where merchant_no = ${merchantNo} and order_id = ${id}`)
    return
  }
  const due = new Date(updateTime.getTime() + (status === 'CREATED' ? 0 : CHANNEL_ANSWER_DELAY_MS))
  tx.send(sql`
    insert into payout_due (merchant_no, kind, order_id, due_time) values (${merchantNo}, ${kind}, ${id}, ${due})
        on conflict (merchant_no, order_id) do update set due_time = excluded.due_time`)
}

/** The receiver of a payout: a bank account, a wallet number or an address on chain, depending on the channel. */
export interface Receiver {
  bankCode?: string | undefined
  receiveAccount: string
  receiveName?: string | undefined
  mobile?: string | undefined
}

export type NewPayout = NewOrder & Receiver

/** A new payout in status CREATED, with the entries that freeze its amount and fee. */
export function newPayout(id: Id, at: number, input: NewPayout): { order: OrderRecord; moves: [Transition]; entries: Entry[] } {
  const created = newOrder(id, at, 'PAYOUT', input)
  const order: OrderRecord = {
    ...created,
    fee: feeOf(created.amount, created, created.currency),
    platAccountId: `${created.channel}-01`,
    bankCode: input.bankCode ?? null,
    receiveAccount: input.receiveAccount,
    receiveName: input.receiveName ?? null,
  }
  return { order, moves: [transitionOf(order)], entries: payoutEntries('payoutCreated', order) }
}

const BANK_ACCOUNT = /^\d{5,20}$/
const WALLET_NUMBER = /^(0|62)8\d{7,11}$/

/** Throws VALIDATION_FAILED, by field, for a receiver that the channel cannot pay. Misdirected money does not come back by itself. */
export function checkReceiver(
  { channel, method }: Channel,
  receiver: Receiver,
  { isBank }: Pick<PayoutChoice, 'isBank'>,
): void {
  const { bankCode, receiveAccount, receiveName } = receiver
  const fields: Record<string, string> = {}
  if (method === 'BANK_TRANSFER') {
    if (bankCode === undefined) fields.bankCode = 'rule.required'
    else if (!isBank) fields.bankCode = 'rule.unknown'
    if (!BANK_ACCOUNT.test(receiveAccount)) fields.receiveAccount = 'rule.format'
    if (receiveName === undefined) fields.receiveName = 'rule.required'
  } else {
    if (bankCode !== undefined) fields.bankCode = 'rule.unknown'
    const isValid = method === 'CRYPTO' ? isChainAddress(channel, receiveAccount) : WALLET_NUMBER.test(receiveAccount)
    if (!isValid) fields.receiveAccount = 'rule.format'
  }
  if (Object.keys(fields).length > 0) throw new Refusal('VALIDATION_FAILED', { fields })
}

interface PayoutUpdate extends Update {
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
const payoutEntries = (event: LedgerEvent, order: OrderRecord, fee = order.fee): Entry[] =>
  entriesOf(event, sourceOf(order, order.attempt), { amount: order.amount, fee })

const RELEASED_STATUSES: readonly PayoutOrderStatus[] = ['FAILED', 'CANCELLED']
const FINAL_STATUSES: readonly PayoutOrderStatus[] = ['SUCCESS', 'FAILED', 'CANCELLED']

function eventOf({ status }: OrderRecord, to: PayoutOrderStatus): LedgerEvent | null {
  if (RELEASED_STATUSES.includes(to)) return 'payoutReleased'
  if (to === 'SUCCESS') return 'payoutPaid'
  if (to === 'REVERSED') return 'payoutReversed'
  return status === 'FAILED' ? 'payoutCreated' : null
}

/** Sends waiting payouts to the simulated channel and polls those already sent; returns the number that changed status. */
export const processPayouts = (db: Database, context: PaymentContext): Promise<number> =>
  processDueOrders(db, 'payout_due', context, async (tx, order) => {
    const { merchantNo, id, status } = order
    if (status === 'CREATED' && !maySend((await reliedMerchant(tx, merchantNo))!)) {
      // The account was frozen meanwhile: keep the hold and check again later.
      const later = new Date(context.clock.now() + MINUTE)
      tx.send(sql`
        update payout_due set due_time = ${later} where merchant_no = ${merchantNo} and order_id = ${id}`)
      return 0
    }
    const moved = await (status === 'CREATED' ? sendPayout(tx, context, order) : pollPayout(tx, context, order))
    return moved === null ? 0 : 1
  })

const sendPayout = (tx: Transaction, context: PaymentContext, order: OrderRecord): Promise<OrderRecord> =>
  transitionPayout(tx, context, order, 'PROCESSING', { payOrderNo: payoutNumberOf(order) })

/** Sends a failed payout again. The simulated channel tells the number of the new attempt at once, as that of the first one. */
export const retryPayout = (
  tx: Transaction,
  context: PaymentContext,
  order: OrderRecord,
  { isSimulated }: { isSimulated: boolean },
): Promise<OrderRecord> => {
  const facts = isSimulated ? { payOrderNo: payoutNumberOf({ ...order, attempt: order.attempt + 1 }) } : {}
  return transitionPayout(tx, context, order, 'PROCESSING', facts)
}

/** Polls the simulated channel for a sent payout; null when the status does not change yet. */
export async function pollPayout(tx: Transaction, context: PaymentContext, order: OrderRecord): Promise<OrderRecord | null> {
  const hasAnswered =
    order.status === 'PROCESSING' && order.updateTime.getTime() + CHANNEL_ANSWER_DELAY_MS <= context.clock.now()
  if (!hasAnswered && order.status !== 'UNKNOWN') return null
  const { to, text } = hasAnswered ? payoutAnswer(order) : payoutStatusAnswer(order)
  return transitionPayout(tx, context, order, to, { text })
}
