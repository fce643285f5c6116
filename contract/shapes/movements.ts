import Type, { type Static } from 'typebox'
import { PATTERNS } from '../rules.ts'
import { amount, optionKey, orderNumber, pattern, remark, sha256, signed } from './fields.ts'

/** What every signed call that creates a movement has. */
const request = { merchantOrderNo: orderNumber, payAmount: amount, ...signed }

export const Transfer = Type.Object({
  ...request,
  receiveMerchantNo: pattern(PATTERNS.merchantNo),
  remark,
  txnPwd: sha256,
})

export const Withdraw = Type.Object({
  ...request,
  bankCode: optionKey,
  accountNumber: pattern(PATTERNS.bankAccount),
  accountHoldName: pattern(PATTERNS.personName),
  remark,
  txnPwd: sha256,
})

export const OnlineRecharge = Type.Object({ ...request, payChannel: optionKey })

/** The receipt is not signed: an image proves nothing about the money. */
export const OfflineRecharge = Type.Object({
  ...request,
  bankCode: optionKey,
  payerName: pattern(PATTERNS.personName),
  payerAccountNumber: pattern(PATTERNS.bankAccount),
  receipt: Type.Optional(
    Type.String({ maxLength: 1_500_000, description: 'A data URL of a JPEG, PNG or PDF of at most 1 MiB' }),
  ),
  remark,
})

export type Transfer = Static<typeof Transfer>
export type Withdraw = Static<typeof Withdraw>
export type OnlineRecharge = Static<typeof OnlineRecharge>
export type OfflineRecharge = Static<typeof OfflineRecharge>
