import { createHash } from 'node:crypto'
import type { PayoutOrderStatus } from '#contract/options.ts'
import type { Id } from '../ids.ts'
import type { OrderRecord } from '../orders/orderRow.ts'

/** What a channel says of a payout that it was sent. */
export interface PayoutAnswer {
  to: Extract<PayoutOrderStatus, 'SUCCESS' | 'FAILED' | 'UNKNOWN'>
  text?: string
}

type Payout = Pick<OrderRecord, 'id' | 'attempt' | 'method'>

/**
 * The demo's bank, wallets and chain: they mostly pay, sometimes refuse, and now and then nobody knows. Which, follows
 * from the order's number and the try, so that it can be seen again; a second try is luckier than the first.
 */
export function payoutAnswer({ id, attempt, method }: Payout): PayoutAnswer {
  const luck = byteOf(id, attempt)
  if (luck < (attempt === 1 ? 16 : 3)) return { to: 'FAILED', text: payoutRefusalText(method, luck) }
  if (luck < 20) return { to: 'UNKNOWN', text: 'No answer from the channel' }
  return { to: 'SUCCESS' }
}

/** What comes out when the channel is asked about a payout that it gave no clear answer for. */
export function payoutStatusAnswer({ id, attempt, method }: Payout): PayoutAnswer {
  const luck = byteOf(id, -attempt)
  return luck < 64
    ? { to: 'FAILED', text: payoutRefusalText(method, luck) }
    : { to: 'SUCCESS', text: 'Confirmed by the channel' }
}

/** The words in which a channel refuses. */
export const payoutRefusalText = (method: OrderRecord['method'], which: number): string => {
  const words = REFUSALS[method] ?? BANK_REFUSALS
  return words[which % words.length]!
}

const BANK_REFUSALS = [
  'Beneficiary account is closed',
  'Beneficiary name does not match',
  'Account number not found',
  'Beneficiary bank is offline',
  'Daily limit of the beneficiary exceeded',
]
const REFUSALS: Partial<Record<OrderRecord['method'], readonly string[]>> = {
  EWALLET: ['Wallet is not registered', 'Wallet balance limit exceeded', 'Wallet account is suspended'],
  CRYPTO: ['Address is on a sanctions list', 'Network fee too low, transaction dropped'],
}

/** The number a channel gives a payout when it takes it: a reference of the bank, or the hash of the transfer on chain. */
export function payoutNumberOf({
  id,
  attempt,
  method,
  channel,
  amount,
}: Payout & Pick<OrderRecord, 'channel' | 'amount'>): string {
  const digits = id.slice(0, 12) + id.slice(15)
  switch (method) {
    case 'CRYPTO': {
      const hash = createHash('sha256').update(`${id} ${attempt}`).digest('hex')
      return channel === 'USDT_TRC20' ? hash : `0x${hash}`
    }
    case 'BANK_TRANSFER':
      // What is too large for the fast network takes the slow one.
      return `${amount > FAST_UP_TO ? 'RTGS' : 'BIF'}${digits}${attempt}`
    default:
      return `${channel.replace(/^.*_/, '').slice(0, 4)}${digits}${attempt}`
  }
}

const FAST_UP_TO = 25_000_000_000n

const byteOf = (id: Id, salt: number): number => createHash('sha256').update(`${id} ${salt}`).digest()[0]!
