import type { DaySummary, Summary } from './moneyRows.ts'
import type { MerchantStatus } from './options.ts'
import type { Amount, AttemptOutcome, Merchant, Time } from './rows.ts'

export interface IpLists {
  apiWhiteIp: string[]
  loginWhiteIp: string[]
  /** The caller's own address, so that a list that would lock him out can be told apart. */
  currentIp: string
}

/** What a merchant signs with and where he is called back. Secrets are masked but in the one reply that hands them over. */
export interface MerchantSecret {
  merchantNo: string
  merchantPublicKey: string | null
  /** Null before a pair was made; the private part is handed over once and kept nowhere. */
  platPublicKey: string | null
  platPrivateKey: string
  secret: string
  /** When a call was last signed with it, to the minute. */
  lastUsedTime: Time | null
  /** Until when the secret before this one still signs, and when it last did. */
  oldSecretUntil: Time | null
  oldSecretUsedTime: Time | null
  payinNotifyAddress: string | null
  payoutNotifyAddress: string | null
  updateTime: Time | null
}

export interface SubMerchant extends Merchant {
  available: Amount
  /** Where its parent may move it from its status. */
  moves: MerchantStatus[]
}

export interface MerchantBank {
  bankCode: string
  bankName: string
  status: string
}

export interface Activity {
  id: string
  time: Time
  actor: string
  action: string
  target: string | null
  /** What the target is, where it is an order or a record. Ours. */
  kind?: TargetKind | null
  text: string
}

export type TargetKind =
  | 'PAYIN'
  | 'PAYOUT'
  | 'USDT_PAYIN'
  | 'USDT_PAYOUT'
  | 'RECHARGE_ONLINE'
  | 'RECHARGE_OFFLINE'
  | 'WITHDRAW'
  | 'TRANSFER_OUT'
  | 'TRANSFER_IN'

export interface AgentMerchantData {
  merchant: Merchant
  summary: Summary
  days: DaySummary[]
}

export interface OtpState {
  merchantNo: string
  otpEnabled: boolean
  enrolled: boolean
}

/** What an authenticator is set up with, before its first code is given. */
export interface OtpEnrolment {
  otpAuthUrl: string
}

/** An account as staff see it who are asked for help. */
export interface PlatMerchant extends Merchant {
  /** Whether a passcode was ever accepted since the secret was made. */
  enrolled: boolean
  /** Where staff may move it from its status. */
  moves: MerchantStatus[]
}

/** Something the caller did. */
export interface AuditEvent {
  id: string
  time: Time
  action: string
  /** What it was, in words. */
  text: string
  /** Whose data it was. */
  merchantNo: string
  /** Number of the record, or of the merchant. */
  target: string | null
  /** From where. */
  address: string
  /** What was asked for and what came of it; amounts are decimal text, secrets are not in it. */
  detail: Record<string, unknown> | null
  /** Of what kind the order or record is, and how it stands now; null where it is none. */
  kind: string | null
  status: string | null
  /** How it can be undone as things stand: the record taken back, or what was there before restored. */
  undo: 'cancel' | 'restore' | null
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
