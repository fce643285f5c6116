import type { PayinOrderStatus } from '#contract/options.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import type { Channel } from '../orders/channels.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import { type PayinStep, type PayinUpdate, payinStep, refundStep, settlementEntries } from '../payins/payinSteps.ts'
import { expiryOf, newPayin } from '../payins/payins.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../wib.ts'
import type { Sale } from './calendar.ts'
import { advance } from './callbacks.ts'
import { type Chance, DIGITS, HEX, TOKEN } from './chance.ts'
import { mobileNumber, personName } from './people.ts'
import type { Shop } from './shops.ts'
import { newHistory, type OrderHistory, type World } from './world.ts'

/** One in this many orders of a shop gets no answer from the channel and stays CREATED. */
const UNANSWERED = 4_999

/** How long payers have, by method. */
export const EXPIRY_MINUTES: Record<string, number> = {
  VIRTUAL_ACCOUNT: 1_440,
  RETAIL: 1_440,
  QRIS: 30,
  EWALLET: 15,
  CRYPTO: 120,
}

export function createDemoPayin(world: World, { shop, n, at }: Sale): void {
  const { chance } = world
  const merchant = world.merchants.get(shop.merchantNo)!
  const { channel, amount } = saleOf(world, shop, merchant)
  const { order, moves } = newPayin(world.ids.next(), at, {
    merchant,
    channel,
    amount,
    merchantOrderNo: shop.number(n, at, chance),
    payerName: channel.method === 'CRYPTO' || (channel.method === 'QRIS' && chance.hits(0.7)) ? undefined : personName(chance),
    mobile: chance.hits(0.4) ? mobileNumber(chance) : undefined,
    expiryMinutes: EXPIRY_MINUTES[channel.method],
  })
  const isAnswered = n % UNANSWERED !== 21
  const history = isAnswered ? newHistory(order, moves) : newHistory({ ...order, ...NOT_ISSUED }, moves.slice(0, 1))
  const steps = isAnswered ? payinSteps(order, shop, chance) : []
  world.follow(history, steps, (step, time) => applyStep(world, history, merchant, stepOf(history, step, time, merchant)))
}

const NOT_ISSUED = {
  payOrderNo: null,
  platAccountId: null,
  accountNumber: null,
  receiveAccount: null,
  status: 'CREATED',
  moves: 1,
} as const

/** A channel and an amount within its limits, in minor units. */
export function saleOf(
  { channels, chance }: Pick<World, 'channels' | 'chance'>,
  shop: Shop,
  { currency }: MerchantRow,
): { channel: Channel; amount: bigint } {
  const price = BigInt(Math.round(shop.price(chance) * (currency === 'USDT' ? 1_000_000 : 100)))
  const open = Object.entries(shop.channels).filter(([name]) => {
    const { minAmount, maxAmount } = channels.get(name)!
    return price >= minAmount && price <= maxAmount
  })
  const channel = channels.get(chance.weighted(open.length > 0 ? Object.fromEntries(open) : shop.channels))!
  const { minAmount, maxAmount } = channel
  return { channel, amount: price < minAmount ? minAmount : price > maxAmount ? maxAmount : price }
}

function stepOf({ order, settlement }: OrderHistory, step: Step, at: Date, { settleDelayMinutes }: MerchantRow): PayinStep {
  if ('to' in step) return payinStep(order, step.to, { ...step.details, at, settleDelayMinutes })
  const left = order.paidAmount! - order.refundedAmount
  const share = ((left * BigInt(step.refund * 100)) / 10_000n) * 100n
  return refundStep(order, step.refund < 1 && share > 0n ? share : left, { at, frozen: settlement, text: step.text })
}

const WORKER_PAUSE = 5 * SECOND

function applyStep(world: World, history: OrderHistory, merchant: MerchantRow, step: PayinStep): boolean {
  const { order, settlement } = step
  if (!advance(world, history, merchant, step, order.status === 'CLOSED' ? 'close' : undefined)) return false
  if (settlement !== null && history.settlement === null) {
    world.schedule(history, settlement.dueTime.getTime() + WORKER_PAUSE, () => releaseSettlement(world, history))
  }
  history.settlement = settlement
  return true
}

function releaseSettlement(world: World, history: OrderHistory): void {
  const { settlement } = history
  if (settlement === null) return
  world.post(settlementEntries(settlement, new Date(world.now())))
  history.settlement = null
  const { merchantNo, amount } = settlement
  if (world.now() > world.end - DAY) world.settled.set(merchantNo, (world.settled.get(merchantNo) ?? 0n) + amount)
}

export interface StatusStep {
  at: number
  to: Exclude<PayinOrderStatus, 'PARTIAL_REFUND' | 'REFUNDED'>
  details?: Omit<PayinUpdate, 'at' | 'settleDelayMinutes'>
}

type Step =
  | StatusStep
  /** A refund of this share of the unrefunded amount; 1 refunds all of it. */
  | { at: number; refund: number; text: string }

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

/** What becomes of a payin after it was issued, in order of time. */
export function payinSteps(order: OrderRecord, shop: Shop, chance: Chance): Step[] {
  const created = order.createTime.getTime()
  const expiresAt = expiryOf(order).getTime()
  const refused = (texts: readonly string[]): Step[] => [
    { at: created + chance.between(3, 50) * SECOND, to: 'FAILED', details: { text: chance.pick(texts) } },
  ]
  const expired: Step = { at: expiresAt + chance.between(0, 5) * SECOND, to: 'EXPIRED' }
  if (order.method === 'EWALLET' && chance.hits(0.09)) return refused(WALLET_REFUSALS)
  if (chance.hits(0.006)) return refused(CHANNEL_REFUSALS)
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
  details: order.method === 'VIRTUAL_ACCOUNT' ? { payerAccount: chance.text(DIGITS, 10) } : {},
})

function latePayment(order: OrderRecord, closedAt: number, share: number, chance: Chance): Step[] {
  return chance.hits(share) ? [paidStep(order, closedAt + chance.lognormal(40, 1.5) * MINUTE, chance)] : []
}

// Time until enough confirmations.
const CONFIRMED_AFTER: Record<string, number> = { USDT_TRC20: 57 * SECOND, USDT_BEP20: 45 * SECOND, USDT_ERC20: 144 * SECOND }

function onChain(order: OrderRecord, seenAt: number, chance: Chance): Step[] {
  const isTron = order.channel === 'USDT_TRC20'
  const payOrderNo = (isTron ? '' : '0x') + chance.text(HEX, 64)
  const details = { payOrderNo, payerAccount: isTron ? `T${chance.text(TOKEN, 33)}` : `0x${chance.text(HEX, 40)}` }
  const seen: Step = { at: seenAt, to: 'CONFIRMING', details }
  const confirmedAt = seenAt + (CONFIRMED_AFTER[order.channel] ?? MINUTE) + chance.between(0, 20) * SECOND
  // The network fee is too low, so the transfer stays unconfirmed.
  if (chance.hits(0.008)) return [seen]
  const short = order.amount - BigInt(Math.round(chance.between(50, 300))) * 10_000n
  if (short > 0n && chance.hits(0.03)) {
    return [seen, ...reviewed({ at: confirmedAt, to: 'EXCEPTION', details: { paidAmount: short, text: 'Underpaid' } }, chance)]
  }
  return [seen, { at: confirmedAt, to: 'SUCCESS' }]
}

function wrongAmount(order: OrderRecord, at: number, chance: Chance): Step[] {
  const difference = BigInt(chance.pick([1_000, 2_500, 5_000, 10_000, 25_000]) * 100)
  const isOver = chance.hits(0.35) || difference >= order.amount
  const paidAmount = isOver ? order.amount + difference : order.amount - difference
  const details = { paidAmount, text: isOver ? 'Overpaid' : 'Underpaid', payerAccount: chance.text(DIGITS, 10) }
  return reviewed({ at, to: 'EXCEPTION', details }, chance)
}

/** An exception, usually reviewed by staff some hours later. */
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
