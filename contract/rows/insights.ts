import type { Currency } from '../money.ts'
import type { MerchantStatus } from '../options.ts'
import type { DaySummary, Summary } from './dashboards.ts'
import type { Amount, Day, Time } from './scalars.ts'

/** What an account has to look after. Orders and recharges count from `startDate` to `endDate`; null: not for this account. */
export interface Attention {
  startDate: Day | null
  endDate: Day | null
  /** Waiting orders were created before this time. */
  before: Time | null
  /** The day of the orders without a reconciliation mark. */
  reviewDate: Day | null
  payinsWaiting: number | null
  payoutsWaiting: number | null
  /** Paid orders with a callback that the merchant has not acknowledged. */
  payinsUnacknowledged: number | null
  payoutsUnacknowledged: number | null
  /** Paid orders of `reviewDate` without a reconciliation mark. */
  payinsUnreconciled: number | null
  payoutsUnreconciled: number | null
  rechargesWaiting: number | null
  addressesDisabled: number | null
  /** Set while the available balance is below what an average day of the last seven paid out. */
  lowBalance: LowBalance | null
}

export interface LowBalance {
  available: Amount | null
  /** Paid out on an average day. */
  dailyPayouts: Amount | null
}

/** Payins created in the last 24 hours, the current one included. */
export interface PayinFlow {
  /** The hours, oldest first, as their beginnings. */
  hours: Time[]
  channels: ChannelHours[]
  funnel: PayinFunnel | null
}

/** The payins of a channel: one number per hour. */
export interface ChannelHours {
  payChannel: string
  created: number[]
  paid: number[]
  /** Neither paid nor failed yet. */
  open: number[]
}

/** Counts. `created` is the sum of paid, open, unpaid and exception; `paid` is the sum of the last four. */
export interface PayinFunnel {
  created: number
  paid: number
  open: number
  unpaid: number
  exception: number
  /** Paid and acknowledged by the merchant. */
  notified: number
  notifyPending: number
  notifyFailed: number
  /** Paid without a callback: there is no address, or it is disabled. */
  notifyNone: number
}

/** Delivery of callbacks in the last 24 hours, the current one included. */
export interface CallbackFlow {
  total: CallbackDeliveries | null
  /** Oldest first. */
  hours: CallbackHour[]
}

/** Finished attempts. Latencies are milliseconds until the merchant's answer; null without attempts. */
export interface CallbackDeliveries {
  ended: number
  acknowledged: number
  median: number | null
  /** The 95th percentile. */
  slow: number | null
}

export interface CallbackHour extends CallbackDeliveries {
  hour: Time
}

export interface BalanceDay {
  date: Day
  /** Total balance at the end of the day; of today until now. */
  endingBalance: Amount | null
}

/** The figures of one merchant of an agent, in total and by day, oldest first. */
export interface MerchantTrend {
  merchantNo: string
  merchantName: string | null
  status: string | null
  summary: Summary | null
  days: DaySummary[]
}

/** What goes wrong on the platform. */
export interface PlatformHealth {
  addresses: FailingAddress[]
  channels: FallingChannel[]
  /** Payins of the channels count from here on. */
  channelsFrom: Time | null
  merchants: StoppedMerchant[]
  movers: Mover[]
  /** The compared days of the movers. */
  moverDate: Day | null
  moverBefore: Day | null
}

/** A callback address that is disabled or failing, with its attempts of the last 24 hours. */
export interface FailingAddress {
  merchantNo: string
  merchantName: string | null
  address: string | null
  disabled: boolean
  ended: number
  acknowledged: number
}

/** A channel whose finished payins succeed less often than before: in the last three hours, and in the 21 hours before. */
export interface FallingChannel {
  payChannel: string
  currency: Currency | null
  finished: number
  paid: number
  finishedBefore: number
  paidBefore: number
}

export interface StoppedMerchant {
  merchantNo: string
  merchantName: string | null
  status: MerchantStatus
}

/** A merchant whose paid payins changed most between two days, in IDR. */
export interface Mover {
  merchantNo: string
  merchantName: string | null
  amount: Amount | null
  amountBefore: Amount | null
}
