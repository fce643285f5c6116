import type { PayinOrderStatus } from '#contract/options.ts'
import { mayReceive } from '#contract/statuses.ts'
import type { Database, Transaction } from '../db/database.ts'
import { sendRows } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import { accountDisabled } from '../merchants/merchantStatus.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { type Channel, channelIn, checkAmount, issue, openChannel } from '../orders/channels.ts'
import type { OrderKey, OrderRecord } from '../orders/orderRow.ts'
import { lockOrder } from '../orders/orderStore.ts'
import { type Transition, transitionOf, transitionTime } from '../orders/transitions.ts'
import { type NewOrder, newOrder } from '../payments/newOrder.ts'
import { type CreatedOrder, type PaymentContext, processDueOrders, storeOrder, storeStep } from '../payments/payments.ts'
import { MINUTE } from '../wib.ts'
import { type PayinUpdate, payinStep, refundStep } from './payinSteps.ts'
import { addSettlements, lockSettlement, removeSettlement } from './settlements.ts'

export interface PayinRequest extends Omit<NewPayin, 'merchant' | 'channel'> {
  merchant: MerchantRow
  channel: string
}

/**
 * Creates a payin, or returns the existing one with the same merchant order number and content. Throws ACCOUNT_DISABLED,
 * VALIDATION_FAILED for a channel that is not open to the merchant or an amount with too many fraction digits,
 * AMOUNT_OUT_OF_RANGE, and DUPLICATE_ORDER_NO for a used number with other content. Reads the channel unless it is given.
 */
export async function createPayin(
  tx: Transaction,
  context: PaymentContext,
  request: PayinRequest,
  found?: Channel,
): Promise<CreatedOrder> {
  const { merchant, amount } = request
  if (!mayReceive(merchant)) throw accountDisabled(merchant)
  const channel = channelIn(merchant.currency, found ?? (await openChannel(tx, 'PAYIN', request.channel)), request.channel)
  checkAmount(channel, amount)
  const creation = newPayin(context.ids.next(), context.clock.now(), { ...request, channel })
  const created = await storeOrder(tx, context, creation, CONTENT)
  if (created.isNew) addExpiries(tx, [created.order])
  return created
}

const CONTENT = ['kind', 'channel', 'payerName', 'mobile', 'expiryMinutes', 'remark'] as const

/**
 * Changes the status of a payin, with its ledger entries, counters and callback. Throws ORDER_STATE_CONFLICT for a
 * transition that is not allowed, and ORDER_NOT_FOUND.
 */
export async function transitionPayin(
  tx: Transaction,
  context: PaymentContext,
  key: OrderKey,
  to: Exclude<PayinOrderStatus, 'PARTIAL_REFUND' | 'REFUNDED'>,
  update: Omit<PayinUpdate, 'at' | 'settleDelayMinutes'> = {},
): Promise<OrderRecord> {
  const { order, settleDelayMinutes } = await lockOrder(tx, key)
  const at = transitionTime(order, context)
  const step = payinStep(order, to, { ...update, at, settleDelayMinutes })
  if (step.settlement !== null) addSettlements(tx, [step.settlement])
  return storeStep(tx, context, order, step)
}

/**
 * Refunds a part or the rest of a payin; `amount` is in minor units. Refunds start at a channel, and the simulated channels
 * never start one, so no route calls this: it is the entry point for a bank connector. The seed creates its refunds with
 * `refundStep`. Throws ORDER_STATE_CONFLICT, AMOUNT_OUT_OF_RANGE, or INSUFFICIENT_BALANCE when the money is no longer there.
 */
export async function refundPayin(
  tx: Transaction,
  context: PaymentContext,
  key: OrderKey,
  amount: bigint,
  text?: string,
): Promise<OrderRecord> {
  const { order } = await lockOrder(tx, key)
  const frozen = await lockSettlement(tx, key)
  const step = refundStep(order, amount, { at: transitionTime(order, context), text, frozen })
  if (frozen !== null) removeSettlement(tx, frozen)
  if (step.settlement !== null) addSettlements(tx, [step.settlement])
  return storeStep(tx, context, order, step)
}

export const addExpiries = (tx: Transaction, orders: readonly OrderRecord[]): void =>
  sendRows(
    tx,
    'expiry',
    orders.map((order) => ({ merchantNo: order.merchantNo, kind: order.kind, orderId: order.id, dueTime: expiryOf(order) })),
  )

export interface NewPayin extends NewOrder {
  payerName?: string | undefined
  /** Minutes; 60 when absent. */
  expiryMinutes?: number | undefined
}

const AN_HOUR = 60

/** A new payin that its channel has issued, in status PENDING. */
export function newPayin(id: Id, at: number, input: NewPayin): { order: OrderRecord; moves: [Transition, Transition] } {
  const created = newOrder(id, at, 'PAYIN', input)
  const order: OrderRecord = {
    ...created,
    ...issue(input.channel, id),
    status: 'PENDING',
    moves: 2,
    accountName: input.merchant.name,
    payerName: input.payerName ?? null,
    expiryMinutes: input.expiryMinutes ?? AN_HOUR,
  }
  return { order, moves: [transitionOf(created), transitionOf(order)] }
}

export const expiryOf = ({ createTime, expiryMinutes }: OrderRecord): Date =>
  new Date(createTime.getTime() + (expiryMinutes ?? AN_HOUR) * MINUTE)

/** Expires payins that were not paid in time; returns their number. An order that is being paid is skipped. */
export const expireDue = (db: Database, context: PaymentContext): Promise<number> =>
  processDueOrders(db, 'expiry', context, async (tx, order) => {
    const isWaiting = order.status === 'PENDING'
    if (isWaiting) await transitionPayin(tx, context, order, 'EXPIRED')
    tx.send(sql`delete from expiry where merchant_no = ${order.merchantNo} and order_id = ${order.id}`)
    return isWaiting ? 1 : 0
  })
