import type { Currency } from './money.ts'
import type { Amount, Balance, Day, FeeType, PayOrder, Posting, StatusMove, Time } from './rows.ts'

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

/** A movement of an account: the four figures before and after it. */
export interface AccountEntry {
  id: string
  seq: string
  createTime: Time
  /** DetailType. */
  type: string
  platOrderNo: string
  merchantOrderNo: string | null
  currency: Currency
  /** Signed as the owner sees it. */
  payAmount: Amount
  payFee: Amount
  beforeAvailable: Amount
  afterAvailable: Amount
  beforeTotal: Amount
  afterTotal: Amount
  beforePayinFreeze: Amount
  afterPayinFreeze: Amount
  beforePayoutFreeze: Amount
  afterPayoutFreeze: Amount
  remark: string | null
}

/** What there was on an account behind a movement. */
export interface BalanceSnapshot {
  seq: string
  available: Amount
  total: Amount
  payinFreeze: Amount
  payoutFreeze: Amount
}

/** A movement that does not go on where the one before it ended, or behind which the account has something else. */
export interface LedgerBreak {
  id: string
  seq: string
  platOrderNo: string
  /** What the movement before it left; null where that is not what is wrong. */
  previous: BalanceSnapshot | null
  /** What the account has, where this is its last movement and left something else. */
  account: BalanceSnapshot | null
}

/** A part of an account's movements, each held against the one before it. */
export interface CheckedEntries {
  /** The number of the last movement that was looked at, and of the last there is. */
  upto: string
  last: string
  isEnd: boolean
  breaks: LedgerBreak[]
}

/** Counts and amounts of both directions. */
export interface Summary {
  totalPayinCount: number
  totalPayinAmount: Amount
  successPayinCount: number
  successPayinAmount: Amount
  payinFee: Amount
  totalPayoutCount: number
  totalPayoutAmount: Amount
  successPayoutCount: number
  successPayoutAmount: Amount
  payoutFee: Amount
}

/** A day as it stood at a time of it. */
export interface SummarySoFar extends Omit<Summary, 'payinFee' | 'payoutFee'> {
  until: string
}

export interface DaySummary extends Summary {
  date: Day
}

/** Orders that were made, and money that moved. */
export interface AccountSums extends Summary {
  rechargeAmount: Amount
  withdrawAmount: Amount
  transferInAmount: Amount
  transferOutAmount: Amount
}

export interface AccountDay extends AccountSums {
  date: Day
  /** All that the account owned when the day was over. */
  endingBalance: Amount
}

export interface PayoutSummary {
  totalPayoutCount: number
  totalPayoutAmount: Amount
  successPayoutCount: number
  successPayoutAmount: Amount
  payoutFee: Amount
  byStatus: Record<string, { count: number; amount: Amount }>
}

export interface CheckoutOrder extends PayOrder {
  checkoutUrl: string
}

/** A slip for the payer's counterpart: what was paid to whom, and when. */
export interface Receipt {
  merchantOrderNo: string
  platOrderNo: string
  merchantName: string
  bankName: string | null
  receiveName: string | null
  receiveAccount: string | null
  currency: Currency
  payAmount: Amount
  payFee: Amount
  status: string
  completeTime: Time | null
  /** An SVG as a data URL. */
  receipt: string | null
}

/** What a notify of several would do: how many, and how many not and why. */
export interface NotifyPlan {
  total: number
  notifiable: number
  /** Reason, an error code -> how many. */
  skipped: Record<string, number>
  /** Platform numbers of the first few that would be notified. */
  sample: string[]
}

export interface Dashboard {
  date: Day
  currency: Currency
  today: Summary
  yesterday: Summary
  /** What today can be held against. Not every gateway tells it. */
  yesterdaySoFar?: SummarySoFar
  /** Staff have no account of their own. */
  balance: Balance | null
}

export interface AgentDashboard {
  range: { startDate: Day; endDate: Day }
  merchantCount: number
  summary: Summary
}

export interface AgentDay extends DaySummary {
  merchantNo: string | null
  merchantName: string | null
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
