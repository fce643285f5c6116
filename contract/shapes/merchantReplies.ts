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
  payFee: amount('The fee, 0 until a payin is paid'),
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

/** The form of a callback. Every value is text; a field without a value is absent. */
export const CallbackFields = Type.Object({
  merchantNo: text('Your merchant number'),
  merchantOrderNo: text('Your own number'),
  platOrderNo: text('The gateway’s number: 19 digits'),
  payOrderNo: Type.Optional(text('The number of the channel, or the transaction hash')),
  payChannel: text('The payment channel'),
  currency: Type.Enum(['IDR', 'VND', 'USDT']),
  payAmount: amount('The requested amount'),
  paidAmount: Type.Optional(amount('The amount received')),
  refundedAmount: Type.Optional(amount('What was refunded of it')),
  payFee: amount('The fee'),
  status: text('See the statuses'),
  createTime: time('When it was made'),
  completeTime: Type.Optional(time('When it became final')),
  _timestamp: text('Milliseconds since 1970'),
  _sign: text('SHA-256 of the other fields, upper-case hex'),
})

export type OpenPayin = Static<typeof PayinReply>
export type OpenPayout = Static<typeof PayoutReply>
export type OpenOrder = Static<typeof OrderReply>
