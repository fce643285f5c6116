import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { directionOf } from '#contract/kinds.ts'
import { toText } from '#contract/money.ts'
import { CreatePayin, CreatePayout, OpenBalanceQuery, OpenOrderQuery } from '#contract/shapes/merchantApi.ts'
import type { OpenOrder } from '#contract/shapes/merchantReplies.ts'
import { maySignIn } from '#contract/statuses.ts'
import { keepRawBody } from '../auth/signatureHeader.ts'
import { type SignedRequest, verifyMerchantSignature } from '../auth/signatures.ts'
import type { Gateway } from '../gateway.ts'
import type { Visitor } from '../http/caller.ts'
import { serveSignedByMerchant } from '../http/money.ts'
import { servePublic } from '../http/serve.ts'
import { balanceOf } from '../merchants/accountInfo.ts'
import { isListed } from '../merchants/addresses.ts'
import { accountDisabled } from '../merchants/merchantStatus.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { findOwnOrder } from '../orders/orderQueries.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import { invalidField, Refusal } from '../refusal.ts'
import { optionalWibTime } from '../wib.ts'
import { type Client, consume, openOrderBase, openPayin, openPayout } from './newOrders.ts'

/** The API for merchant systems; calls are signed with the secret of the merchant. */
export function merchantApiRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, clock } = gateway

  async function authenticate(input: SignedRequest, { address, signed }: Visitor): Promise<Client> {
    const signer = await verifyMerchantSignature(db, input, signed, clock.now())
    const { merchant } = signer
    // The signature is right, so the address may be told: behind a network of its own, the merchant does not know it.
    if (merchant.apiWhiteIp.length > 0 && !isListed(address, merchant.apiWhiteIp))
      throw new Refusal('API_IP_DENIED', { detail: { address } })
    return { ...signer, address }
  }

  async function authenticateRead(input: SignedRequest, visitor: Visitor): Promise<MerchantRow> {
    const client = await authenticate(input, visitor)
    const { merchant } = client
    if (!maySignIn(merchant)) throw accountDisabled(merchant)
    await consume(db, gateway, client)
    return merchant
  }

  app.register(async (api) => {
    keepRawBody(api)
    serveSignedByMerchant(api, gateway, calls.openPayin, CreatePayin, authenticate, (tx, input, client) =>
      openPayin(tx, gateway, input, client),
    )

    serveSignedByMerchant(api, gateway, calls.openPayout, CreatePayout, authenticate, (tx, input, client) =>
      openPayout(tx, gateway, input, client),
    )

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

const openOrder = (order: OrderRecord): OpenOrder => ({
  ...openOrderBase(order),
  type: directionOf(order.kind),
  paidAmount: order.paidAmount === null ? null : toText(order.paidAmount, order.currency),
  feeType: order.feeType,
  responseMessage: order.responseMessage,
  completeTime: optionalWibTime(order.completeTime),
  remark: order.remark,
})
