import Type, { type Static } from 'typebox'
import { PATTERNS } from './rules.ts'
import {
  amount,
  day,
  ExportQuery,
  oneOrMany,
  optionKey,
  orderNumber,
  orderTail,
  Paging,
  pattern,
  sha256,
  signed,
} from './shapes.ts'

/** Shapes of what moves money between an account and the world, or between accounts. */

const remark = Type.Optional(Type.String({ maxLength: 140 }))

export const Transfer = Type.Object({
  merchantOrderNo: orderNumber,
  receiveMerchantNo: pattern(PATTERNS.merchantNo),
  payAmount: amount,
  remark,
  txnPwd: sha256,
  ...signed,
})

export const Withdraw = Type.Object({
  merchantOrderNo: orderNumber,
  payAmount: amount,
  bankCode: optionKey,
  accountNumber: pattern(PATTERNS.bankAccount),
  accountHoldName: pattern(PATTERNS.personName),
  remark,
  txnPwd: sha256,
  ...signed,
})

export const OnlineRecharge = Type.Object({ merchantOrderNo: orderNumber, payAmount: amount, payChannel: optionKey, ...signed })

/** The receipt is not part of what is signed: a megabyte of picture proves nothing about the money. */
export const OfflineRecharge = Type.Object({
  merchantOrderNo: orderNumber,
  payAmount: amount,
  bankCode: optionKey,
  payerName: pattern(PATTERNS.personName),
  payerAccountNumber: pattern(PATTERNS.bankAccount),
  receipt: Type.Optional(
    Type.String({ maxLength: 1_500_000, description: 'A data URL of a JPEG, PNG or PDF of at most 1 MiB' }),
  ),
  remark,
  ...signed,
})

/** Which movements of an account. */
export const EntryFilter = Type.Object({
  startDate: Type.Optional(day),
  endDate: Type.Optional(day),
  type: Type.Optional(oneOrMany(optionKey)),
  notType: Type.Optional(oneOrMany(optionKey)),
  orderNo: Type.Optional(oneOrMany(orderNumber)),
  orderTail: Type.Optional(oneOrMany(orderTail)),
  platOrderNo: Type.Optional(oneOrMany(orderNumber)),
  merchantOrderNo: Type.Optional(oneOrMany(orderNumber)),
  minAmount: Type.Optional(amount),
  maxAmount: Type.Optional(amount),
})

export const PagedEntries = Type.Interface([Paging, EntryFilter], {})

export const EntryCheck = Type.Object({
  after: Type.Optional(pattern(/^\d{1,18}$/, { description: 'The number of the movement up to which it was checked before' })),
})

export const EntryExport = Type.Interface([EntryFilter], {
  sort: Type.Optional(pattern(/^[A-Za-z]{1,40}\.(asc|desc)$/)),
  locales: Type.Optional(Type.String({ maxLength: 10 })),
  format: Type.Optional(Type.Enum(['spreadsheet', 'raw'])),
})

export const PagedDays = Type.Interface([Paging], {
  startDate: Type.Optional(day),
  endDate: Type.Optional(day),
  merchantNo: Type.Optional(oneOrMany(pattern(PATTERNS.merchantNo))),
})

export const PayoutAction = Type.Object({ id: orderNumber, action: Type.Enum(['check', 'cancel', 'retry']) })

export const ReceiptQuery = Type.Object({ merchantOrderNo: orderNumber })

export const SIMULATED_PAYOUT_OUTCOMES = ['success', 'failed', 'unknown', 'reversed'] as const

export const SimulatePayout = Type.Object({
  merchantOrderNo: orderNumber,
  outcome: Type.Optional(Type.Enum([...SIMULATED_PAYOUT_OUTCOMES])),
  notify: Type.Optional(Type.Enum(['ok', 'noAck', 'error500', 'timeout'])),
})

/** Which orders would be notified: those named, or all that the filter matches. */
export const NotifyPlanQuery = Type.Interface([ExportQuery], {
  kind: Type.Enum(['payin', 'usdtPayin', 'payout', 'usdtPayout']),
  ids: Type.Optional(Type.Array(orderNumber, { maxItems: 1_000 })),
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

export type Transfer = Static<typeof Transfer>
export type Withdraw = Static<typeof Withdraw>
export type OnlineRecharge = Static<typeof OnlineRecharge>
export type OfflineRecharge = Static<typeof OfflineRecharge>
export type EntryFilter = Static<typeof EntryFilter>
export type PagedEntries = Static<typeof PagedEntries>
export type EntryCheck = Static<typeof EntryCheck>
export type EntryExport = Static<typeof EntryExport>
export type PagedDays = Static<typeof PagedDays>
export type PayoutAction = Static<typeof PayoutAction>
export type ReceiptQuery = Static<typeof ReceiptQuery>
export type SimulatePayout = Static<typeof SimulatePayout>
export type NotifyPlanQuery = Static<typeof NotifyPlanQuery>
export type CreatePayout = Static<typeof CreatePayout>
export type OpenOrderQuery = Static<typeof OpenOrderQuery>
export type OpenBalanceQuery = Static<typeof OpenBalanceQuery>
