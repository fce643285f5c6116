import type { PayoutOrderStatus } from '#contract/options.ts'
import { noteChanged, noteCreated } from '../changes/changes.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { post } from '../ledger/ledger.ts'
import { accountDisabled, maySend } from '../merchants/merchantStatus.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { checkAmount, payoutChannels } from '../orders/channels.ts'
import { isNotifiable, type OrderRecord } from '../orders/orderRow.ts'
import {
  addDeltas,
  addOrders,
  addTransitions,
  counterDelta,
  findOrderByNumber,
  lockOrder,
  type OrderKey,
  saveOrder,
} from '../orders/orderStore.ts'
import type { CreatedOrder, PaymentContext } from '../payins/payins.ts'
import { Refusal } from '../refusal.ts'
import { SECOND } from '../wib.ts'
import { checkReceiver, type NewPayout, newPayout } from './newPayout.ts'
import { type PayoutUpdate, payoutStep } from './payoutSteps.ts'

export interface PayoutRequest extends Omit<NewPayout, 'merchant' | 'channel'> {
  merchant: MerchantRow
  /** The bank transfer of the merchant's country when absent. */
  channel?: string | undefined
}

/** How long a channel is left to answer before it is asked. */
export const CHANNEL_ANSWER_DELAY_MS = 5 * SECOND

const BANK_TRANSFER: Record<string, string | undefined> = { IDR: 'BANK_ID', VND: 'BANK_VN' }

/**
 * A new payout whose money is frozen, or, when the merchant has used the number for the same payout before, that one.
 * Refuses a merchant that may not pay out (ACCOUNT_DISABLED), a channel or a receiver that there is not and an amount
 * finer than the wire (VALIDATION_FAILED), an amount outside the channel's limits (AMOUNT_OUT_OF_RANGE), a used number
 * with other content (DUPLICATE_ORDER_NO), and more than is available (INSUFFICIENT_BALANCE).
 */
export async function createPayout(tx: Transaction, world: PaymentContext, request: PayoutRequest): Promise<CreatedOrder> {
  const { merchant, amount } = request
  if (!maySend(merchant)) throw accountDisabled(merchant)
  const channel = (await payoutChannels(tx)).get(request.channel ?? BANK_TRANSFER[merchant.currency] ?? '')
  if (channel === undefined || channel.currency !== merchant.currency) {
    const fault = request.channel === undefined ? 'rule.required' : 'rule.unknown'
    throw new Refusal('VALIDATION_FAILED', { fields: { payChannel: fault } })
  }
  checkReceiver(channel, request, await bankCodes(tx))
  checkAmount(channel, amount)
  const { order, moves, entries } = newPayout(world.ids.next(), world.clock.now(), { ...request, channel })
  if ((await addOrders(tx, [order])) === 0) return { order: await findOrderByNumber(tx, order, CONTENT), isNew: false }
  await addTransitions(tx, moves)
  await addDeltas(tx, [counterDelta(order, 1)])
  await post(tx, world.ids, entries)
  await ask(tx, order)
  await noteCreated(tx, order)
  return { order, isNew: true }
}

const bankCodes = async (tx: Transaction): Promise<Set<string>> =>
  new Set((await tx.all<{ code: string }>(sql`select bank_code as code from bank`)).map(({ code }) => code))

// What makes two payouts of one number the same.
const CONTENT = ['kind', 'channel', 'bankCode', 'receiveAccount', 'receiveName', 'mobile', 'remark'] as const

/**
 * Moves a payout to another status, and with it the money, the counters and the callback it owes.
 * Refuses with ORDER_STATE_CONFLICT what the table of moves does not have, with ORDER_NOT_FOUND what does not exist, and
 * with INSUFFICIENT_BALANCE a retry that the account cannot pay.
 */
export async function transitionPayout(
  tx: Transaction,
  world: PaymentContext,
  key: OrderKey,
  to: PayoutOrderStatus,
  facts: Omit<PayoutUpdate, 'at'> = {},
): Promise<OrderRecord> {
  const { order: before } = await lockOrder(tx, key)
  // No move is older than the one before it, whatever clocks say.
  const at = new Date(Math.max(world.clock.now(), before.updateTime.getTime()))
  const { order, transition: move, entries } = payoutStep(before, to, { ...facts, at })
  await saveOrder(tx, order)
  await addTransitions(tx, [move])
  await addDeltas(tx, [counterDelta(before, -1, order.moves), counterDelta(order, 1)])
  await post(tx, world.ids, entries)
  await ask(tx, order)
  await noteChanged(tx, order)
  if (isNotifiable(order)) await world.enqueueCallback(tx, order)
  return order
}

/** Writes down when the channel of a payout is to be asked about it, and forgets one that it has answered for. */
async function ask(tx: Transaction, { merchantNo, kind, id, status, updateTime }: OrderRecord): Promise<void> {
  if (status !== 'CREATED' && status !== 'PROCESSING') {
    await tx.run(sql`delete from payout_due where merchant_no = ${merchantNo} and order_id = ${id}`)
    return
  }
  const due = new Date(updateTime.getTime() + (status === 'CREATED' ? 0 : CHANNEL_ANSWER_DELAY_MS))
  await tx.run(sql`
    insert into payout_due (merchant_no, kind, order_id, due_time) values (${merchantNo}, ${kind}, ${id}, ${due})
        on conflict (merchant_no, order_id) do update set due_time = excluded.due_time`)
}
