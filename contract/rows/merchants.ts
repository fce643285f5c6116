import type { MerchantStatus } from '../options.ts'
import type { FeeType, Rate } from './fees.ts'
import type { Amount, Time } from './scalars.ts'

export interface Merchant {
  merchantNo: string
  merchantName: string
  username: string
  mobile: string | null
  /** MerchantType; of staff `STAFF`. */
  type: string
  status: string
  feeType: FeeType | null
  feeRate: Rate | null
  merchantFee: Amount | null
  payinNotifyAddress: string | null
  payoutNotifyAddress: string | null
  otpEnabled: boolean
  createTime: Time
  lastLoginTime: Time | null
}

export interface SubMerchant extends Merchant {
  available: Amount
  /** Where its parent may move it from its status. */
  moves: MerchantStatus[]
}

/** An account as staff see it who are asked for help. */
export interface PlatMerchant extends Merchant {
  /** Whether a passcode was ever accepted since the secret was made. */
  enrolled: boolean
  /** Where staff may move it from its status. */
  moves: MerchantStatus[]
}

/** A merchant that the caller may filter by or transfer to. */
export interface MerchantChoice {
  merchantNo: string
  merchantName: string
  type: string
  self: boolean
  transferable: boolean
}

export interface MerchantMethod {
  payMethod: string
  payChannel: string
  type: 'PAYIN' | 'PAYOUT'
  feeType: FeeType
  feeRate: Rate | null
  merchantFee: Amount | null
  minAmount: Amount
  maxAmount: Amount
  status: string
}

export interface MerchantBank {
  bankCode: string
  bankName: string
  status: string
}
