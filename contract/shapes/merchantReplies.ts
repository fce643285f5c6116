import Type, { type Static, type TSchema } from 'typebox'

/** The replies of the merchant API: one value types what is sent and documents it. */

const amount = (description: string) => Type.String({ description: `${description}, such as 150000.00` })
const time = (description: string) => Type.String({ description: `${description}: ISO 8601 in UTC+7` })
const nullable = <Shape extends TSchema>(shape: Shape) => Type.Union([shape, Type.Null()])
const text = (description: string) => Type.String({ description })

const order = {
  platOrderNo: text('The gateway’s number: 19 digits'),
  merchantOrderNo: text('Your own number'),
  status: text('See the statuses'),
  payAmount: amount('The requested amount'),
  payFee: amount('The fee'),
  payChannel: text('The payment channel'),
}

export const PayinReply = Type.Object({
  ...order,
  accountNumber: nullable(text('The virtual account to pay to, or the code a shop asks for')),
  qrText: nullable(text('The content of the QR code to show')),
  payUrl: nullable(text('The page to send the payer to')),
  expiryPeriod: nullable(Type.Number({ description: 'Minutes until it expires' })),
  createTime: time('When it was made'),
})

export const PayoutReply = Type.Object({ ...order, createTime: time('When it was made') })

export const OrderReply = Type.Object({
  ...order,
  createTime: time('When it was made'),
  type: Type.Enum(['PAYIN', 'PAYOUT']),
  paidAmount: nullable(amount('The amount received')),
  feeType: Type.Enum(['RATE', 'FIXED', 'MIXED']),
  responseMessage: nullable(text('The channel’s message')),
  completeTime: nullable(time('When it became final')),
  remark: nullable(text('For your own use')),
})

export const BalanceReply = Type.Object({
  currency: Type.Enum(['IDR', 'VND', 'USDT']),
  available: amount('Available for payouts'),
  total: amount('The sum of the three others'),
  payinFreeze: amount('Paid, not yet settled'),
  payoutFreeze: amount('Frozen for payouts in progress'),
})

export type OpenPayin = Static<typeof PayinReply>
export type OpenPayout = Static<typeof PayoutReply>
export type OpenOrder = Static<typeof OrderReply>
