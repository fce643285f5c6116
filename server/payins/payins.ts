import type { PayinOrderStatus } from '#contract/options.ts'
import { noteChanged, noteCreated } from '../changes/changes.ts'
import type { Clock } from '../clock.ts'
import type { Transaction } from '../db/database.ts'
import type { Ids } from '../ids.ts'
import { post } from '../ledger/ledger.ts'
import { accountDisabled, mayReceive } from '../merchants/merchantStatus.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { checkAmount, payinChannels } from '../orders/channels.ts'
import { isNotifiable, type OrderRecord } from '../orders/orderRow.ts'
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
  type OrderKey,
  removeSettlement,
  saveOrder,
} from '../orders/orderStore.ts'
import { Refusal } from '../refusal.ts'
import { type NewPayin, newPayin } from './newPayin.ts'
import { type PayinStep, type PayinUpdate, payinStep, refundStep } from './payinSteps.ts'

/** Makes sure that the merchant is told about the order, together with everything else the transaction writes. */
export type EnqueueCallback = (tx: Transaction, order: OrderRecord) => Promise<void>

/** What payments need from outside: numbers, the time, and who tells the merchant. */
export interface PaymentContext {
  ids: Ids
  clock: Clock
  enqueueCallback: EnqueueCallback
}

/** What came of asking for an order: a new one, or the one that the same request made before. */
export interface CreatedOrder {
  order: OrderRecord
  isNew: boolean
}

export interface PayinRequest extends Omit<NewPayin, 'merchant' | 'channel'> {
  merchant: MerchantRow
  channel: string
}

/**
 * A new payin that waits to be paid, or, when the merchant has used the number for the same payin before, that one.
 * Refuses a merchant that may not collect (ACCOUNT_DISABLED), a channel that is not open to it or an amount finer than
 * the wire (VALIDATION_FAILED), an amount outside the channel's limits (AMOUNT_OUT_OF_RANGE), and a used number with
 * other content (DUPLICATE_ORDER_NO).
 */
export async function createPayin(tx: Transaction, world: PaymentContext, request: PayinRequest): Promise<CreatedOrder> {
  const { merchant, amount } = request
  if (!mayReceive(merchant)) throw accountDisabled(merchant)
  const channel = (await payinChannels(tx)).get(request.channel)
  if (channel === undefined || channel.currency !== merchant.currency) {
    throw new Refusal('VALIDATION_FAILED', { fields: { payChannel: 'rule.unknown' } })
  }
  checkAmount(channel, amount)
  const { order, moves } = newPayin(world.ids.next(), world.clock.now(), { ...request, channel })
  if ((await addOrders(tx, [order])) === 0) return { order: await findOrderByNumber(tx, order, CONTENT), isNew: false }
  await addTransitions(tx, moves)
  await addDeltas(tx, [counterDelta(order, 1)])
  await addExpiries(tx, [order])
  await noteCreated(tx, order)
  return { order, isNew: true }
}

// What makes two payins of one number the same.
const CONTENT = ['kind', 'channel', 'payerName', 'mobile', 'expiryMinutes', 'remark'] as const

/**
 * Moves a payin to another status, and with it the money, the counters and the callback it owes.
 * Refuses with ORDER_STATE_CONFLICT what the table of moves does not have, and with ORDER_NOT_FOUND what does not exist.
 */
export async function transitionPayin(
  tx: Transaction,
  world: PaymentContext,
  key: OrderKey,
  to: Exclude<PayinOrderStatus, 'PARTIAL_REFUND' | 'REFUNDED'>,
  facts: Omit<PayinUpdate, 'at' | 'settleDelayMinutes'> = {},
): Promise<OrderRecord> {
  const { order, settleDelayMinutes } = await lockOrder(tx, key)
  return take(tx, world, order, payinStep(order, to, { ...facts, at: timeFor(order, world), settleDelayMinutes }))
}

/**
 * Gives back a part or the rest of what was paid, in minor units. A refund begins at a channel, and none of those that are played
 * here ever begins one: no call leads to this, and the refunds of a demo are its past, made by the same `refundStep`. It is what a
 * connector to a bank calls. Refuses with ORDER_STATE_CONFLICT, AMOUNT_OUT_OF_RANGE, or INSUFFICIENT_BALANCE when the money has already left.
 */
export async function refundPayin(
  tx: Transaction,
  world: PaymentContext,
  key: OrderKey,
  amount: bigint,
  text?: string,
): Promise<OrderRecord> {
  const { order } = await lockOrder(tx, key)
  const frozen = await lockSettlement(tx, key)
  const step = refundStep(order, amount, { at: timeFor(order, world), text, frozen })
  if (frozen !== null) await removeSettlement(tx, frozen)
  return take(tx, world, order, step)
}

/** Writes a step that was decided. The order is locked before its settlement, and that before the account, everywhere. */
async function take(tx: Transaction, world: PaymentContext, before: OrderRecord, step: PayinStep): Promise<OrderRecord> {
  const { order, transition: move, entries, settlement } = step
  await saveOrder(tx, order)
  await addTransitions(tx, [move])
  if (order.status !== before.status) await addDeltas(tx, [counterDelta(before, -1, order.moves), counterDelta(order, 1)])
  if (settlement !== null) await addSettlements(tx, [settlement])
  await post(tx, world.ids, entries)
  await noteChanged(tx, order)
  if (isNotifiable(order)) await world.enqueueCallback(tx, order)
  return order
}

// No move is older than the one before it, whatever clocks say.
const timeFor = ({ updateTime }: OrderRecord, { clock }: PaymentContext) =>
  new Date(Math.max(clock.now(), updateTime.getTime()))
