import type { AuditEvent } from '../audit/audit.ts'
import { payoutNumberOf } from '../demo/payoutChannel.ts'
import { feeOf } from '../merchants/fees.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { type Channel, issue } from '../orders/channels.ts'
import { isNotifiable, type OrderRecord } from '../orders/orderRow.ts'
import { newPayout } from '../payouts/newPayout.ts'
import { payoutStep } from '../payouts/payoutSteps.ts'
import { HOUR } from '../wib.ts'
import type { DayContext } from './balances.ts'
import type { Sale } from './calendar.ts'
import { createCallbackLog, notifyAddress, type StatusEvent } from './callbackLog.ts'
import type { Chance } from './chance.ts'
import type { OrderHistory } from './payinHistory.ts'
import { OPEN_ENDS, type OpenEnd, payoutOutcome } from './payoutOutcome.ts'
import { BANK_SHARES, PAYOUT_PROFILES, type PayoutProfile } from './payoutProfiles.ts'
import { mobileNumber, personName } from './people.ts'

/** The history of a payout, and the next run of the worker if it is not final. */
export interface PayoutHistory extends OrderHistory {
  due: Date | null
}

// The minimum balance a merchant keeps, in minor units. It covers refund fees.
const RESERVE = { IDR: 200_000_000n, VND: 200_000_000n, USDT: 200_000_000n }

/** Creates a function that builds the payouts of one day, in proportion to sales and within the available balance. */
export function createPayoutMaker(): (day: DayContext, sales: readonly Sale[]) => PayoutHistory[] {
  const counts = new Map<string, number>()
  return (day, sales) => {
    const { chance } = day.context
    const candidates = sales.flatMap(({ shop, at }) => {
      const profile = PAYOUT_PROFILES[shop.merchantNo]
      const later = at + chance.between(0, 2 * HOUR)
      return profile !== undefined && chance.hits(profile.share) && later < day.endsAt
        ? { payer: profile, shop, at: Math.floor(later) }
        : []
    })
    return candidates
      .sort((a, b) => a.at - b.at)
      .flatMap(({ payer: profile, shop: { merchantNo }, at }, index) => {
        const n = (counts.get(merchantNo) ?? 0) + 1
        const open = day.endsAt === day.context.now ? OPEN_ENDS[candidates.length - 2 - index] : undefined
        const history = createPayoutHistory(day, day.context.merchants.get(merchantNo)!, profile, { n, at, open })
        if (history === null) return []
        counts.set(merchantNo, n)
        day.balances.spend(history.entries)
        return history
      })
  }
}

/** The history of one payout up to now; null when the balance is too low. */
function createPayoutHistory(
  day: DayContext,
  merchant: MerchantRow,
  profile: PayoutProfile,
  { n, at, open }: { n: number; at: number; open: OpenEnd | undefined },
): PayoutHistory | null {
  const { chance, payoutChannels } = day.context
  const channel = payoutChannels.get(chance.weighted(profile.channels))!
  const amount = affordableAmount(day, merchant, channel, profile.sum(chance), at)
  if (amount === null) return null
  const id = day.ids.at(at)
  const created = newPayout(id, at, {
    merchant,
    channel,
    amount,
    merchantOrderNo: profile.number(n, at),
    remark: profile.remarks.length > 0 && chance.hits(0.6) ? chance.pick(profile.remarks) : undefined,
    ...receiverOf(channel, id, chance),
  })
  const history: PayoutHistory = { ...created, settlement: null, callbackLog: null, auditEvents: [], due: null }
  const events: StatusEvent[] = []
  for (const next of payoutOutcome(created.order, day.context, open)) {
    const { to, by, text } = next
    const when = Math.floor(next.at)
    if (when > day.context.now) {
      if (history.order.status === 'CREATED' || history.order.status === 'PROCESSING') history.due = new Date(when)
      break
    }
    // A retry needs the money again, and only balances of the current day are known.
    if (history.order.status === 'FAILED' && !canAffordRetry(day, history.order, when)) break
    const before = history.order
    const payOrderNo = to === 'PROCESSING' ? payoutNumberOf({ ...before, attempt: before.attempt + (by ? 1 : 0) }) : undefined
    const step = payoutStep(before, to, { at: new Date(when), text, payOrderNo })
    history.order = step.order
    history.moves.push(step.transition)
    history.entries.push(...step.entries)
    if (by) history.auditEvents.push(deedOf(merchant, by, before, step.order))
    if (isNotifiable(step.order)) events.push({ at: when, order: step.order })
  }
  if (notifyAddress(history.order, merchant) !== null && events.length > 0) {
    history.callbackLog = createCallbackLog(events, merchant, day.context.now, chance)
  }
  history.order = { ...history.order, ...history.callbackLog?.notifyColumns }
  history.auditEvents.push(...(history.callbackLog?.auditEvents ?? []))
  return history
}

const deedOf = (
  { merchantNo, username }: MerchantRow,
  action: AuditEvent['action'],
  before: OrderRecord,
  after: OrderRecord,
): Omit<AuditEvent, 'id'> => ({
  at: after.updateTime.getTime(),
  actor: { merchantNo, username },
  address: '103.28.12.7',
  action,
  target: after.id,
  detail: { from: before.status, to: after.status },
})

const spareBalance = (
  { balances: purse }: DayContext,
  { merchantNo, currency }: Pick<OrderRecord, 'merchantNo' | 'currency'>,
  at: number,
): bigint => purse.available(merchantNo, at) - RESERVE[currency]

const canAffordRetry = (day: DayContext, order: OrderRecord, at: number): boolean =>
  at < day.endsAt && spareBalance(day, order, at) >= 2n * (order.amount + feeOf(order.amount, order, order.currency))

/** The requested amount, at most half of the spare balance and the channel maximum; null below the channel minimum. */
function affordableAmount(day: DayContext, merchant: MerchantRow, channel: Channel, sum: number, at: number): bigint | null {
  const [unit, grain] = merchant.currency === 'USDT' ? [1_000_000, 10_000n] : [100, 50_000n]
  const requested = BigInt(Math.round(sum * unit))
  const half = (spareBalance(day, merchant, at) / 2n / grain) * grain
  const amount = [requested, half, channel.maxAmount].reduce((least, one) => (one < least ? one : least))
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
    receiveAccount: chance.pick(['1', '2', '5', '7', '8']) + chance.digits(bankCode === '002' ? 14 : 9),
  }
}
