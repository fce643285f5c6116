import type { NotifyStatus } from '../options.ts'
import type { Time } from './scalars.ts'

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

/** What a notify of several would do: how many, and how many not and why. */
export interface NotifyPlan {
  total: number
  notifiable: number
  /** Reason, an error code -> how many. */
  skipped: Record<string, number>
  /** Platform numbers of the first few that would be notified. */
  sample: string[]
}

/** What callbacks are about: money that comes in, or money that goes out. Each has an address of its own. */
export type Direction = 'PAYIN' | 'PAYOUT'

/** How the callbacks of one merchant fare that go to one of its addresses. */
export interface CallbackHealth {
  merchantNo: string
  merchantName: string
  direction: Direction
  address: string | null
  /** The merchant's server has asked not to be told any more; nothing is sent until somebody switches it on again. */
  disabled: boolean
  disabledSince: Time | null
  /** The first delivery that failed since one got through; null where the newest got through. At most a week back. */
  failingSince: Time | null
  day: Deliveries
  week: Deliveries
  /** Callbacks that are still to be sent, and when the next of them is. */
  queued: number
  nextTime: Time | null
  /** Of those, what a redelivery asked for and nobody has tried yet. */
  redelivering: number
  /** Callbacks that were given up. */
  undelivered: number
  /** The newest answers, the newest first. */
  latest: CallbackAnswer[]
}

/** Deliveries that have ended, and how many of them got through. */
export interface Deliveries {
  ended: number
  acknowledged: number
}

export interface CallbackAnswer {
  orderId: string
  time: Time
  outcome: AttemptOutcome
  /** HTTP status of the answer. */
  status: number | null
  /** Milliseconds. */
  latency: number | null
  error: string | null
}

/** What sending again what was given up would do. */
export interface RedeliveryPlan {
  total: number
  /** When the oldest of them was owed. */
  oldest: Time | null
  /** The newest few orders. */
  sample: string[]
}
