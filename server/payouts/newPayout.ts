import type { Id } from '../ids.ts'
import type { Entry } from '../ledger/ledger.ts'
import { feeOf } from '../merchants/fees.ts'
import { type Channel, isChainAddress } from '../orders/channels.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import { type Transition, transitionOf } from '../orders/transitions.ts'
import { type NewOrder, newOrder } from '../payments/newOrder.ts'
import { Refusal } from '../refusal.ts'
import { payoutEntries } from './payoutSteps.ts'

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
