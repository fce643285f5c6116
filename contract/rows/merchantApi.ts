import type { FeeType } from './fees.ts'
import type { Amount, Time } from './scalars.ts'

/** A payin in the merchant API. */
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

/** A payout in the merchant API. */
export interface OpenPayout {
  platOrderNo: string
  merchantOrderNo: string
  status: string
  payAmount: Amount
  payFee: Amount
  payChannel: string
  createTime: Time
}

/** An order in the merchant API. */
export interface OpenOrder extends OpenPayout {
  type: 'PAYIN' | 'PAYOUT'
  paidAmount: Amount | null
  feeType: FeeType
  responseMessage: string | null
  completeTime: Time | null
}
