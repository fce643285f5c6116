import type { PayoutOrderStatus } from '#contract/options.ts'
import { maySend } from '#contract/statuses.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import type { Entry } from '../ledger/ledger.ts'
import { feeOf } from '../merchants/fees.ts'
import { accountDisabled } from '../merchants/merchantStatus.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { type Channel, checkAmount, isChainAddress, openChannel } from '../orders/channels.ts'
import type { OrderKey, OrderRecord } from '../orders/orderRow.ts'
import { lockOrder } from '../orders/orderStore.ts'
import { type Transition, transitionOf, transitionTime } from '../orders/transitions.ts'
import { type NewOrder, newOrder } from '../payments/newOrder.ts'
import { type CreatedOrder, type PaymentContext, storeOrder, storeStep } from '../payments/payments.ts'
import { Refusal } from '../refusal.ts'
import { SECOND } from '../wib.ts'
import { type PayoutUpdate, payoutEntries, payoutStep } from './payoutSteps.ts'

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
  const channel = await openChannel(tx, 'PAYOUT', merchant.currency, request.channel ?? BANK_TRANSFER[merchant.currency])
  checkReceiver(channel, request, await bankCodes(tx))
  checkAmount(channel, amount)
  const creation = newPayout(context.ids.next(), context.clock.now(), { ...request, channel })
  const created = await storeOrder(tx, context, creation, CONTENT)
  if (created.isNew) await schedulePoll(tx, created.order)
  return created
}

const bankCodes = async (tx: Transaction): Promise<Set<string>> =>
  new Set((await tx.all<{ code: string }>(sql`select bank_code as code from bank`)).map(({ code }) => code))

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
  await schedulePoll(tx, order)
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
export function checkReceiver({ channel, method }: Channel, receiver: Receiver, banks: ReadonlySet<string>): void {
  const { bankCode, receiveAccount, receiveName } = receiver
  const fields: Record<string, string> = {}
  if (method === 'BANK_TRANSFER') {
    if (bankCode === undefined) fields.bankCode = 'rule.required'
    else if (!banks.has(bankCode)) fields.bankCode = 'rule.unknown'
    if (!BANK_ACCOUNT.test(receiveAccount)) fields.receiveAccount = 'rule.format'
    if (receiveName === undefined) fields.receiveName = 'rule.required'
  } else {
    if (bankCode !== undefined) fields.bankCode = 'rule.unknown'
    const isValid = method === 'CRYPTO' ? isChainAddress(channel, receiveAccount) : WALLET_NUMBER.test(receiveAccount)
    if (!isValid) fields.receiveAccount = 'rule.format'
  }
  if (Object.keys(fields).length > 0) throw new Refusal('VALIDATION_FAILED', { fields })
}
