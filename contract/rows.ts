import type { TargetKind } from './merchantRows.ts'
import type { Currency } from './money.ts'
import type { Movement } from './moneyRows.ts'
import type { NotifyStatus, Review } from './options.ts'

/** Decimal text, two places, four for USDT: `150000.00`. */
export type Amount = string
/** ISO 8601 in Western Indonesian Time: `2026-11-21T08:15:30+07:00`. */
export type Time = string
/** A day in Western Indonesian Time: `2026-11-21`. */
export type Day = string
/** Decimal text strictly between 0 and 1: `0.006`. */
export type Rate = string

export type FeeType = 'RATE' | 'FIXED' | 'MIXED'

export interface Login {
  token: string
  /** JSON text, see `MenuList`; empty while the passcode is missing. */
  menuList: string
  needOtp: boolean
  /** Given until the first passcode was accepted, for the authenticator. */
  otpAuthUrl: string
}

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

/** A payin or payout as the lists show it. For USDT, `payChannel` is the network, `receiveAccount` the address, `payOrderNo` the hash. */
export interface PayOrder {
  id: string
  merchantNo: string
  merchantName: string
  merchantOrderNo: string
  platOrderNo: string
  payOrderNo: string | null
  platAccountId: string | null
  currency: Currency
  type: 'PAYIN' | 'PAYOUT'
  payMethod: string
  payChannel: string
  bankCode: string | null
  bankName: string | null
  accountNumber: string | null
  accountHoldName: string | null
  payerName: string | null
  payerAccountNumber: string | null
  receiveName: string | null
  receiveAccount: string | null
  mobile: string | null
  payAmount: Amount
  /** What really arrived, where that is known; differs from `payAmount` when too little or too much was paid. */
  paidAmount: Amount | null
  payFee: Amount
  serviceFee: Amount
  feeType: FeeType
  status: string
  /** Success after the order had already expired, failed or been closed. */
  lateSuccess: boolean
  /** Moved by the simulation tool. */
  simulated: boolean
  /** Minutes. */
  expiryPeriod: number | null
  responseMessage: string | null
  receipt: boolean
  notifyStatus: NotifyStatus
  notifyAttempts: number
  lastNotifyTime: Time | null
  /** Ours: whether it was found to agree with the merchant's own books, and what was wrong where it does not. */
  review: Exclude<Review, 'NONE'> | null
  reviewNote: string | null
  createTime: Time
  updateTime: Time
  completeTime: Time | null
  /** Status moves, oldest first; only when the filter found this one row. */
  history?: StatusMove[]
}

export interface StatusMove {
  time: Time
  status: string
  text: string | null
}

/** Everything that happened to an order, for its timeline. */
export interface OrderTrail {
  order: PayOrder
  notifyAddress: string | null
  moves: StatusMove[]
  postings: Posting[]
  attempts: CallbackAttempt[]
  /** What people did to it in the console: notify, check, close, simulate. */
  actions: { time: Time; actor: string; action: string; text: string | null }[]
}

/** A ledger row of the order: the four figures before and after. */
export interface Posting {
  time: Time
  seq: string
  type: string
  amount: Amount
  currency: Currency
  beforeAvailable: Amount
  afterAvailable: Amount
  beforeTotal: Amount
  afterTotal: Amount
  beforePayinFreeze: Amount
  afterPayinFreeze: Amount
  beforePayoutFreeze: Amount
  afterPayoutFreeze: Amount
}

/** How one callback ended. SENDING has no answer yet; INTERRUPTED never got one because the gateway stopped. */
export type AttemptOutcome =
  | 'SENDING'
  | 'ACKNOWLEDGED'
  | 'NOT_ACKNOWLEDGED'
  | 'HTTP_ERROR'
  | 'TIMEOUT'
  | 'UNREACHABLE'
  | 'REFUSED_ADDRESS'
  | 'INTERRUPTED'

export interface CallbackAttempt {
  number: number
  eventId: string
  trigger: 'auto' | 'manual' | 'bulk' | 'simulation'
  actor: string | null
  address: string
  time: Time
  outcome: AttemptOutcome
  /** HTTP status of the answer. */
  status: number | null
  /** Milliseconds. */
  latency: number | null
  error: string | null
  requestHeaders: Record<string, string>
  requestBody: string
  /** The first 16 KiB of the answer. */
  response: string | null
  nextTime: Time | null
}

/** The outcome of one manual notify: a delivery that failed is still an answer. */
export interface NotifyResult {
  id: string
  notifyStatus: NotifyStatus
  notifyAttempts: number
  lastNotifyTime: Time | null
  responseMessage: string | null
  attempt: CallbackAttempt
}

/** What something happened to: all that an event says. */
export type LiveKind = 'payin' | 'payout' | 'record' | 'notice'

/** What happened to the rows of a list since a mark. */
export interface Changes {
  /** Where the list stands now, to ask from the next time; null where it is of more merchants than are followed. */
  mark: string | null
  /** Rows that match the filter and were made since. */
  created: number
  /** Rows that match it and were there before, but look different. */
  changed: number
  /** More happened than is kept: there are at least so many. */
  more: boolean
  /** The newest of those that were made. */
  createdIds: string[]
  /** Rows that look different, newest first; those that no longer match the filter are at the end. */
  rows: { matches: boolean; row: PayOrder | Movement }[]
}

export interface PayinSummary {
  totalPayinCount: number
  totalPayinAmount: Amount
  successPayinCount: number
  successPayinAmount: Amount
  payinFee: Amount
  byStatus: Record<string, { count: number; amount: Amount }>
}

export interface PayChannel {
  payChannel: string
  name: string
  payMethod: string
  minAmount: Amount
  maxAmount: Amount
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

/** A merchant that the caller may filter by or transfer to. */
export interface MerchantChoice {
  merchantNo: string
  merchantName: string
  type: string
  self: boolean
  transferable: boolean
}

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

export interface Notice {
  id: string
  type: string
  title: string
  description: string
  datetime: Time
  read: boolean
  notifyType: string | null
  notifyMsg: string | null
  loanAppId: string | null
  /** What that is the number of, where it is an order or a record. Ours. */
  kind?: TargetKind | null
}

/** What somebody looks at often, under a name: a list, and the query of its address. Known by list and name. */
export interface SavedView {
  /** The kind of rows. */
  list: string
  name: string
  query: string
}

/** An account keeps so many. */
export const MAX_SAVED_VIEWS = 100

/** What a simulated payment did. */
export interface SimulationResult {
  before: string
  order: PayOrder
  notify: { notifyStatus: NotifyStatus; notifyAttempts: number }
}

/** A payin as the merchant API answers it. */
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
