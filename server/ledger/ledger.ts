import type { Currency } from '#contract/money.ts'
import type { DetailType } from '#contract/options.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
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
 * Posts entries to the ledger and updates the balances, all or nothing. This is the only writer of balances. Entries of an
 * account keep their order; each stores the balances before and after it, and none is older than the previous one. Accounts
 * are locked in sorted order until the transaction ends, which prevents deadlocks.
 * Throws INSUFFICIENT_BALANCE when a balance would become negative at any entry. Posting the same entry twice violates a
 * unique key and throws.
 */
export async function post(tx: Transaction, ids: Ids, entries: readonly Entry[]): Promise<void> {
  const numbered = entries.map((entry) => ({ ...entry, id: ids.next() }))
  const accounts = Map.groupBy(numbered, ({ merchantNo, currency }) => `${merchantNo} ${currency}`)
  for (const account of [...accounts.keys()].sort()) await postToAccount(tx, accounts.get(account)!)
}

type NumberedEntry = Entry & { id: Id }

/** Posts the entries of one account in a single statement that reads and writes only that merchant. */
async function postToAccount(tx: Transaction, entries: readonly NumberedEntry[]): Promise<void> {
  const { merchantNo, currency } = entries[0]!
  const column = <Name extends keyof NumberedEntry>(name: Name) => entries.map((entry) => entry[name])
  const written = await tx
    .run(sql`
      with entry as (
        select *, sum(available) over before as available_sum, sum(payin_freeze) over before as payin_sum,
               sum(payout_freeze) over before as payout_sum, max(at) over before as latest
          from unnest(
                 ${column('id')}::bigint[], ${column('type')}::text[], ${column('counter')}::text[],
                 ${column('orderId')}::bigint[], ${column('attempt')}::int[], ${column('merchantOrderNo')}::text[],
                 ${column('amount')}::bigint[], ${column('available')}::bigint[], ${column('payinFreeze')}::bigint[],
                 ${column('payoutFreeze')}::bigint[], ${column('at')}::timestamptz[]
               ) with ordinality
               as e (id, type, counter, order_id, attempt, merchant_order_no, amount, available, payin_freeze,
                     payout_freeze, at, place)
        window before as (order by place)
      ), change as (
        select count(*) as rows, sum(available) as available, sum(payin_freeze) as payin_freeze,
               sum(payout_freeze) as payout_freeze, max(at) as at
          from entry
      ), held as (
        select moved_time from account where merchant_no = ${merchantNo} and currency = ${currency} for update
      ), moved as (
        update account a
           set available = a.available + c.available, payin_freeze = a.payin_freeze + c.payin_freeze,
               payout_freeze = a.payout_freeze + c.payout_freeze, seq = a.seq + c.rows,
               moved_time = greatest(h.moved_time, c.at)
          from change c
         cross join held h
         where a.merchant_no = ${merchantNo} and a.currency = ${currency}
        returning a.merchant_no, a.currency, a.seq - c.rows as seq, a.available - c.available as available,
                  a.payin_freeze - c.payin_freeze as payin_freeze, a.payout_freeze - c.payout_freeze as payout_freeze,
                  h.moved_time
      )
      insert into ledger (
        merchant_no, currency, seq, id, type, counter, order_id, attempt, merchant_order_no, amount,
        available_before, available_after, payin_freeze_before, payin_freeze_after,
        payout_freeze_before, payout_freeze_after, create_time
      )
      select m.merchant_no, m.currency, m.seq + e.place, e.id, e.type, e.counter, e.order_id, e.attempt,
             e.merchant_order_no, e.amount, m.available + e.available_sum - e.available, m.available + e.available_sum,
             m.payin_freeze + e.payin_sum - e.payin_freeze, m.payin_freeze + e.payin_sum,
             m.payout_freeze + e.payout_sum - e.payout_freeze, m.payout_freeze + e.payout_sum,
             greatest(e.latest, m.moved_time)
        from moved m
       cross join entry e
       order by e.place`)
    .catch((error: { code?: string; table?: string }) => {
      throw isNegativeBalance(error) ? new Refusal('INSUFFICIENT_BALANCE') : error
    })
  if (written !== entries.length) throw new Error('The account to post to does not exist.')
}

// 23514 is check_violation; the checks of these two tables keep balances at or above zero.
const isNegativeBalance = ({ code, table }: { code?: string; table?: string }) =>
  code === '23514' && (table === 'account' || table === 'ledger')
