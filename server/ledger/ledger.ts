import type { Currency } from '#contract/money.ts'
import type { DetailType } from '#contract/options.ts'
import type { Transaction } from '../db/database.ts'
import { hasRows, jsonRows } from '../db/rows.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Id, Ids } from '../ids.ts'
import { Refusal } from '../refusal.ts'

/** The counterparty of an entry. INTERNAL moves money between the balances of one account. */
export type Counterparty = 'CHANNEL' | 'INCOME' | 'INTERNAL' | 'MERCHANT'

/** The sums of an event: `amount`, its `fee`, and `held`, the part of the amount that is still frozen. */
export type Sums = { amount: bigint; fee: bigint; held: bigint }
type Share = Partial<Record<keyof Sums, 1 | -1>>

interface Posting {
  readonly type: DetailType
  readonly counter: Counterparty
  readonly available?: Share
  readonly payinFreeze?: Share
  readonly payoutFreeze?: Share
}

/** The amount and the fee are frozen until the outcome, or are available again. */
const HELD = { counter: 'INTERNAL', available: { amount: -1, fee: -1 }, payoutFreeze: { amount: 1, fee: 1 } } as const
const RELEASED = { counter: 'INTERNAL', available: { amount: 1, fee: 1 }, payoutFreeze: { amount: -1, fee: -1 } } as const

/** The entries of each event and their effect on the balances of an account. Nothing else changes balances. */
export const POSTINGS = {
  payinPaid: [
    { type: 'PAYIN', counter: 'CHANNEL', available: { amount: 1 } },
    { type: 'PAYIN_FEE', counter: 'INCOME', available: { fee: -1 } },
  ],
  payinPaidLater: [
    { type: 'PAYIN', counter: 'CHANNEL', payinFreeze: { amount: 1 } },
    { type: 'PAYIN_FEE', counter: 'INCOME', payinFreeze: { fee: -1 } },
  ],
  payinSettled: [{ type: 'PAYIN_SETTLE', counter: 'INTERNAL', available: { amount: 1 }, payinFreeze: { amount: -1 } }],
  payinRefunded: [{ type: 'PAYIN_REFUND', counter: 'CHANNEL', available: { amount: -1, held: 1 }, payinFreeze: { held: -1 } }],
  rechargePaid: [{ type: 'RECHARGE', counter: 'CHANNEL', available: { amount: 1 } }],
  withdrawHeld: [{ type: 'WITHDRAW_FREEZE', ...HELD }],
  withdrawPaid: [
    { type: 'WITHDRAW', counter: 'CHANNEL', payoutFreeze: { amount: -1 } },
    { type: 'WITHDRAW_FEE', counter: 'INCOME', payoutFreeze: { fee: -1 } },
  ],
  withdrawReleased: [{ type: 'WITHDRAW_UNFREEZE', ...RELEASED }],
  transferHeld: [{ type: 'TRANSFER_FREEZE', ...HELD }],
  transferReleased: [{ type: 'TRANSFER_UNFREEZE', ...RELEASED }],
  transferSent: [
    { type: 'TRANSFER_OUT', counter: 'MERCHANT', available: { amount: -1 } },
    { type: 'TRANSFER_FEE', counter: 'INCOME', available: { fee: -1 } },
  ],
  transferSentAfterHold: [
    { type: 'TRANSFER_OUT', counter: 'MERCHANT', payoutFreeze: { amount: -1 } },
    { type: 'TRANSFER_FEE', counter: 'INCOME', payoutFreeze: { fee: -1 } },
  ],
  transferReceived: [{ type: 'TRANSFER_IN', counter: 'MERCHANT', available: { amount: 1 } }],
  payoutCreated: [{ type: 'PAYOUT_FREEZE', ...HELD }],
  payoutPaid: [
    { type: 'PAYOUT', counter: 'CHANNEL', payoutFreeze: { amount: -1 } },
    { type: 'PAYOUT_FEE', counter: 'INCOME', payoutFreeze: { fee: -1 } },
  ],
  payoutReleased: [{ type: 'PAYOUT_UNFREEZE', ...RELEASED }],
  payoutReversed: [{ type: 'PAYOUT_REVERSAL', counter: 'CHANNEL', available: { amount: 1 } }],
} as const satisfies Record<string, readonly Posting[]>

export type LedgerEvent = keyof typeof POSTINGS

/** A ledger row to be written, with its change of each balance. Amounts are minor units. */
export interface Entry {
  merchantNo: string
  currency: Currency
  type: DetailType
  counter: Counterparty
  orderId: Id
  merchantOrderNo: string
  /** The number of the occurrence of this event for the order, from 1: an order is paid once but may be refunded several times. */
  attempt: number
  /** The amount of the row, signed from the view of the merchant. */
  amount: bigint
  available: bigint
  payinFreeze: bigint
  payoutFreeze: bigint
  at: Date
}

type Source = Pick<Entry, 'merchantNo' | 'currency' | 'orderId' | 'merchantOrderNo' | 'attempt' | 'at'>

type Subject = Pick<Entry, 'merchantNo' | 'currency' | 'merchantOrderNo'> & { id: Id; updateTime: Date }

/** The source of an event: the newest status of its subject. */
export const sourceOf = ({ id, merchantNo, currency, merchantOrderNo, updateTime }: Subject, attempt = 1): Source => ({
  merchantNo,
  currency,
  orderId: id,
  merchantOrderNo,
  attempt,
  at: updateTime,
})

/** The entries of an event. Entries that change no balance are left out. */
export function entriesOf(event: LedgerEvent, source: Source, sums: Partial<Sums>): Entry[] {
  const allSums: Sums = { amount: 0n, fee: 0n, held: 0n, ...sums }
  return POSTINGS[event].flatMap(({ type, counter, ...effect }: Posting) => {
    const [available, payinFreeze, payoutFreeze] = [effect.available, effect.payinFreeze, effect.payoutFreeze].map((share) =>
      signedSum(share, allSums),
    ) as [bigint, bigint, bigint]
    if (available === 0n && payinFreeze === 0n && payoutFreeze === 0n) return []
    const total = available + payinFreeze + payoutFreeze
    return {
      ...source,
      type,
      counter,
      amount: counter === 'INTERNAL' ? available : total,
      available,
      payinFreeze,
      payoutFreeze,
    }
  })
}

const signedSum = (share: Share = {}, sums: Sums): bigint =>
  Object.entries(share).reduce((sum, [name, sign]) => sum + BigInt(sign) * sums[name as keyof Sums], 0n)

/**
 * Posts entries to the ledger and updates the balances, all or nothing, in one round trip. This is the only writer of balances.
 * Entries of an account keep their order; each stores the balances before and after it, and none is older than the previous one.
 * Accounts are locked in sorted order until the transaction ends, which prevents deadlocks.
 * Throws INSUFFICIENT_BALANCE when a balance would become negative at any entry. Posting the same entry twice violates a
 * unique key and throws. An optimistic transaction presumes that none of it happens.
 */
export async function post(tx: Transaction, ids: Ids, entries: readonly Entry[]): Promise<void> {
  const numbered = entries.map((entry) => ({ ...entry, id: ids.next() }))
  const accounts = Map.groupBy(numbered, ({ merchantNo, currency }) => `${merchantNo} ${currency}`)
  await Promise.all([...accounts.keys()].sort().map((account) => postToAccount(tx, accounts.get(account)!)))
}

type NumberedEntry = Entry & { id: Id }

/**
 * Posts the entries of one account, in statements that read and write only that merchant: the rows lock the account. In one
 * statement where it is presumed and the entries have one time: what the account has after it tells what it had before.
 */
async function postToAccount(tx: Transaction, entries: readonly NumberedEntry[]): Promise<void> {
  const { merchantNo, currency } = entries[0]!
  const { rows, change, latest } = changesOf(entries)
  const count = entries.length
  const moving = sql`
      update account
         set available = available + ${change.available}, payin_freeze = payin_freeze + ${change.payinFreeze},
             payout_freeze = payout_freeze + ${change.payoutFreeze}, seq = seq + ${count},
             moved_time = greatest(moved_time, ${latest})
       where merchant_no = ${merchantNo} and currency = ${currency}`
  if (tx.isOptimistic && entries.every(({ at }) => at.getTime() === latest.getTime())) {
    const before = sql`
      (select merchant_no, currency, seq - ${count}::int as seq, available - ${change.available}::bigint as available,
              payin_freeze - ${change.payinFreeze}::bigint as payin_freeze,
              payout_freeze - ${change.payoutFreeze}::bigint as payout_freeze, moved_time
         from moved)`
    tx.presume(sql`
      with moved as (${moving} returning *), entered as (${entering(before, rows)} returning 1)
      ${hasRows(count, sql`entered`)}`)
    return
  }
  const held = sql`(select * from account where merchant_no = ${merchantNo} and currency = ${currency} for update)`
  const [, moved] = await Promise.all([tx.run(entering(held, rows)), tx.run(moving)]).catch((error: Error) => {
    throw isNegativeBalance(error) ? new Refusal('INSUFFICIENT_BALANCE') : error
  })
  if (moved === 0) throw new Error('The account to post to does not exist.')
}

/** The insert of the entries, after the balances of the account. */
const entering = (account: Sql, rows: string): Sql => sql`
      insert into ledger (merchant_no, currency, seq, id, type, counter, order_id, attempt, merchant_order_no, amount,
                          available_before, available_after, payin_freeze_before, payin_freeze_after, payout_freeze_before,
                          payout_freeze_after, create_time)
      select a.merchant_no, a.currency, a.seq + e.n, e.id, e.type, e.counter, e.order_id, e.attempt, e.merchant_order_no, e.amount,
             a.available + e.available_before, a.available + e.available_after,
             a.payin_freeze + e.payin_freeze_before, a.payin_freeze + e.payin_freeze_after,
             a.payout_freeze + e.payout_freeze_before, a.payout_freeze + e.payout_freeze_after,
             greatest(a.moved_time, e.time)
        from ${account} a
       cross join json_to_recordset(${rows}::json)
          as e (n int, id bigint, type text, counter text, order_id bigint, attempt int, merchant_order_no text, amount bigint,
                available_before bigint, available_after bigint, payin_freeze_before bigint, payin_freeze_after bigint,
                payout_freeze_before bigint, payout_freeze_after bigint, time timestamptz)`

type Balances = Pick<Entry, 'available' | 'payinFreeze' | 'payoutFreeze'>

const NOTHING: Balances = { available: 0n, payinFreeze: 0n, payoutFreeze: 0n }

const add = (one: Balances, other: Balances): Balances => ({
  available: one.available + other.available,
  payinFreeze: one.payinFreeze + other.payinFreeze,
  payoutFreeze: one.payoutFreeze + other.payoutFreeze,
})

/** The entries as JSON, with what they and the previous ones change of the balances; the change of all; and the newest time. */
function changesOf(entries: readonly NumberedEntry[]) {
  let change = NOTHING
  let time = 0
  const rows = entries.map((entry, index) => {
    const before = change
    change = add(before, entry)
    time = Math.max(time, entry.at.getTime())
    return {
      n: index + 1,
      id: entry.id,
      type: entry.type,
      counter: entry.counter,
      order_id: entry.orderId,
      attempt: entry.attempt,
      merchant_order_no: entry.merchantOrderNo,
      amount: entry.amount,
      available_before: before.available,
      available_after: change.available,
      payin_freeze_before: before.payinFreeze,
      payin_freeze_after: change.payinFreeze,
      payout_freeze_before: before.payoutFreeze,
      payout_freeze_after: change.payoutFreeze,
      time: new Date(time),
    }
  })
  return { rows: jsonRows(rows), change, latest: new Date(time) }
}

const BALANCE_CHECK =
  /\b(account_(available|payin_freeze|payout_freeze)|ledger_(available|payin_freeze|payout_freeze)_after_check)(_\d+)?\b/

/**
 * Whether the error (code check_violation) is of a check that keeps a balance at or above zero. Citus passes the error of a
 * shard on without the field of the constraint, whose name is in the message.
 */
const isNegativeBalance = ({ code, constraint, message }: Error & { code?: string; constraint?: string }): boolean =>
  code === '23514' && BALANCE_CHECK.test(constraint ?? message)
