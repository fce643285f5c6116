import Type, { type Static } from 'typebox'
import { PATTERNS } from '../rules.ts'
import { amount, optionKey, orderNumber, pattern, remark, signed as signedFields } from './fields.ts'

/** Absent from a call that is signed with the header. */
const signed = Type.Partial(Type.Object(signedFields)).properties

export const CreatePayin = Type.Object({
  merchantNo: pattern(PATTERNS.merchantNo),
  merchantOrderNo: orderNumber,
  payAmount: amount,
  payChannel: optionKey,
  payerName: Type.Optional(pattern(PATTERNS.personName)),
  mobile: Type.Optional(Type.String({ maxLength: 24 })),
  expiryPeriod: Type.Optional(pattern(/^[1-9]\d{0,4}$/, { description: 'Minutes; 60 when absent' })),
  remark,
  ...signed,
})

export const CreatePayout = Type.Object({
  merchantNo: pattern(PATTERNS.merchantNo),
  merchantOrderNo: orderNumber,
  payAmount: amount,
  payChannel: Type.Optional(optionKey),
  bankCode: Type.Optional(optionKey),
  receiveAccount: Type.String({
    minLength: 4,
    maxLength: 128,
    description: 'Account number, wallet number or address on chain',
  }),
  receiveName: Type.Optional(pattern(PATTERNS.personName)),
  mobile: Type.Optional(Type.String({ maxLength: 24 })),
  remark,
  ...signed,
})

export const OpenOrderQuery = Type.Object({
  merchantNo: pattern(PATTERNS.merchantNo),
  merchantOrderNo: Type.Optional(orderNumber),
  platOrderNo: Type.Optional(orderNumber),
  ...signed,
})

export const OpenBalanceQuery = Type.Object({ merchantNo: pattern(PATTERNS.merchantNo), ...signed })

export type CreatePayin = Static<typeof CreatePayin>
export type CreatePayout = Static<typeof CreatePayout>
export type OpenOrderQuery = Static<typeof OpenOrderQuery>
export type OpenBalanceQuery = Static<typeof OpenBalanceQuery>
