import type { Currency } from '../money.ts'
import type { Balance } from './accounts.ts'
import type { Merchant } from './merchants.ts'
import type { Amount, Day, Time } from './scalars.ts'

export interface PayinFigures {
  totalPayinCount: number | null
  totalPayinAmount: Amount | null
  successPayinCount: number | null
  successPayinAmount: Amount | null
  payinFee: Amount | null
}

export interface PayoutFigures {
  totalPayoutCount: number | null
  totalPayoutAmount: Amount | null
  successPayoutCount: number | null
  successPayoutAmount: Amount | null
  payoutFee: Amount | null
}

/** Counts and amounts of payins and payouts. */
export type Summary = PayinFigures & PayoutFigures

/** A day up to a time of day. */
export interface SummarySoFar extends Omit<Summary, 'payinFee' | 'payoutFee'> {
  until: Time | null
}

export interface DaySummary extends Summary {
  date: Day | null
}

/** Orders and ledger totals of an account. */
export interface AccountSums extends Summary {
  rechargeAmount: Amount | null
  withdrawAmount: Amount | null
  transferInAmount: Amount | null
  transferOutAmount: Amount | null
}

export interface AccountDay extends AccountSums {
  date: Day | null
  /** Total balance at the end of the day. */
  endingBalance: Amount | null
}

export interface Dashboard {
  date: Day | null
  currency: Currency
  today: Summary | null
  yesterday: Summary | null
  /** Yesterday until the same time, for comparison. Not in the specification. */
  yesterdaySoFar: SummarySoFar | null
  /** Null for staff, which has no account. */
  balance: Balance | null
  /** The merchants that the figures cover; null for staff, which sees all. Not in the specification. */
  merchantCount: number | null
}

export interface AgentDashboard {
  range: { startDate: Day; endDate: Day } | null
  merchantCount: number | null
  summary: Summary | null
}

export interface AgentDay extends DaySummary {
  merchantNo: string | null
  merchantName: string | null
}

export interface AgentMerchantData {
  merchant: Merchant | null
  summary: Summary | null
  days: DaySummary[]
}
