import type { Currency } from '../money.ts'
import type { Amount, Time } from './scalars.ts'

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

/** A movement of an account: the four figures before and after it. */
export interface AccountEntry {
  id: string
  seq: string
  createTime: Time
  /** DetailType. */
  type: string
  platOrderNo: string
  merchantOrderNo: string | null
  currency: Currency
  /** Signed as the owner sees it. */
  payAmount: Amount
  payFee: Amount
  beforeAvailable: Amount
  afterAvailable: Amount
  beforeTotal: Amount
  afterTotal: Amount
  beforePayinFreeze: Amount
  afterPayinFreeze: Amount
  beforePayoutFreeze: Amount
  afterPayoutFreeze: Amount
  remark: string | null
}

/** What there was on an account behind a movement. */
export interface BalanceSnapshot {
  seq: string
  available: Amount
  total: Amount
  payinFreeze: Amount
  payoutFreeze: Amount
}

/** A movement that does not go on where the one before it ended, or behind which the account has something else. */
export interface LedgerBreak {
  id: string
  seq: string
  platOrderNo: string
  /** What the movement before it left; null where that is not what is wrong. */
  previous: BalanceSnapshot | null
  /** What the account has, where this is its last movement and left something else. */
  account: BalanceSnapshot | null
}

/** A part of an account's movements, each held against the one before it. */
export interface CheckedEntries {
  /** The number of the last movement that was looked at, and of the last there is. */
  upto: string
  last: string
  isEnd: boolean
  breaks: LedgerBreak[]
}
