import { createHash } from 'node:crypto'
import type { PayoutOrderStatus } from '#contract/options.ts'
import type { Id } from '../ids.ts'
import type { OrderRecord } from '../orders/orderRow.ts'

export interface PayoutAnswer {
  to: Extract<PayoutOrderStatus, 'SUCCESS' | 'FAILED' | 'UNKNOWN'>
  text?: string
}

type Payout = Pick<OrderRecord, 'id' | 'attempt' | 'method'>
type SentPayout = Payout & Pick<OrderRecord, 'channel' | 'amount'>

/**
 * The demo channels' reply to a payout: mostly SUCCESS, sometimes FAILED or UNKNOWN. Derived from the order number and the
 * attempt, so it is reproducible. Later attempts fail less often.
 */
export function payoutAnswer({ id, attempt, method }: Payout): PayoutAnswer {
  const byte = byteOf(id, attempt)
  if (byte < (attempt === 1 ? 16 : 3)) return { to: 'FAILED', text: payoutRefusalText(method, byte) }
  if (byte < 20) return { to: 'UNKNOWN', text: 'No response from the channel' }
  return { to: 'SUCCESS' }
}

/** The demo channels' reply to a status query about a payout that is UNKNOWN. */
export function payoutStatusAnswer({ id, attempt, method }: Payout): PayoutAnswer {
  const byte = byteOf(id, -attempt)
  return byte < 64
    ? { to: 'FAILED', text: payoutRefusalText(method, byte) }
    : { to: 'SUCCESS', text: 'Confirmed by the channel' }
}

export const payoutRefusalText = (method: OrderRecord['method'], which: number): string => {
  const texts = REFUSALS[method] ?? BANK_REFUSALS
  return texts[which % texts.length]!
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

/** The channel's number for an accepted payout: a bank reference, or the transaction hash on chain. */
export function payoutNumberOf({ id, attempt, method, channel, amount }: SentPayout): string {
  const digits = id.slice(0, 12) + id.slice(15)
  switch (method) {
    case 'CRYPTO': {
      const hash = createHash('sha256').update(`${id} ${attempt}`).digest('hex')
      return channel === 'USDT_TRC20' ? hash : `0x${hash}`
    }
    case 'BANK_TRANSFER':
      // Amounts above the limit of BI-FAST are sent by RTGS.
      return `${amount > FAST_NETWORK_LIMIT ? 'RTGS' : 'BIF'}${digits}${attempt}`
    default:
      return `${channel.replace(/^.*_/, '').slice(0, 4)}${digits}${attempt}`
  }
}

const FAST_NETWORK_LIMIT = 25_000_000_000n

const byteOf = (id: Id, salt: number): number => createHash('sha256').update(`${id} ${salt}`).digest()[0]!
