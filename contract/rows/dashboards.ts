import type { Currency } from '../money.ts'
import type { Balance } from './accounts.ts'
import type { Merchant } from './merchants.ts'
import type { Amount, Day } from './scalars.ts'

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

export interface AgentMerchantData {
  merchant: Merchant
  summary: Summary
  days: DaySummary[]
}
