import type { PayoutOrderStatus } from '#contract/options.ts'
import { payoutRefusalText } from '../demo/payoutChannel.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import { HOUR, MINUTE, SECOND } from '../wib.ts'
import type { Chance } from './chance.ts'
import type { SeedContext } from './payinHistory.ts'

/** A future step of a payout; `by` is the console action that causes it. */
export interface PayoutStep {
  at: number
  to: PayoutOrderStatus
  text?: string
  by?: 'cancel' | 'check' | 'retry'
}

const RETURNED = ['Beneficiary account is closed, returned', 'Returned by the beneficiary bank', 'Rejected by the beneficiary']

/** All steps of a payout in order of time. */
export function payoutOutcome(order: OrderRecord, { now, chance }: SeedContext, open?: OpenEnd): PayoutStep[] {
  const created = order.createTime.getTime()
  if (open !== undefined) return openEnd(open, created, now)
  const sentAt = Math.max(created, reopensAt(order, now)) + chance.between(0.1, 1.5) * SECOND
  const cancelledAt = created + chance.between(15, 240) * SECOND
  if (chance.hits(0.008)) return [{ at: cancelledAt, to: 'CANCELLED', text: 'Cancelled by the merchant', by: 'cancel' }]
  const sent: PayoutStep = { at: sentAt, to: 'PROCESSING' }
  const answeredAt = Math.max(
    sentAt + 2 * SECOND + chance.lognormal(PACE[order.method] ?? 6, 0.8) * SECOND,
    answersAt(order, now),
  )
  return [sent, ...answer(order, answeredAt, chance)]
}

/** The current status of a payout that is still open at the time of the demo. */
export type OpenEnd = 'PROCESSING' | 'CREATED' | 'UNKNOWN' | 'CANCELLED'

/** The open ends of the newest payouts, starting with the second newest. */
export const OPEN_ENDS: readonly OpenEnd[] = ['PROCESSING', 'CREATED', 'UNKNOWN', 'CANCELLED']

function openEnd(end: OpenEnd, created: number, now: number): PayoutStep[] {
  if (end === 'CREATED') return [{ at: now + CLOSED.untilHours * HOUR, to: 'PROCESSING' }]
  if (end === 'CANCELLED') return [{ at: created + SECOND, to: 'CANCELLED', text: 'Cancelled by the merchant', by: 'cancel' }]
  const sent: PayoutStep = { at: created + 100, to: 'PROCESSING' }
  if (end === 'PROCESSING') return [sent, { at: now + SLOW.untilMinutes * MINUTE, to: 'SUCCESS' }]
  return [sent, { at: created + 5 * SECOND, to: 'UNKNOWN', text: 'No answer from the channel' }]
}

// The median processing time in seconds, by method.
const PACE: Record<string, number> = { BANK_TRANSFER: 7, EWALLET: 3, CRYPTO: 70 }

/** Wallet channels that are closed for payouts since yesterday and reopen tonight. Their payouts wait. */
const CLOSED = { channels: ['EW_DANA', 'EW_LINKAJA'], sinceHours: 30, untilHours: 5 }
/** Banks that have not answered for some hours. */
const SLOW = { banks: ['002', '008', '014'], sinceHours: 14, untilMinutes: 12 }

const reopensAt = ({ channel, createTime }: OrderRecord, now: number): number =>
  CLOSED.channels.includes(channel) && createTime.getTime() > now - CLOSED.sinceHours * HOUR
    ? now + CLOSED.untilHours * HOUR
    : 0

const answersAt = ({ bankCode, createTime }: OrderRecord, now: number): number =>
  SLOW.banks.includes(bankCode ?? '') && createTime.getTime() > now - SLOW.sinceHours * HOUR
    ? now + SLOW.untilMinutes * MINUTE
    : 0

function answer(order: OrderRecord, at: number, chance: Chance): PayoutStep[] {
  const luck = chance.next()
  if (luck < 0.012) {
    const unknown: PayoutStep = { at, to: 'UNKNOWN', text: 'No answer from the channel' }
    if (chance.hits(0.25)) return [unknown]
    const checkedAt = at + chance.between(0.3, 20) * HOUR
    return chance.hits(0.75)
      ? [unknown, { at: checkedAt, to: 'SUCCESS', text: 'Confirmed by the channel', by: 'check' }]
      : [unknown, { at: checkedAt, to: 'FAILED', text: payoutRefusalText(order.method, chance.below(9)), by: 'check' }]
  }
  if (luck < 0.06) {
    const failed: PayoutStep = { at, to: 'FAILED', text: payoutRefusalText(order.method, chance.below(9)) }
    if (!chance.hits(0.35)) return [failed]
    const again = at + chance.lognormal(25, 0.8) * MINUTE
    const second = again + chance.between(3, 20) * SECOND
    const outcome: PayoutStep = chance.hits(0.8)
      ? { at: second, to: 'SUCCESS' }
      : { at: second, to: 'FAILED', text: payoutRefusalText(order.method, chance.below(9)) }
    return [failed, { at: again, to: 'PROCESSING', by: 'retry' }, outcome]
  }
  const paid: PayoutStep = { at, to: 'SUCCESS' }
  if (order.method !== 'BANK_TRANSFER' || !chance.hits(0.012)) return [paid]
  return [paid, { at: at + chance.between(2, 60) * HOUR, to: 'REVERSED', text: chance.pick(RETURNED) }]
}
