import type { Posting } from './ledger.ts'
import type { Payment, StatusMove, UserAction } from './orders.ts'
import type { Amount, Time } from './scalars.ts'

/** A recharge, withdraw or transfer in a list. */
export interface Movement extends Payment {
  /** RecordType; null where a gateway does not say and the call does not tell. */
  type: string | null
  /** The number of the channel or bank. Movements are found by it as orders are. Not in the specification. */
  payOrderNo: string | null
  transferFee: Amount | null
  payMethod: string | null
  payChannel: string | null
  receiveMerchantNo: string | null
  /** Until when it can be cancelled; null after that, and without a hold. */
  holdUntil: Time | null
  remark: string | null
}

/** History of a movement, for its timeline. */
export interface MovementTrail {
  record: Movement
  moves: StatusMove[]
  /** Ledger entries of the movement's account. */
  postings: Posting[]
  /** Actions of users in the console. */
  actions: UserAction[]
  /** Uploaded receipt as a data URL. */
  receipt: string | null
  /** Payment instruction of a payable online recharge, else null. */
  instruction: PaymentInstruction | null
}

/** Payment instruction for the payer: one of the three. */
export interface PaymentInstruction {
  accountNumber: string | null
  payUrl: string | null
  qrText: string | null
}

export type RechargeInstruction = Movement & PaymentInstruction

/** A bank account of the platform, to recharge to. */
export interface ReceivingAccount {
  bankCode: string
  bankName: string | null
  receiveAccount: string | null
  receiveName: string | null
}

/** Bank accounts for an offline recharge, and the open recharge. */
export interface OfflineRechargeInfo {
  /** Null where a gateway does not say. */
  accounts: ReceivingAccount[] | null
  record: Movement | null
}
