import type { Direction } from '../kinds.ts'
import type { MerchantStatus } from '../options.ts'
import type { FeeType, Rate } from './fees.ts'
import type { Amount, Time } from './scalars.ts'

/** Null where a gateway does not say, or there is none. */
export interface Merchant {
  merchantNo: string | null
  merchantName: string | null
  username: string | null
  mobile: string | null
  /** MerchantType, or `STAFF`. */
  type: string | null
  status: string | null
  feeType: FeeType | null
  feeRate: Rate | null
  merchantFee: Amount | null
  payinNotifyAddress: string | null
  payoutNotifyAddress: string | null
  /** Null where a gateway does not say. */
  otpEnabled: boolean | null
  createTime: Time | null
  lastLoginTime: Time | null
}

export interface SubMerchant extends Merchant {
  available: Amount | null
  /** Statuses that the parent may set next; null where a gateway does not say, and decides itself. */
  moves: MerchantStatus[] | null
}

/** An account as staff sees it. */
export interface PlatMerchant extends Merchant {
  /** Whether a passcode was accepted since the secret was made. */
  enrolled: boolean | null
  /** Statuses that staff may set next; null where a gateway does not say, and decides itself. */
  moves: MerchantStatus[] | null
}

/** A merchant that the caller may filter by or transfer to. */
export interface MerchantChoice extends Pick<Merchant, 'merchantName' | 'type'> {
  merchantNo: string
  self: boolean
  transferable: boolean
}

export interface MerchantMethod {
  payMethod: string | null
  payChannel: string | null
  type: Direction
  feeType: FeeType | null
  feeRate: Rate | null
  merchantFee: Amount | null
  minAmount: Amount | null
  maxAmount: Amount | null
  status: string | null
}

export interface MerchantBank {
  bankCode: string
  bankName: string | null
  status: string | null
}
