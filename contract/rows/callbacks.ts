import type { Direction } from '../kinds.ts'
import type { PayOrder } from './orders.ts'
import type { Time } from './scalars.ts'

/** Outcome of one attempt. SENDING has no response yet; INTERRUPTED never got one because the gateway stopped. */
export type AttemptOutcome =
  | 'SENDING'
  | 'ACKNOWLEDGED'
  | 'NOT_ACKNOWLEDGED'
  | 'HTTP_ERROR'
  | 'TIMEOUT'
  | 'UNREACHABLE'
  | 'REFUSED_ADDRESS'
  | 'INTERRUPTED'

/** Null where a gateway does not say, or there is none. */
export interface CallbackAttempt {
  number: number | null
  eventId: string | null
  trigger: 'auto' | 'manual' | 'bulk' | 'simulation' | null
  actor: string | null
  address: string | null
  time: Time | null
  outcome: AttemptOutcome
  /** HTTP status of the response. */
  status: number | null
  /** Milliseconds. */
  latency: number | null
  error: string | null
  requestHeaders: Record<string, string>
  requestBody: string | null
  /** The first 16 KiB of the response. */
  response: string | null
  nextTime: Time | null
}

/** Outcome of one manual notify. A failed delivery is a result, not an error. */
export interface NotifyResult
  extends Pick<PayOrder, 'id' | 'notifyStatus' | 'notifyAttempts' | 'lastNotifyTime' | 'responseMessage'> {
  /** Null where a gateway tells the outcome only. */
  attempt: CallbackAttempt | null
}

/** Preview of a bulk notify: how many orders, and how many are skipped and why. */
export interface NotifyPlan {
  total: number
  notifiable: number
  /** Error code -> number of orders. */
  skipped: Record<string, number>
  /** Platform order numbers of the first few orders. */
  sample: string[]
}

/** Health of one callback address of a merchant. */
export interface CallbackHealth {
  merchantNo: string
  merchantName: string
  /** Each direction has its own address. */
  direction: Direction
  address: string | null
  /** The merchant's server asked to stop (HTTP 410); nothing is sent until it is enabled again. */
  disabled: boolean
  disabledSince: Time | null
  /** Of the last 24 hours, three attempts or more failed since the last success, or fewer than half of ten or more succeeded. */
  failing: boolean
  /** First failure since the last success; null when the newest delivery succeeded. At most a week back. */
  failingSince: Time | null
  day: Deliveries
  week: Deliveries
  /** Pending callbacks, and the time of the next one. */
  queued: number
  nextTime: Time | null
  /** Pending callbacks of a redelivery without an attempt. */
  redelivering: number
  /** Callbacks that were given up. */
  undelivered: number
  /** Latest responses, newest first. */
  latest: CallbackAnswer[]
}

/** Finished deliveries and how many succeeded. */
export interface Deliveries {
  ended: number
  acknowledged: number
}

export interface CallbackAnswer extends Pick<CallbackAttempt, 'outcome' | 'status' | 'latency' | 'error'> {
  time: Time
  orderId: string
}

export interface RedeliveryPlan {
  total: number
  /** Creation time of the oldest callback. */
  oldest: Time | null
  /** Platform order numbers of the newest few orders. */
  sample: string[]
}
