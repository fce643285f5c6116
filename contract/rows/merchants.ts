import type { Direction } from '../kinds.ts'
import type { MerchantStatus } from '../options.ts'
import type { FeeType, Rate } from './fees.ts'
import type { Amount, Time } from './scalars.ts'

export interface Merchant {
  merchantNo: string
  merchantName: string
  username: string
  mobile: string | null
  /** MerchantType, or `STAFF`. */
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
  /** Statuses that the parent may set next. */
  moves: MerchantStatus[]
}

/** An account as staff sees it. */
export interface PlatMerchant extends Merchant {
  /** Whether a passcode was accepted since the secret was made. */
  enrolled: boolean
  /** Statuses that staff may set next. */
  moves: MerchantStatus[]
}

/** A merchant that the caller may filter by or transfer to. */
export interface MerchantChoice extends Pick<Merchant, 'merchantNo' | 'merchantName' | 'type'> {
  self: boolean
  transferable: boolean
}

export interface MerchantMethod {
  payMethod: string
  payChannel: string
  type: Direction
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
