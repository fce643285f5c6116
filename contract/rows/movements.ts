import type { Currency } from '../money.ts'
import type { Posting } from './ledger.ts'
import type { StatusMove } from './orders.ts'
import type { Amount, Time } from './scalars.ts'

/** A recharge, withdraw or transfer as the lists show it. */
export interface Movement {
  id: string
  /** RecordType. */
  type: string
  merchantNo: string
  merchantName: string
  platOrderNo: string
  merchantOrderNo: string
  currency: Currency
  payAmount: Amount
  payFee: Amount
  serviceFee: Amount
  transferFee: Amount
  payMethod: string | null
  payChannel: string | null
  bankCode: string | null
  bankName: string | null
  accountNumber: string | null
  accountHoldName: string | null
  payerName: string | null
  payerAccountNumber: string | null
  receiveName: string | null
  receiveAccount: string | null
  receiveMerchantNo: string | null
  /** RecordStatus. */
  status: string
  /** Minutes. */
  expiryPeriod: number | null
  /** Until when it can be taken back; null once it is on its way, and where nothing is held. */
  holdUntil: Time | null
  responseMessage: string | null
  /** Whether a receipt was handed in. */
  receipt: boolean
  remark: string | null
  createTime: Time
  updateTime: Time
  completeTime: Time | null
}

/** Everything that happened to a record, for its timeline. */
export interface MovementTrail {
  record: Movement
  moves: StatusMove[]
  /** Of the account whose record it is. */
  postings: Posting[]
  /** What people did to it in the console. */
  actions: { time: Time; actor: string; action: string; text: string | null }[]
  /** The receipt that was handed in, as a data URL. */
  receipt: string | null
  /** What an online recharge is paid with, as long as it can be; null for all else. */
  instruction: PaymentInstruction | null
}

/** What the payer needs: one of the three. */
export interface PaymentInstruction {
  accountNumber: string | null
  payUrl: string | null
  qrText: string | null
}

/** An online recharge with what it is paid with. */
export type RechargeInstruction = Movement & PaymentInstruction

/** Where offline money is to be sent, and the recharge that waits for it. */
export interface OfflineRechargeInfo {
  accounts: { bankCode: string; bankName: string; receiveAccount: string; receiveName: string }[]
  record: Movement | null
}
