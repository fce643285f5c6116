import type { Direction } from '../kinds.ts'
import type { FeeType } from './fees.ts'
import type { PaymentInstruction } from './movements.ts'
import type { Amount, Time } from './scalars.ts'

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

/** A payin in the merchant API. */
export interface OpenPayin extends OpenPayout, PaymentInstruction {
  expiryPeriod: number | null
}

/** An order in the merchant API. */
export interface OpenOrder extends OpenPayout {
  type: Direction
  paidAmount: Amount | null
  feeType: FeeType
  responseMessage: string | null
  completeTime: Time | null
}
