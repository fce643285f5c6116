import type { FeeType } from './fees.ts'
import type { Amount, Time } from './scalars.ts'

/** A payin as the merchant API answers it. */
export interface OpenPayin {
  platOrderNo: string
  merchantOrderNo: string
  status: string
  payAmount: Amount
  payFee: Amount
  payChannel: string
  accountNumber: string | null
  qrText: string | null
  payUrl: string | null
  expiryPeriod: number | null
  createTime: Time
}

/** A payout as the merchant API answers it. */
export interface OpenPayout {
  platOrderNo: string
  merchantOrderNo: string
  status: string
  payAmount: Amount
  payFee: Amount
  payChannel: string
  createTime: Time
}

/** An order as the merchant API answers it. */
export interface OpenOrder extends OpenPayout {
  type: 'PAYIN' | 'PAYOUT'
  paidAmount: Amount | null
  feeType: FeeType
  responseMessage: string | null
  completeTime: Time | null
}
