import { directionOf } from '#contract/kinds.ts'
import { toMinor, toText } from '#contract/money.ts'
import type { CreatePayin, CreatePayout } from '#contract/shapes/merchantApi.ts'
import type { OpenPayin, OpenPayout } from '#contract/shapes/merchantReplies.ts'
import { audit } from '../audit/audit.ts'
import { consumeSignature, type Signer } from '../auth/signatures.ts'
import type { Queries, Transaction } from '../db/database.ts'
import { type PaymentServices, paymentContext } from '../gateway.ts'
import type { Visitor } from '../http/caller.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { instructionOf, openChannel } from '../orders/channels.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import { createPayin } from '../payins/payins.ts'
import type { CreatedOrder } from '../payments/payments.ts'
import { createPayout, readChoice } from '../payouts/payouts.ts'
import { invalidField, Refusal } from '../refusal.ts'
import { wibTime } from '../wib.ts'

/** A merchant system: the merchant, the key it signed with and its address. */
export type Client = Signer & Pick<Visitor, 'address'>

/** Creates a payin for an authenticated client. Throws SIGN_REPLAYED, and what `createPayin` throws. */
export async function openPayin(
  tx: Transaction,
  gateway: PaymentServices,
  input: CreatePayin,
  client: Client,
): Promise<OpenPayin> {
  const { merchant } = client
  const [channel] = await Promise.all([openChannel(tx, 'PAYIN', input.payChannel), consume(tx, gateway, client)])
  const { merchantOrderNo, payChannel, payerName, mobile, expiryPeriod, remark } = input
  const request = {
    merchant,
    merchantOrderNo,
    amount: amountOf(input, merchant),
    channel: payChannel,
    payerName,
    mobile,
    remark,
    expiryMinutes: expiryPeriod === undefined ? undefined : Number(expiryPeriod),
  }
  const created = await createPayin(tx, paymentContext(gateway), request, channel)
  await auditCreatedOrder(tx, gateway, client, created)
  const { order } = created
  return { ...openOrderBase(order), ...instructionOf(order), expiryPeriod: order.expiryMinutes }
}

/** Creates a payout for an authenticated client. Throws SIGN_REPLAYED, and what `createPayout` throws. */
export async function openPayout(
  tx: Transaction,
  gateway: PaymentServices,
  input: CreatePayout,
  client: Client,
): Promise<OpenPayout> {
  const { merchant } = client
  const { payAmount: _, payChannel, ...rest } = input
  const wanted = { ...rest, merchant, channel: payChannel }
  const [choice] = await Promise.all([readChoice(tx, wanted), consume(tx, gateway, client)])
  const request = { ...wanted, amount: amountOf(input, merchant) }
  const created = await createPayout(tx, paymentContext(gateway), request, choice)
  await auditCreatedOrder(tx, gateway, client, created)
  return openOrderBase(created.order)
}

/** Marks the signature as used. Throws SIGN_REPLAYED when it was used before. */
export async function consume(
  db: Queries | Transaction,
  { clock }: Pick<PaymentServices, 'clock'>,
  { merchant: { merchantNo }, signature }: Signer,
): Promise<void> {
  const isFirstUse = await consumeSignature(db, merchantNo, signature, clock.now())
  if (!isFirstUse) throw new Refusal('SIGN_REPLAYED')
}

async function auditCreatedOrder(
  tx: Transaction,
  gateway: PaymentServices,
  { merchant, secretHint: key, address }: Client,
  { order, isNew }: CreatedOrder,
): Promise<void> {
  if (!isNew) return
  const { id, kind, status, merchantOrderNo, channel, currency } = order
  const client = { merchant: { merchantNo: merchant.merchantNo, username: `API ${key}` }, address }
  const after = { status, merchantOrderNo, payAmount: toText(order.amount, currency), currency, channel }
  const action = directionOf(kind) === 'PAYIN' ? 'payin' : 'payout'
  await audit(tx, gateway, client, action, { target: id, detail: { before: null, after } })
}

function amountOf({ payAmount }: { payAmount: string }, { currency }: MerchantRow): bigint {
  const amount = toMinor(payAmount, currency)
  if (amount === null) throw invalidField('payAmount', 'rule.format')
  return amount
}

/** The part of the response that both directions share. */
export const openOrderBase = (order: OrderRecord): OpenPayout => ({
  platOrderNo: order.id,
  merchantOrderNo: order.merchantOrderNo,
  status: order.status,
  payAmount: toText(order.amount, order.currency),
  payFee: toText(order.fee, order.currency),
  payChannel: order.channel,
  createTime: wibTime(order.createTime),
})
