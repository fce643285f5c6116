import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { directionOf } from '#contract/kinds.ts'
import { toMinor, toText } from '#contract/money.ts'
import { CreatePayin, CreatePayout, OpenBalanceQuery, OpenOrderQuery } from '#contract/shapes/merchantApi.ts'
import type { OpenOrder, OpenPayout } from '#contract/shapes/merchantReplies.ts'
import { maySignIn } from '#contract/statuses.ts'
import { audit } from '../audit/audit.ts'
import { keepRawBody } from '../auth/signatureHeader.ts'
import { consumeSignature, type SignedRequest, type Signer, verifyMerchantSignature } from '../auth/signatures.ts'
import type { Queries, Transaction } from '../db/database.ts'
import { type Gateway, paymentContext } from '../gateway.ts'
import type { Visitor } from '../http/caller.ts'
import { serveSignedByMerchant } from '../http/money.ts'
import { servePublic } from '../http/serve.ts'
import { balanceOf } from '../merchants/accountInfo.ts'
import { isListed } from '../merchants/addresses.ts'
import { accountDisabled } from '../merchants/merchantStatus.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { instructionOf } from '../orders/channels.ts'
import { findOwnOrder } from '../orders/orderQueries.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import { createPayin } from '../payins/payins.ts'
import type { CreatedOrder } from '../payments/payments.ts'
import { createPayout } from '../payouts/payouts.ts'
import { invalidField, Refusal } from '../refusal.ts'
import { optionalWibTime, wibTime } from '../wib.ts'

/** The API for merchant systems; calls are signed with the secret of the merchant. */
export function merchantApiRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, clock } = gateway

  async function authenticate(input: SignedRequest, { address, signed }: Visitor): Promise<Client> {
    const signer = await verifyMerchantSignature(db, input, signed, clock.now())
    const { merchant } = signer
    if (merchant.apiWhiteIp.length > 0 && !isListed(address, merchant.apiWhiteIp)) throw new Refusal('API_IP_DENIED')
    return { ...signer, address }
  }

  async function authenticateRead(input: SignedRequest, visitor: Visitor): Promise<MerchantRow> {
    const client = await authenticate(input, visitor)
    const { merchant } = client
    if (!maySignIn(merchant)) throw accountDisabled(merchant)
    await consume(db, client)
    return merchant
  }

  async function consume(queries: Queries, { merchant: { merchantNo }, signature }: Signer): Promise<void> {
    const isFirstUse = await consumeSignature(queries, merchantNo, signature, clock.now())
    if (!isFirstUse) throw new Refusal('SIGN_REPLAYED')
  }

  app.register(async (api) => {
    keepRawBody(api)
    serveSignedByMerchant(api, gateway, calls.openPayin, CreatePayin, authenticate, async (tx, input, client) => {
      const { merchant } = client
      await consume(tx, client)
      const { merchantOrderNo, payChannel, payerName, mobile, expiryPeriod, remark } = input
      const created = await createPayin(tx, paymentContext(gateway), {
        merchant,
        merchantOrderNo,
        amount: amountOf(input, merchant),
        channel: payChannel,
        payerName,
        mobile,
        remark,
        expiryMinutes: expiryPeriod === undefined ? undefined : Number(expiryPeriod),
      })
      await auditCreatedOrder(tx, gateway, client, created)
      const { order } = created
      return { ...openOrderBase(order), ...instructionOf(order), expiryPeriod: order.expiryMinutes }
    })

    serveSignedByMerchant(api, gateway, calls.openPayout, CreatePayout, authenticate, async (tx, input, client) => {
      const { merchant } = client
      await consume(tx, client)
      const { payAmount: _, payChannel, ...rest } = input
      const amount = amountOf(input, merchant)
      const created = await createPayout(tx, paymentContext(gateway), { ...rest, merchant, amount, channel: payChannel })
      await auditCreatedOrder(tx, gateway, client, created)
      return openOrderBase(created.order)
    })

    servePublic(api, calls.openOrder, OpenOrderQuery, async (input, visitor) => {
      const { merchantOrderNo, platOrderNo } = input
      if (merchantOrderNo === undefined && platOrderNo === undefined) throw invalidField('merchantOrderNo', 'rule.required')
      const { merchantNo } = await authenticateRead(input, visitor)
      const order = await findOwnOrder(db, merchantNo, { merchantOrderNo, platOrderNo })
      if (order === undefined) throw new Refusal('ORDER_NOT_FOUND')
      return openOrder(order)
    })

    servePublic(api, calls.openBalance, OpenBalanceQuery, async (input, visitor) =>
      balanceOf(db, await authenticateRead(input, visitor)),
    )
  })
}

/** A merchant system: the merchant, the key it signed with and its address. */
type Client = Signer & Pick<Visitor, 'address'>

async function auditCreatedOrder(
  tx: Transaction,
  gateway: Gateway,
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
const openOrderBase = (order: OrderRecord): OpenPayout => ({
  platOrderNo: order.id,
  merchantOrderNo: order.merchantOrderNo,
  status: order.status,
  payAmount: toText(order.amount, order.currency),
  payFee: toText(order.fee, order.currency),
  payChannel: order.channel,
  createTime: wibTime(order.createTime),
})

const openOrder = (order: OrderRecord): OpenOrder => ({
  ...openOrderBase(order),
  type: directionOf(order.kind),
  paidAmount: order.paidAmount === null ? null : toText(order.paidAmount, order.currency),
  feeType: order.feeType,
  responseMessage: order.responseMessage,
  completeTime: optionalWibTime(order.completeTime),
})
