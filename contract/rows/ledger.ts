import type { Balance } from './accounts.ts'
import type { Amount, Time } from './scalars.ts'

type BalanceName = Exclude<keyof Balance, 'currency'>

/** The four balances before and after a ledger entry: `beforeAvailable`, `afterAvailable` and so on. */
type BalanceChange = Pick<Balance, 'currency'> & Record<`${'before' | 'after'}${Capitalize<BalanceName>}`, Amount | null>

/** A ledger entry of an order. */
export interface Posting extends BalanceChange {
  time: Time | null
  seq: string | null
  type: string | null
  amount: Amount | null
}

/** A ledger entry of an account. */
export interface AccountEntry extends BalanceChange {
  id: string
  seq: string | null
  createTime: Time | null
  /** DetailType. */
  type: string | null
  platOrderNo: string | null
  merchantOrderNo: string | null
  /** Signed from the owner's point of view. */
  payAmount: Amount | null
  payFee: Amount | null
  remark: string | null
}

/** Balances of an account after an entry. */
export interface BalanceSnapshot extends Omit<Balance, 'currency'> {
  seq: string
}

/** An entry that does not continue the previous one, or a last entry that differs from the account's balance. */
export interface LedgerBreak {
  id: string
  seq: string
  platOrderNo: string
  /** Balances after the previous entry; null when they match. */
  previous: BalanceSnapshot | null
  /** The account's balances, when this is the last entry and they differ. */
  account: BalanceSnapshot | null
}

/** Result of checking a range of ledger entries, each against the previous one. */
export interface CheckedEntries {
  /** Sequence number of the last checked entry, and of the last entry. */
  upto: string
  last: string
  isEnd: boolean
  breaks: LedgerBreak[]
}
