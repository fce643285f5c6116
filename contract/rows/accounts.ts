import type { Currency } from '../money.ts'
import type { Amount } from './scalars.ts'

/** Null where a gateway does not say. */
export interface Balance {
  currency: Currency
  available: Amount | null
  total: Amount | null
  payinFreeze: Amount | null
  payoutFreeze: Amount | null
}

/** The smallest and the largest amount of one transaction; null where a gateway does not say. */
export interface Limits {
  min: Amount | null
  max: Amount | null
}

export interface SettlementAccount {
  bankCode: string | null
  bankName: string | null
  accountNumber: string | null
  accountHoldName: string | null
}

/** In place of a settlement account: none is set. A gateway sends null for it, and nothing where it does not say. */
export const NO_ACCOUNT = 'none'

export interface AccountInfo extends Balance {
  withdraw: Limits & { serviceFee: Amount | null }
  transfer: Limits & { transferFee: Amount | null }
  recharge: Limits
  settle: SettlementAccount | typeof NO_ACCOUNT | null
  /** Null where a gateway does not say whether there is a transaction password. */
  txnPwdSet: boolean | null
}
