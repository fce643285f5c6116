import type { PayoutOrderStatus } from '#contract/options.ts'
import { payoutAnswer, payoutNumberOf, payoutRefusalText, payoutStatusAnswer } from '../demo/payoutChannel.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { type Channel, issue } from '../orders/channels.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import { newPayout, payoutStep } from '../payouts/payouts.ts'
import type { AuditAction } from '../texts/en.ts'
import { HOUR, MINUTE, SECOND } from '../wib.ts'
import { advance } from './callbacks.ts'
import { type Chance, DIGITS } from './chance.ts'
import { mobileNumber, personName } from './people.ts'
import { BANK_SHARES, type Payouts, SHOPS } from './shops.ts'
import { newHistory, type OrderHistory, type World } from './world.ts'

/** A future step of a payout; `by` is the console action that causes it. */
interface Step {
  at: number
  to: PayoutOrderStatus
  text?: string
  by?: AuditAction
}

/** The steps of the payouts that are open at the end of the demo, in milliseconds after their creation. */
const OPEN_PAYOUTS: readonly (readonly Step[])[] = [
  [
    { at: 100, to: 'PROCESSING' },
    { at: 5 * SECOND, to: 'UNKNOWN', text: 'No response from the channel' },
  ],
  // The wallet of the receiver reopens later.
  [{ at: 5 * HOUR, to: 'PROCESSING' }],
  [{ at: SECOND, to: 'CANCELLED', text: 'Cancelled by the merchant', by: 'cancel' }],
  // The bank has not answered for a while.
  [
    { at: 100, to: 'PROCESSING' },
    { at: 20 * MINUTE, to: 'SUCCESS' },
  ],
]

/** Schedules open payouts of two shops for the last minutes of the demo. */
export function planOpenPayouts(world: World): void {
  for (const { merchantNo, payouts } of SHOPS.slice(0, 2)) {
    for (const [index, steps] of OPEN_PAYOUTS.entries()) {
      world.at(world.end - (10 - 2 * index) * MINUTE, () => createDemoPayout(world, merchantNo, payouts!, steps))
    }
  }
}

// The minimum balance a merchant keeps, in minor units. It covers refunds.
const RESERVE = 200_000_000n

/** Creates a payout and schedules its steps, unless the balance is too low. */
export function createDemoPayout(world: World, merchantNo: string, payouts: Payouts, openSteps?: readonly Step[]): void {
  const { chance } = world
  const merchant = world.merchants.get(merchantNo)!
  const channel = world.payoutChannels.get(chance.weighted(payouts.channels))!
  const amount = affordableAmount(world, merchant, channel, payouts.amount(chance))
  if (amount === null) return
  const id = world.ids.next()
  const at = world.now()
  const count = (world.payoutCounts.get(merchantNo) ?? 0) + 1
  world.payoutCounts.set(merchantNo, count)
  const { order, moves, entries } = newPayout(id, at, {
    merchant,
    channel,
    amount,
    merchantOrderNo: payouts.number(count, at),
    remark: payouts.remarks.length > 0 && chance.hits(0.6) ? chance.pick(payouts.remarks) : undefined,
    ...receiverOf(channel, id, chance),
  })
  world.post(entries)
  const history = newHistory(order, moves)
  const steps = openSteps?.map((step) => ({ ...step, at: at + step.at })) ?? payoutSteps(order, chance)
  world.follow(history, steps, (step, time) => applyStep(world, history, merchant, step, time))
}

function applyStep(world: World, history: OrderHistory, merchant: MerchantRow, { to, by, text }: Step, at: Date): boolean {
  const before = history.order
  const attempt = before.attempt + (by === 'retry' ? 1 : 0)
  const payOrderNo = to === 'PROCESSING' ? payoutNumberOf({ ...before, attempt }) : undefined
  return advance(world, history, merchant, payoutStep(before, to, { at, text, payOrderNo }), by)
}

// The median processing time in seconds, by method.
const PACE: Record<string, number> = { BANK_TRANSFER: 7, EWALLET: 3, CRYPTO: 70 }
const RETURNED = ['Beneficiary account is closed, returned', 'Returned by the beneficiary bank', 'Rejected by the beneficiary']

/** The steps of a payout in order of time, with the answers of the demo channel. */
function payoutSteps(order: OrderRecord, chance: Chance): Step[] {
  const created = order.createTime.getTime()
  if (chance.hits(0.008)) {
    const at = created + chance.between(15, 240) * SECOND
    return [{ at, to: 'CANCELLED', text: 'Cancelled by the merchant', by: 'cancel' }]
  }
  const sent: Step = { at: created + chance.between(0.1, 1.5) * SECOND, to: 'PROCESSING' }
  const at = sent.at + (2 + chance.lognormal(PACE[order.method] ?? 6, 0.8)) * SECOND
  const answer = { at, ...payoutAnswer(order) }
  return [sent, answer, ...stepsAfter(answer, order, chance)]
}

function stepsAfter({ at, to }: Step, order: OrderRecord, chance: Chance): Step[] {
  if (to === 'UNKNOWN') {
    const checkedAt = at + chance.between(0.3, 20) * HOUR
    return chance.hits(0.75) ? [{ at: checkedAt, ...payoutStatusAnswer(order), by: 'check' }] : []
  }
  if (to === 'FAILED') {
    if (!chance.hits(0.35)) return []
    const again = at + chance.lognormal(25, 0.8) * MINUTE
    const answeredAt = again + chance.between(3, 20) * SECOND
    const answer: Step = chance.hits(0.8)
      ? { at: answeredAt, to: 'SUCCESS' }
      : { at: answeredAt, to: 'FAILED', text: payoutRefusalText(order.method, chance.below(9)) }
    return [{ at: again, to: 'PROCESSING', by: 'retry' }, answer]
  }
  if (order.method !== 'BANK_TRANSFER' || !chance.hits(0.012)) return []
  return [{ at: at + chance.between(2, 60) * HOUR, to: 'REVERSED', text: chance.pick(RETURNED) }]
}

/** The requested amount, at most half of the spare balance and the channel maximum; null below the channel minimum. */
function affordableAmount(world: World, merchant: MerchantRow, channel: Channel, requested: number): bigint | null {
  const [unit, grain] = merchant.currency === 'USDT' ? [1_000_000, 10_000n] : [100, 50_000n]
  const half = ((world.available(merchant.merchantNo) - RESERVE) / 2n / grain) * grain
  const amounts = [BigInt(Math.round(requested * unit)), half, channel.maxAmount]
  const amount = amounts.reduce((least, one) => (one < least ? one : least))
  return amount >= channel.minAmount ? amount : null
}

function receiverOf(channel: Channel, id: string, chance: Chance) {
  if (channel.method === 'CRYPTO') return { receiveAccount: issue(channel, id).receiveAccount! }
  const receiveName = personName(chance)
  if (channel.method === 'EWALLET') return { receiveName, receiveAccount: mobileNumber(chance) }
  const bankCode = chance.weighted(BANK_SHARES)
  const mobile = chance.hits(0.3) ? mobileNumber(chance) : undefined
  return {
    receiveName,
    bankCode,
    mobile,
    receiveAccount: chance.pick(['1', '2', '5', '7']) + chance.text(DIGITS, bankCode === '002' ? 14 : 9),
  }
}
