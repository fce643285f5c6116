import { type Id, timeOf } from '../ids.ts'
import type { Entry } from '../ledger/ledger.ts'
import { feeOf } from '../merchants/fees.ts'
import { type Channel, isChainAddress } from '../orders/channels.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import { feeRuleOf, type NewPayin } from '../payins/newPayin.ts'
import type { OrderTransition } from '../payins/payinSteps.ts'
import { Refusal } from '../refusal.ts'
import { payoutEntries, transitionOf } from './payoutSteps.ts'

/** The receiver of a payout: a bank account, a wallet number or an address on chain, depending on the channel. */
export interface Receiver {
  bankCode?: string | undefined
  receiveAccount: string
  receiveName?: string | undefined
  mobile?: string | undefined
}

export interface NewPayout extends Receiver {
  merchant: NewPayin['merchant']
  merchantOrderNo: string
  amount: bigint
  channel: Channel
  remark?: string | undefined
}

/** A new payout in status CREATED, with the entries that freeze its amount and fee. */
export function newPayout(
  id: Id,
  at: number,
  input: NewPayout,
): { order: OrderRecord; moves: [OrderTransition]; entries: Entry[] } {
  const { merchant, channel, amount } = input
  // The id contains its time. When that is ahead of the clock, the create time follows the id.
  const time = new Date(Math.max(at, timeOf(id)))
  const rule = feeRuleOf(merchant)
  const order: OrderRecord = {
    merchantNo: merchant.merchantNo,
    kind: merchant.currency === 'USDT' ? 'USDT_PAYOUT' : 'PAYOUT',
    id,
    merchantOrderNo: input.merchantOrderNo,
    payOrderNo: null,
    status: 'CREATED',
    channel: channel.channel,
    method: channel.method,
    currency: merchant.currency,
    amount,
    paidAmount: null,
    refundedAmount: 0n,
    fee: feeOf(amount, rule, merchant.currency),
    ...rule,
    platAccountId: `${channel.channel}-01`,
    bankCode: input.bankCode ?? null,
    accountNumber: null,
    accountName: null,
    payerName: null,
    payerAccount: null,
    receiveAccount: input.receiveAccount,
    receiveName: input.receiveName ?? null,
    remark: input.remark ?? null,
    mobile: input.mobile ?? null,
    expiryMinutes: null,
    responseMessage: null,
    lateSuccess: false,
    simulated: false,
    attempt: 1,
    moves: 1,
    notifyStatus: 'NONE',
    notifyAttempts: 0,
    lastNotifyTime: null,
    createTime: time,
    updateTime: time,
    completeTime: null,
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
