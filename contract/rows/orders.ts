import type { Direction } from '../kinds.ts'
import type { Currency } from '../money.ts'
import type { NotifyStatus, Review } from '../options.ts'
import type { CallbackAttempt } from './callbacks.ts'
import type { PayinFigures, PayoutFigures } from './dashboards.ts'
import type { FeeType } from './fees.ts'
import type { Posting } from './ledger.ts'
import type { MerchantMethod } from './merchants.ts'
import type { NoteEntry } from './notes.ts'
import type { Amount, Time } from './scalars.ts'

/** What orders and movements have in common. Null where a gateway does not say, or there is none. */
export interface Payment {
  id: string
  merchantNo: string | null
  merchantName: string | null
  merchantOrderNo: string | null
  platOrderNo: string | null
  currency: Currency
  bankCode: string | null
  bankName: string | null
  accountNumber: string | null
  accountHoldName: string | null
  payerName: string | null
  payerAccountNumber: string | null
  receiveName: string | null
  receiveAccount: string | null
  payAmount: Amount | null
  payFee: Amount | null
  serviceFee: Amount | null
  /** Of the direction or the movement type. */
  status: string | null
  /** Minutes. */
  expiryPeriod: number | null
  responseMessage: string | null
  /** For a payout, whether there is a payment slip; for a recharge, whether a receipt was uploaded. */
  receipt: boolean
  createTime: Time | null
  updateTime: Time | null
  completeTime: Time | null
}

/** A payin or payout in a list. For USDT, `payChannel` is the network, `receiveAccount` the address, `payOrderNo` the hash. */
export interface PayOrder extends Payment {
  payOrderNo: string | null
  platAccountId: string | null
  type: Direction
  payMethod: string | null
  payChannel: string | null
  mobile: string | null
  /** What the merchant wrote for its own use. Not in the specification. */
  remark: string | null
  /** Received amount, if known; differs from `payAmount` after an underpayment or overpayment. */
  paidAmount: Amount | null
  feeType: FeeType | null
  /** Succeeded after it had expired, failed or been closed. */
  lateSuccess: boolean
  /** Status set by the simulation tool. */
  simulated: boolean
  notifyStatus: NotifyStatus | null
  notifyAttempts: number | null
  lastNotifyTime: Time | null
  /** Reconciliation mark, and the reason of a discrepancy. Not in the specification. */
  review: Exclude<Review, 'NONE'> | null
  reviewNote: string | null
  /** The sign-in name of the account that is assigned, and the number of notes, as the caller may see them. Not in the specification. */
  assignedTo: string | null
  notes: number | null
  /** Status changes, oldest first; only when the filter matches exactly one row. */
  history?: StatusMove[] | null
}

export interface StatusMove {
  time: Time | null
  status: string | null
  text: string | null
}

export interface UserAction {
  time: Time | null
  actor: string | null
  action: string | null
  text: string | null
}

/** History of an order, for its timeline. */
export interface OrderTrail {
  order: PayOrder
  notifyAddress: string | null
  moves: StatusMove[]
  postings: Posting[]
  attempts: CallbackAttempt[]
  /** Actions of users in the console: notify, check, close, simulate. */
  actions: UserAction[]
  /** Notes and assignments that the caller may see, oldest first. */
  notes: NoteEntry[]
}

export interface CheckoutOrder extends PayOrder {
  checkoutUrl: string | null
}

type ByStatus = Record<string, { count: number | null; amount: Amount | null }>

export interface PayinSummary extends PayinFigures {
  byStatus: ByStatus
}

export interface PayoutSummary extends PayoutFigures {
  byStatus: ByStatus
}

export interface PayChannel extends Pick<MerchantMethod, 'payMethod' | 'minAmount' | 'maxAmount'> {
  payChannel: string
  name: string | null
}

/** Payment slip of a payout: amount, receiver and time. */
export interface Receipt
  extends Pick<Payment, 'merchantOrderNo' | 'platOrderNo' | 'merchantName' | 'bankName' | 'receiveName' | 'receiveAccount'>,
    Pick<Payment, 'currency' | 'payAmount' | 'payFee' | 'status' | 'completeTime'> {
  /** An SVG as a data URL. */
  receipt: string | null
}

export interface SimulationResult {
  before: string | null
  order: PayOrder
  /** Null where a gateway does not tell of the callback. */
  notify: Pick<PayOrder, 'notifyStatus' | 'notifyAttempts'> | null
}
