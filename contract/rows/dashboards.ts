import type { Currency } from '../money.ts'
import type { Balance } from './accounts.ts'
import type { Merchant } from './merchants.ts'
import type { Amount, Day } from './scalars.ts'

export interface PayinFigures {
  totalPayinCount: number
  totalPayinAmount: Amount
  successPayinCount: number
  successPayinAmount: Amount
  payinFee: Amount
}

export interface PayoutFigures {
  totalPayoutCount: number
  totalPayoutAmount: Amount
  successPayoutCount: number
  successPayoutAmount: Amount
  payoutFee: Amount
}

/** Counts and amounts of payins and payouts. */
export type Summary = PayinFigures & PayoutFigures

/** A day up to a time of day. */
export interface SummarySoFar extends Omit<Summary, 'payinFee' | 'payoutFee'> {
  until: string
}

export interface DaySummary extends Summary {
  date: Day
}

/** Orders and ledger totals of an account. */
export interface AccountSums extends Summary {
  rechargeAmount: Amount
  withdrawAmount: Amount
  transferInAmount: Amount
  transferOutAmount: Amount
}

export interface AccountDay extends AccountSums {
  date: Day
  /** Total balance at the end of the day. */
  endingBalance: Amount
}

export interface Dashboard {
  date: Day
  currency: Currency
  today: Summary
  yesterday: Summary
  /** Yesterday until the same time, for comparison. Absent on some gateways. */
  yesterdaySoFar?: SummarySoFar
  /** Null for staff, which has no account. */
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

export interface AgentMerchantData {
  merchant: Merchant
  summary: Summary
  days: DaySummary[]
}
