import type { PayoutOrderStatus } from '#contract/options.ts'
import { noteChanged, noteCreated } from '../changes/changes.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { post } from '../ledger/ledger.ts'
import { accountDisabled, maySend } from '../merchants/merchantStatus.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { checkAmount, payoutChannels } from '../orders/channels.ts'
import { isNotifiable, type OrderKey, type OrderRecord } from '../orders/orderRow.ts'
import {
  addDeltas,
  addOrders,
  addTransitions,
  counterDelta,
  findOrderByNumber,
  lockOrder,
  saveOrder,
} from '../orders/orderStore.ts'
import type { CreatedOrder, PaymentContext } from '../payins/payins.ts'
import { Refusal } from '../refusal.ts'
import { SECOND } from '../wib.ts'
import { checkReceiver, type NewPayout, newPayout } from './newPayout.ts'
import { type PayoutUpdate, payoutStep } from './payoutSteps.ts'

export interface PayoutRequest extends Omit<NewPayout, 'merchant' | 'channel'> {
  merchant: MerchantRow
  /** Defaults to the bank transfer channel of the merchant's currency. */
  channel?: string | undefined
}

/** Milliseconds after sending before the channel is polled. */
export const CHANNEL_ANSWER_DELAY_MS = 5 * SECOND

const BANK_TRANSFER: Record<string, string | undefined> = { IDR: 'BANK_ID', VND: 'BANK_VN' }

/**
 * Creates a payout and freezes its money, or returns the existing one with the same merchant order number and content.
 * Throws ACCOUNT_DISABLED, VALIDATION_FAILED for an unknown channel or receiver or too many fraction digits,
 * AMOUNT_OUT_OF_RANGE, DUPLICATE_ORDER_NO for a used number with other content, and INSUFFICIENT_BALANCE.
 */
export async function createPayout(tx: Transaction, context: PaymentContext, request: PayoutRequest): Promise<CreatedOrder> {
  const { merchant, amount } = request
  if (!maySend(merchant)) throw accountDisabled(merchant)
  const channel = (await payoutChannels(tx)).get(request.channel ?? BANK_TRANSFER[merchant.currency] ?? '')
  if (channel === undefined || channel.currency !== merchant.currency) {
    const fault = request.channel === undefined ? 'rule.required' : 'rule.unknown'
    throw new Refusal('VALIDATION_FAILED', { fields: { payChannel: fault } })
  }
  checkReceiver(channel, request, await bankCodes(tx))
  checkAmount(channel, amount)
  const { order, moves, entries } = newPayout(context.ids.next(), context.clock.now(), { ...request, channel })
  if ((await addOrders(tx, [order])) === 0) return { order: await findOrderByNumber(tx, order, CONTENT), isNew: false }
  await addTransitions(tx, moves)
  await addDeltas(tx, [counterDelta(order, 1)])
  await post(tx, context.ids, entries)
  await schedulePoll(tx, order)
  await noteCreated(tx, order)
  return { order, isNew: true }
}

const bankCodes = async (tx: Transaction): Promise<Set<string>> =>
  new Set((await tx.all<{ code: string }>(sql`select bank_code as code from bank`)).map(({ code }) => code))

// The properties that two requests with one number must share to count as identical, besides the amount.
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
  // A transition is never older than the previous one, even with clock skew.
  const at = new Date(Math.max(context.clock.now(), before.updateTime.getTime()))
  const { order, transition, entries } = payoutStep(before, to, { ...update, at })
  await saveOrder(tx, order)
  await addTransitions(tx, [transition])
  await addDeltas(tx, [counterDelta(before, -1, order.moves), counterDelta(order, 1)])
  await post(tx, context.ids, entries)
  await schedulePoll(tx, order)
  await noteChanged(tx, order)
  if (isNotifiable(order)) await context.enqueueCallback(tx, order)
  return order
}

/** Schedules the next run of the worker for a payout; removes the schedule once the channel has answered. */
async function schedulePoll(tx: Transaction, { merchantNo, kind, id, status, updateTime }: OrderRecord): Promise<void> {
  if (status !== 'CREATED' && status !== 'PROCESSING') {
    await tx.run(sql`delete from payout_due where merchant_no = ${merchantNo} and order_id = ${id}`)
    return
  }
  const due = new Date(updateTime.getTime() + (status === 'CREATED' ? 0 : CHANNEL_ANSWER_DELAY_MS))
  await tx.run(sql`
    insert into payout_due (merchant_no, kind, order_id, due_time) values (${merchantNo}, ${kind}, ${id}, ${due})
        on conflict (merchant_no, order_id) do update set due_time = excluded.due_time`)
}
