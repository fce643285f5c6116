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

/** An order with its full history, as the gateway would have written it. */
export interface OrderHistory {
  order: OrderRecord
  moves: OrderTransition[]
  entries: Entry[]
  settlement: Settlement | null
  callbackLog: CallbackLog | null
  /** Audit events of console users. */
  auditEvents: Omit<AuditEvent, 'id'>[]
}

export interface SeedContext {
  now: number
  merchants: ReadonlyMap<string, MerchantRow>
  channels: ReadonlyMap<string, Channel>
  payoutChannels: ReadonlyMap<string, Channel>
  chance: Chance
}

/** One in this many orders of a shop gets no answer from the channel and stays CREATED. */
const UNANSWERED = 4_999

/** Builds the history of a payin up to now. */
export function payinHistory(id: Id, { shop, n, at }: Sale, context: SeedContext, balances: Balances): OrderHistory {
  const { merchants, chance, now } = context
  const merchant = merchants.get(shop.merchantNo)!
  const { channel, amount } = saleOf(shop, context)
  const created = newPayin(id, at, {
    merchant,
    channel,
    amount,
    merchantOrderNo: shop.number(n, at, chance),
    payerName: channel.method === 'CRYPTO' || (channel.method === 'QRIS' && chance.hits(0.7)) ? undefined : personName(chance),
    mobile: chance.hits(0.4) ? mobileNumber(chance) : undefined,
    expiryMinutes: shop.patience[channel.method],
  })
  if (n % UNANSWERED === 21) return unanswered(created)
  const steps = payinOutcome(created.order, shop, expiryOf(created.order).getTime(), chance)
  return applySteps(
    created,
    steps.filter((next) => next.at <= now),
    merchant,
    context,
    balances,
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

function applySteps(
  created: { order: OrderRecord; moves: OrderTransition[] },
  steps: Step[],
  merchant: MerchantRow,
  { now, chance }: SeedContext,
  balances: Balances,
): OrderHistory {
  const history: OrderHistory = {
    ...created,
    moves: [...created.moves],
    entries: [],
    settlement: null,
    callbackLog: null,
    auditEvents: [],
  }
  const events: StatusEvent[] = []
  for (const next of steps) {
    const at = new Date(Math.floor(next.at))
    releaseSettlement(history, at)
    const step = stepOf(history, next, at, merchant)
    // A merchant cannot refund money that it does not have.
    if (!balances.canAfford(merchant.merchantNo, [...history.entries, ...step.entries])) break
    history.order = step.order
    history.moves.push(step.transition)
    history.entries.push(...step.entries)
    history.settlement = step.settlement
    if (step.order.status === 'CLOSED') history.auditEvents.push(closeEvent(history.order, merchant))
    if (isNotifiable(step.order)) events.push({ at: at.getTime(), order: step.order })
  }
  releaseSettlement(history, new Date(now))
  if (merchant.payinNotifyAddress !== null && events.length > 0)
    history.callbackLog = createCallbackLog(events, merchant, now, chance)
  history.order = { ...history.order, ...history.callbackLog?.notifyColumns }
  history.auditEvents.push(...(history.callbackLog?.auditEvents ?? []))
  return history
}

const closeEvent = ({ id, updateTime }: OrderRecord, { merchantNo, username }: MerchantRow): Omit<AuditEvent, 'id'> => ({
  at: updateTime.getTime(),
  actor: { merchantNo, username },
  address: '103.28.12.7',
  action: 'close',
  target: id,
  detail: { from: 'PENDING', to: 'CLOSED' },
})

function stepOf({ order, settlement }: OrderHistory, next: Step, at: Date, { settleDelayMinutes }: MerchantRow): PayinStep {
  if ('to' in next) return payinStep(order, next.to, { ...next.details, at, settleDelayMinutes })
  const left = order.paidAmount! - order.refundedAmount
  const share = next.refund === 1 ? left : ((left * BigInt(next.refund * 100)) / 10_000n) * 100n
  return refundStep(order, share > 0n ? share : left, { at, frozen: settlement, text: next.text })
}

const WORKER_PAUSE = 5 * SECOND

/** Releases frozen money that is due at `at`, with the delay of the worker. */
function releaseSettlement(history: OrderHistory, at: Date): void {
  const due = history.settlement === null ? Number.POSITIVE_INFINITY : history.settlement.dueTime.getTime() + WORKER_PAUSE
  if (due > at.getTime()) return
  history.entries.push(...settlementEntries(history.settlement!, new Date(due)))
  history.settlement = null
}
