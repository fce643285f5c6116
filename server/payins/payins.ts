import type { PayinOrderStatus } from '#contract/options.ts'
import { noteChanged, noteCreated } from '../changes/changes.ts'
import type { Clock } from '../clock.ts'
import type { Transaction } from '../db/database.ts'
import type { Ids } from '../ids.ts'
import { post } from '../ledger/ledger.ts'
import { accountDisabled, mayReceive } from '../merchants/merchantStatus.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { checkAmount, payinChannels } from '../orders/channels.ts'
import { isNotifiable, type OrderKey, type OrderRecord } from '../orders/orderRow.ts'
import {
  addDeltas,
  addExpiries,
  addOrders,
  addSettlements,
  addTransitions,
  counterDelta,
  findOrderByNumber,
  lockOrder,
  lockSettlement,
  removeSettlement,
  saveOrder,
} from '../orders/orderStore.ts'
import { Refusal } from '../refusal.ts'
import { type NewPayin, newPayin } from './newPayin.ts'
import { type PayinStep, type PayinUpdate, payinStep, refundStep } from './payinSteps.ts'

/** Enqueues the callback of an order within the transaction. */
export type EnqueueCallback = (tx: Transaction, order: OrderRecord) => Promise<void>

/** The dependencies of payins and payouts: ids, the clock and callbacks. */
export interface PaymentContext {
  ids: Ids
  clock: Clock
  enqueueCallback: EnqueueCallback
}

/** A new order, or the existing one of an earlier identical request. */
export interface CreatedOrder {
  order: OrderRecord
  isNew: boolean
}

export interface PayinRequest extends Omit<NewPayin, 'merchant' | 'channel'> {
  merchant: MerchantRow
  channel: string
}

/**
 * Creates a payin, or returns the existing one with the same merchant order number and content. Throws ACCOUNT_DISABLED,
 * VALIDATION_FAILED for a channel that is not open to the merchant or an amount with too many fraction digits,
 * AMOUNT_OUT_OF_RANGE, and DUPLICATE_ORDER_NO for a used number with other content.
 */
export async function createPayin(tx: Transaction, context: PaymentContext, request: PayinRequest): Promise<CreatedOrder> {
  const { merchant, amount } = request
  if (!mayReceive(merchant)) throw accountDisabled(merchant)
  const channel = (await payinChannels(tx)).get(request.channel)
  if (channel === undefined || channel.currency !== merchant.currency) {
    throw new Refusal('VALIDATION_FAILED', { fields: { payChannel: 'rule.unknown' } })
  }
  checkAmount(channel, amount)
  const { order, moves } = newPayin(context.ids.next(), context.clock.now(), { ...request, channel })
  if ((await addOrders(tx, [order])) === 0) return { order: await findOrderByNumber(tx, order, CONTENT), isNew: false }
  await addTransitions(tx, moves)
  await addDeltas(tx, [counterDelta(order, 1)])
  await addExpiries(tx, [order])
  await noteCreated(tx, order)
  return { order, isNew: true }
}

// The properties that two requests with one number must share to count as identical, besides the amount.
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
  return applyStep(
    tx,
    context,
    order,
    payinStep(order, to, { ...update, at: transitionTime(order, context), settleDelayMinutes }),
  )
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
  if (frozen !== null) await removeSettlement(tx, frozen)
  return applyStep(tx, context, order, step)
}

/** Stores a step. The lock order is the same everywhere: order, settlement, account. */
async function applyStep(tx: Transaction, context: PaymentContext, before: OrderRecord, step: PayinStep): Promise<OrderRecord> {
  const { order, transition, entries, settlement } = step
  await saveOrder(tx, order)
  await addTransitions(tx, [transition])
  if (order.status !== before.status) await addDeltas(tx, [counterDelta(before, -1, order.moves), counterDelta(order, 1)])
  if (settlement !== null) await addSettlements(tx, [settlement])
  await post(tx, context.ids, entries)
  await noteChanged(tx, order)
  if (isNotifiable(order)) await context.enqueueCallback(tx, order)
  return order
}

// A transition is never older than the previous one, even with clock skew.
const transitionTime = ({ updateTime }: OrderRecord, { clock }: PaymentContext) =>
  new Date(Math.max(clock.now(), updateTime.getTime()))
