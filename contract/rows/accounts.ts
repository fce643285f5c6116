import type { Currency } from '../money.ts'
import type { Amount } from './scalars.ts'

export interface Balance {
  currency: Currency
  available: Amount
  total: Amount
  payinFreeze: Amount
  payoutFreeze: Amount
}

export interface AccountInfo extends Balance {
  withdraw: { min: Amount; max: Amount; serviceFee: Amount }
  transfer: { min: Amount; max: Amount; transferFee: Amount }
  recharge: { min: Amount; max: Amount }
  settle: { bankCode: string; bankName: string; accountNumber: string; accountHoldName: string } | null
  txnPwdSet: boolean
}
