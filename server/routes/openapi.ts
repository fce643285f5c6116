import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { toMinor, toText } from '#contract/money.ts'
import type { OpenOrder, OpenPayout } from '#contract/moneyRows.ts'
import { CreatePayout, OpenBalanceQuery, OpenOrderQuery } from '#contract/moneyShapes.ts'
import { CreatePayin } from '#contract/shapes.ts'
import { isListed } from '../addresses.ts'
import { instructionOf } from '../channels.ts'
import { createPayout } from '../disbursements.ts'
import { type Gateway, paymentWorld } from '../gateway.ts'
import type { Visitor } from '../http/caller.ts'
import { serveSignedByMerchant } from '../http/money.ts'
import { serveAnybody } from '../http/serve.ts'
import { disabled, maySignIn } from '../merchantStatus.ts'
import { createPayin } from '../payments.ts'
import { balanceOf } from '../queries/accounts.ts'
import type { MerchantRecord } from '../queries/merchants.ts'
import { directionOf, type OrderRecord } from '../queries/order.ts'
import { ownOrder } from '../queries/orders.ts'
import { Refusal } from '../refusal.ts'
import { type Signed, signerOf, useUp as spend } from '../signatures.ts'
import { wibTime } from '../wib.ts'

/** What merchants' own systems call, signed with the merchant's secret. */
export function openapiRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, clock } = gateway

  /** Who signed, if it calls from where it may. */
  async function signer(input: Signed, { address }: Pick<Visitor, 'address'>): Promise<{ merchant: MerchantRecord }> {
    const merchant = await signerOf(db, input, clock.now())
    if (merchant.apiWhiteIp.length > 0 && !isListed(address, merchant.apiWhiteIp)) throw new Refusal('API_IP_DENIED')
    return { merchant }
  }

  /** Who asks about what is its own. */
  async function reader(input: Signed, visitor: Visitor): Promise<MerchantRecord> {
    const { merchant } = await signer(input, visitor)
    if (!maySignIn(merchant)) throw disabled(merchant)
    await spend(db, input, clock.now())
    return merchant
  }

  serveSignedByMerchant(app, gateway, calls.openPayin, CreatePayin, {
    signer,
    async work(tx, input, { merchant }) {
      await spend(tx, input, clock.now())
      const { merchantOrderNo, payChannel, payerName, mobile, expiryPeriod } = input
      const order = await createPayin(tx, paymentWorld(gateway), {
        merchant,
        merchantOrderNo,
        amount: amountOf(input, merchant),
        channel: payChannel,
        payerName,
        mobile,
        expiryMinutes: expiryPeriod === undefined ? undefined : Number(expiryPeriod),
      })
      return { ...openPayout(order), ...instructionOf(order), expiryPeriod: order.expiryMinutes }
    },
  })

  serveSignedByMerchant(app, gateway, calls.openPayout, CreatePayout, {
    signer,
    async work(tx, input, { merchant }) {
      await spend(tx, input, clock.now())
      const { payAmount: _, payChannel, ...rest } = input
      const amount = amountOf(input, merchant)
      return openPayout(await createPayout(tx, paymentWorld(gateway), { ...rest, merchant, amount, channel: payChannel }))
    },
  })

  serveAnybody(app, calls.openOrder, OpenOrderQuery, async (input, visitor) => {
    const { merchantOrderNo, platOrderNo } = input
    if (merchantOrderNo === undefined && platOrderNo === undefined) {
      throw new Refusal('VALIDATION_FAILED', { fields: { merchantOrderNo: 'rule.required' } })
    }
    const { merchantNo } = await reader(input, visitor)
    const order = await ownOrder(db, merchantNo, { merchantOrderNo, platOrderNo })
    if (order === undefined) throw new Refusal('ORDER_NOT_FOUND')
    return openOrder(order)
  })

  serveAnybody(app, calls.openBalance, OpenBalanceQuery, async (input, visitor) => balanceOf(db, await reader(input, visitor)))
}

function amountOf({ payAmount }: { payAmount: string }, { currency }: MerchantRecord): bigint {
  const amount = toMinor(payAmount, currency)
  if (amount === null) throw new Refusal('VALIDATION_FAILED', { fields: { payAmount: 'rule.format' } })
  return amount
}

/** What is answered of an order in either direction. */
const openPayout = ({ id, merchantOrderNo, status, amount, fee, currency, channel, createTime }: OrderRecord): OpenPayout => ({
  platOrderNo: id,
  merchantOrderNo,
  status,
  payAmount: toText(amount, currency),
  payFee: toText(fee, currency),
  payChannel: channel,
  createTime: wibTime(createTime),
})

const openOrder = (order: OrderRecord): OpenOrder => ({
  ...openPayout(order),
  type: directionOf(order.kind),
  paidAmount: order.paidAmount === null ? null : toText(order.paidAmount, order.currency),
  feeType: order.feeType,
  responseMessage: order.responseMessage,
  completeTime: order.completeTime === null ? null : wibTime(order.completeTime),
})
