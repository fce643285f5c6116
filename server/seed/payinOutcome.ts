import type { PayinOrderStatus } from '#contract/options.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../wib.ts'
import type { Chance } from './chance.ts'
import { personName } from './people.ts'
import type { Shop } from './shops.ts'

/** A future step of an order. */
export type Step =
  | { at: number; to: Exclude<PayinOrderStatus, 'PARTIAL_REFUND' | 'REFUNDED'>; details?: StepDetails }
  /** A refund of this share of the unrefunded amount; 1 refunds all of it. */
  | { at: number; refund: number; text: string }

interface StepDetails {
  paidAmount?: bigint
  text?: string
  payerAccount?: string
  payOrderNo?: string
}

// The median time to pay in minutes, by method.
const PACE: Record<string, number> = { VIRTUAL_ACCOUNT: 7, RETAIL: 55, QRIS: 0.9, EWALLET: 0.7, CRYPTO: 6 }

const WALLET_REFUSALS = [
  'Insufficient balance',
  'Customer cancelled the payment',
  'Wrong PIN entered three times',
  'Wallet daily limit exceeded',
  'Wallet account is suspended',
  'Issuer did not answer in time',
]
const CHANNEL_REFUSALS = [
  'Issuer or switch inoperative',
  'Transaction declined by issuer',
  'Suspected fraud',
  'Channel under maintenance',
]
const REFUNDS = ['Goods out of stock', 'Customer returned the goods', 'Ordered twice', 'Price adjusted', 'Delivery failed']

/** All steps of an order in order of time, including those after now. */
export function payinOutcome(order: OrderRecord, shop: Shop, expiresAt: number, chance: Chance): Step[] {
  const created = order.createTime.getTime()
  const soon = created + chance.between(3, 50) * SECOND
  const expired: Step = { at: expiresAt + chance.between(0, 5) * SECOND, to: 'EXPIRED' }
  if (order.method === 'EWALLET' && chance.hits(0.09)) {
    return [{ at: soon, to: 'FAILED', details: { text: chance.pick(WALLET_REFUSALS) } }]
  }
  if (chance.hits(0.006)) return [{ at: soon, to: 'FAILED', details: { text: chance.pick(CHANNEL_REFUSALS) } }]
  if (chance.hits(0.011)) {
    const at = created + chance.between(0.05, 0.7) * (expiresAt - created)
    return [{ at, to: 'CLOSED', details: { text: 'Closed by the merchant' } }, ...latePayment(order, at, 0.03, chance)]
  }
  if (chance.hits(shop.abandoned)) return [expired, ...latePayment(order, expired.at, 0.04, chance)]
  const paidAt = created + chance.lognormal(PACE[order.method] ?? 5, 1.2) * MINUTE + 2 * SECOND
  if (paidAt >= expiresAt) return [expired, ...latePayment(order, expired.at, 0.3, chance)]
  if (order.kind === 'USDT_PAYIN') return onChain(order, paidAt, chance)
  if (order.method === 'VIRTUAL_ACCOUNT' && chance.hits(0.012)) return wrongAmount(order, paidAt, chance)
  return [paidStep(order, paidAt, chance), ...refunds(paidAt, chance)]
}

const paidStep = (order: OrderRecord, at: number, chance: Chance): Step => ({
  at,
  to: 'SUCCESS',
  details: order.method === 'VIRTUAL_ACCOUNT' ? { payerAccount: chance.digits(10) } : {},
})

function latePayment(order: OrderRecord, closedAt: number, share: number, chance: Chance): Step[] {
  return chance.hits(share) ? [paidStep(order, closedAt + chance.lognormal(40, 1.5) * MINUTE, chance)] : []
}

// Time until enough confirmations.
const CONFIRMED_AFTER: Record<string, number> = { USDT_TRC20: 57 * SECOND, USDT_BEP20: 45 * SECOND, USDT_ERC20: 144 * SECOND }

function onChain(order: OrderRecord, seenAt: number, chance: Chance): Step[] {
  const tron = order.channel === 'USDT_TRC20'
  const hash = (tron ? '' : '0x') + hex(64, chance)
  const details = { payOrderNo: hash, payerAccount: tron ? `T${chance.token(33)}` : `0x${hex(40, chance)}` }
  const seen: Step = { at: seenAt, to: 'CONFIRMING', details }
  const confirmedAt = seenAt + (CONFIRMED_AFTER[order.channel] ?? MINUTE) + chance.between(0, 20) * SECOND
  // The network fee is too low, so the transfer stays unconfirmed.
  if (chance.hits(0.008)) return [seen]
  if (chance.hits(0.03)) {
    const short = order.amount - BigInt(Math.round(chance.between(50, 300))) * 10_000n
    const underpaid: Step = { at: confirmedAt, to: 'EXCEPTION', details: { paidAmount: short, text: 'Underpaid' } }
    if (short > 0n) return [seen, ...reviewed(underpaid, chance)]
  }
  return [seen, { at: confirmedAt, to: 'SUCCESS' }]
}

const hex = (count: number, chance: Chance) => Array.from({ length: count }, () => chance.below(16).toString(16)).join('')

/** An under- or overpaid order, usually reviewed by staff some hours later. */
function wrongAmount(order: OrderRecord, at: number, chance: Chance): Step[] {
  const over = chance.hits(0.35)
  const apart = BigInt(chance.pick([1_000, 2_500, 5_000, 10_000, 25_000]) * 100)
  const paidAmount = over || apart >= order.amount ? order.amount + apart : order.amount - apart
  const text = paidAmount > order.amount ? 'Overpaid' : 'Underpaid'
  const details = { paidAmount, text, payerAccount: chance.digits(10) }
  return reviewed({ at, to: 'EXCEPTION', details }, chance)
}

function reviewed(exception: Step, chance: Chance): Step[] {
  const at = exception.at + chance.between(0.5, 30) * HOUR
  if (chance.hits(0.25)) return [exception]
  return chance.hits(0.65)
    ? [exception, { at, to: 'SUCCESS', details: { text: `Accepted as paid by ${personName(chance)}` } }]
    : [exception, { at, to: 'FAILED', details: { text: 'Rejected, returned to the payer' } }]
}

function refunds(paidAt: number, chance: Chance): Step[] {
  if (!chance.hits(0.009)) return []
  const at = paidAt + chance.lognormal(2, 0.9) * DAY
  const text = chance.pick(REFUNDS)
  if (chance.hits(0.6)) return [{ at, refund: 1, text }]
  const part: Step = { at, refund: chance.pick([0.1, 0.2, 0.25, 0.5]), text }
  return chance.hits(0.3) ? [part, { at: at + chance.between(1, 6) * DAY, refund: 1, text: 'The rest' }] : [part]
}
