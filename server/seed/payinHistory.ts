import type { AuditEvent } from '../audit/audit.ts'
import type { Id } from '../ids.ts'
import type { Entry } from '../ledger/ledger.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import type { Channel } from '../orders/channels.ts'
import { isNotifiable, type OrderRecord } from '../orders/orderRow.ts'
import { expiryOf, newPayin } from '../payins/newPayin.ts'
import {
  type OrderTransition,
  type PayinStep,
  payinStep,
  refundStep,
  type Settlement,
  settlementEntries,
} from '../payins/payinSteps.ts'
import { SECOND } from '../wib.ts'
import type { Balances } from './balances.ts'
import type { Sale } from './calendar.ts'
import { type CallbackLog, createCallbackLog, type StatusEvent } from './callbackLog.ts'
import type { Chance } from './chance.ts'
import { payinOutcome, type Step } from './payinOutcome.ts'
import { mobileNumber, personName } from './people.ts'

/** An order as it stands, and everything that led there: what the live gateway would have written, move by move. */
export interface OrderHistory {
  order: OrderRecord
  moves: OrderTransition[]
  entries: Entry[]
  settlement: Settlement | null
  callbackLog: CallbackLog | null
  /** What people did to it in the console. */
  auditEvents: Omit<AuditEvent, 'id'>[]
}

export interface SeedContext {
  now: number
  merchants: ReadonlyMap<string, MerchantRow>
  channels: ReadonlyMap<string, Channel>
  payoutChannels: ReadonlyMap<string, Channel>
  chance: Chance
}

/** Once in so many orders of a shop the channel never answers, and the order stays where it was made. */
const UNANSWERED = 4_999

/** The life of an order up to now. */
export function payinHistory(id: Id, { shop, n, at }: Sale, stage: SeedContext, purse: Balances): OrderHistory {
  const { merchants, chance, now } = stage
  const merchant = merchants.get(shop.merchantNo)!
  const { channel, amount } = saleOf(shop, stage)
  const born = newPayin(id, at, {
    merchant,
    channel,
    amount,
    merchantOrderNo: shop.number(n, at, chance),
    payerName: channel.method === 'CRYPTO' || (channel.method === 'QRIS' && chance.hits(0.7)) ? undefined : personName(chance),
    mobile: chance.hits(0.4) ? mobileNumber(chance) : undefined,
    expiryMinutes: shop.patience[channel.method],
  })
  if (n % UNANSWERED === 21) return unanswered(born)
  const turns = payinOutcome(born.order, shop, expiryOf(born.order).getTime(), chance)
  return live(
    born,
    turns.filter((turn) => turn.at <= now),
    merchant,
    stage,
    purse,
  )
}

function saleOf(shop: Sale['shop'], { channels, chance }: SeedContext): { channel: Channel; amount: bigint } {
  const unit = shop.currency === 'USDT' ? 1_000_000 : 100
  const price = BigInt(Math.round(shop.price(chance) * unit))
  const open = Object.entries(shop.channels).filter(([name]) => {
    const { minAmount, maxAmount } = channels.get(name)!
    return price >= minAmount && price <= maxAmount
  })
  const channel = channels.get(chance.weighted(Object.fromEntries(open.length > 0 ? open : Object.entries(shop.channels))))!
  const { minAmount, maxAmount } = channel
  return { channel, amount: price < minAmount ? minAmount : price > maxAmount ? maxAmount : price }
}

function unanswered({
  order,
  moves: [created],
}: {
  order: OrderRecord
  moves: [OrderTransition, OrderTransition]
}): OrderHistory {
  const asked = { payOrderNo: null, platAccountId: null, accountNumber: null, receiveAccount: null }
  return {
    order: { ...order, ...asked, status: 'CREATED', moves: 1 },
    moves: [created],
    entries: [],
    settlement: null,
    callbackLog: null,
    auditEvents: [],
  }
}

function live(
  born: { order: OrderRecord; moves: OrderTransition[] },
  turns: Step[],
  merchant: MerchantRow,
  { now, chance }: SeedContext,
  purse: Balances,
): OrderHistory {
  const life: OrderHistory = {
    ...born,
    moves: [...born.moves],
    entries: [],
    settlement: null,
    callbackLog: null,
    auditEvents: [],
  }
  const news: StatusEvent[] = []
  for (const turn of turns) {
    const at = new Date(Math.floor(turn.at))
    settle(life, at)
    const step = stepOf(life, turn, at, merchant)
    // Nobody can give back what he does not have.
    if (!purse.canAfford(merchant.merchantNo, [...life.entries, ...step.entries])) break
    life.order = step.order
    life.moves.push(step.transition)
    life.entries.push(...step.entries)
    life.settlement = step.settlement
    if (step.order.status === 'CLOSED') life.auditEvents.push(closing(life.order, merchant))
    if (isNotifiable(step.order)) news.push({ at: at.getTime(), order: step.order })
  }
  settle(life, new Date(now))
  if (merchant.payinNotifyAddress !== null && news.length > 0) life.callbackLog = createCallbackLog(news, merchant, now, chance)
  life.order = { ...life.order, ...life.callbackLog?.notifyColumns }
  life.auditEvents.push(...(life.callbackLog?.auditEvents ?? []))
  return life
}

const closing = ({ id, updateTime }: OrderRecord, { merchantNo, username }: MerchantRow): Omit<AuditEvent, 'id'> => ({
  at: updateTime.getTime(),
  actor: { merchantNo, username },
  address: '103.28.12.7',
  action: 'close',
  target: id,
  detail: { from: 'PENDING', to: 'CLOSED' },
})

function stepOf({ order, settlement }: OrderHistory, turn: Step, at: Date, { settleDelayMinutes }: MerchantRow): PayinStep {
  if ('to' in turn) return payinStep(order, turn.to, { ...turn.facts, at, settleDelayMinutes })
  const left = order.paidAmount! - order.refundedAmount
  const share = turn.refund === 1 ? left : ((left * BigInt(turn.refund * 100)) / 10_000n) * 100n
  return refundStep(order, share > 0n ? share : left, { at, frozen: settlement, text: turn.text })
}

const WORKER_PAUSE = 5 * SECOND

/** Releases the frozen money when its time has come, as the worker would have within seconds. */
function settle(life: OrderHistory, at: Date): void {
  const due = life.settlement === null ? Number.POSITIVE_INFINITY : life.settlement.dueTime.getTime() + WORKER_PAUSE
  if (due > at.getTime()) return
  life.entries.push(...settlementEntries(life.settlement!, new Date(due)))
  life.settlement = null
}
