import type { Currency } from '../money.ts'
import type { NotifyStatus, Review } from '../options.ts'
import type { CallbackAttempt } from './callbacks.ts'
import type { FeeType } from './fees.ts'
import type { Posting } from './ledger.ts'
import type { Amount, Time } from './scalars.ts'

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

export interface CheckoutOrder extends PayOrder {
  checkoutUrl: string
}

export interface PayinSummary {
  totalPayinCount: number
  totalPayinAmount: Amount
  successPayinCount: number
  successPayinAmount: Amount
  payinFee: Amount
  byStatus: Record<string, { count: number; amount: Amount }>
}

export interface PayoutSummary {
  totalPayoutCount: number
  totalPayoutAmount: Amount
  successPayoutCount: number
  successPayoutAmount: Amount
  payoutFee: Amount
  byStatus: Record<string, { count: number; amount: Amount }>
}

export interface PayChannel {
  payChannel: string
  name: string
  payMethod: string
  minAmount: Amount
  maxAmount: Amount
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

/** What a simulated payment did. */
export interface SimulationResult {
  before: string
  order: PayOrder
  notify: { notifyStatus: NotifyStatus; notifyAttempts: number }
}
