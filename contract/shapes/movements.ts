import Type, { type Static } from 'typebox'
import { PATTERNS } from '../rules.ts'
import { amount, optionKey, orderNumber, pattern, remark, sha256, signed } from './fields.ts'

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

/** The receipt is not signed: an image proves nothing about the money. */
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

export type Transfer = Static<typeof Transfer>
export type Withdraw = Static<typeof Withdraw>
export type OnlineRecharge = Static<typeof OnlineRecharge>
export type OfflineRecharge = Static<typeof OfflineRecharge>
