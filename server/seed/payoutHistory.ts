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

/** The life of a payout, and when its channel is to be asked about it next, if it is still on its way. */
export interface PayoutHistory extends OrderHistory {
  due: Date | null
}

// What a merchant keeps on its account whatever it pays out, in minor units: the fees of refunds come out of that.
const KEPT = { IDR: 200_000_000n, VND: 200_000_000n, USDT: 200_000_000n }

/** Makes the payouts of one day after the other: so many for the sales of each merchant, of money that is really there. */
export function createPayoutMaker(): (day: DayContext, visits: readonly Sale[]) => PayoutHistory[] {
  const counts = new Map<string, number>()
  return (day, visits) => {
    const { chance } = day.context
    const wishes = visits.flatMap(({ shop, at }) => {
      const payer = PAYOUT_PROFILES[shop.merchantNo]
      const later = at + chance.between(0, 2 * HOUR)
      return payer !== undefined && chance.hits(payer.share) && later < day.endsAt ? { payer, shop, at: Math.floor(later) } : []
    })
    return wishes
      .sort((a, b) => a.at - b.at)
      .flatMap(({ payer, shop: { merchantNo }, at }, place) => {
        const n = (counts.get(merchantNo) ?? 0) + 1
        const open = day.endsAt === day.context.now ? OPEN_ENDS[wishes.length - 2 - place] : undefined
        const life = payoutLife(day, day.context.merchants.get(merchantNo)!, payer, { n, at, open })
        if (life === null) return []
        counts.set(merchantNo, n)
        day.balances.spend(life.entries)
        return life
      })
  }
}

/** One payout up to now; null where there is no money for it. */
function payoutLife(
  day: DayContext,
  merchant: MerchantRow,
  payer: PayoutProfile,
  { n, at, open }: { n: number; at: number; open: OpenEnd | undefined },
): PayoutHistory | null {
  const { chance, payoutChannels } = day.context
  const channel = payoutChannels.get(chance.weighted(payer.channels))!
  const amount = affordable(day, merchant, channel, payer.sum(chance), at)
  if (amount === null) return null
  const id = day.ids.at(at)
  const born = newPayout(id, at, {
    merchant,
    channel,
    amount,
    merchantOrderNo: payer.number(n, at),
    remark: payer.remarks.length > 0 && chance.hits(0.6) ? chance.pick(payer.remarks) : undefined,
    ...receiverOf(channel, id, chance),
  })
  const life: PayoutHistory = { ...born, settlement: null, callbackLog: null, auditEvents: [], due: null }
  const news: StatusEvent[] = []
  for (const turn of payoutOutcome(born.order, day.context, open)) {
    const { to, by, text } = turn
    const when = Math.floor(turn.at)
    if (when > day.context.now) {
      if (life.order.status === 'CREATED' || life.order.status === 'PROCESSING') life.due = new Date(when)
      break
    }
    // Whoever sends it again needs the money again, and that day's is what is known.
    if (life.order.status === 'FAILED' && !isThere(day, life.order, when)) break
    const before = life.order
    const payOrderNo = to === 'PROCESSING' ? payoutNumberOf({ ...before, attempt: before.attempt + (by ? 1 : 0) }) : undefined
    const step = payoutStep(before, to, { at: new Date(when), text, payOrderNo })
    life.order = step.order
    life.moves.push(step.transition)
    life.entries.push(...step.entries)
    if (by) life.auditEvents.push(deedOf(merchant, by, before, step.order))
    if (isNotifiable(step.order)) news.push({ at: when, order: step.order })
  }
  if (notifyAddress(life.order, merchant) !== null && news.length > 0) {
    life.callbackLog = createCallbackLog(news, merchant, day.context.now, chance)
  }
  life.order = { ...life.order, ...life.callbackLog?.notifyColumns }
  life.auditEvents.push(...(life.callbackLog?.auditEvents ?? []))
  return life
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

const spare = (
  { balances: purse }: DayContext,
  { merchantNo, currency }: Pick<OrderRecord, 'merchantNo' | 'currency'>,
  at: number,
): bigint => purse.available(merchantNo, at) - KEPT[currency]

const isThere = (day: DayContext, order: OrderRecord, at: number): boolean =>
  at < day.endsAt && spare(day, order, at) >= 2n * (order.amount + feeOf(order.amount, order, order.currency))

/** What is wanted, or half of what is there where that is less, within the limits of the channel. */
function affordable(day: DayContext, merchant: MerchantRow, channel: Channel, sum: number, at: number): bigint | null {
  const [unit, grain] = merchant.currency === 'USDT' ? [1_000_000, 10_000n] : [100, 50_000n]
  const wish = BigInt(Math.round(sum * unit))
  const half = (spare(day, merchant, at) / 2n / grain) * grain
  const amount = [wish, half, channel.maxAmount].reduce((least, one) => (one < least ? one : least))
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
