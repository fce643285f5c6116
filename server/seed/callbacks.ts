import { directionOf } from '#contract/kinds.ts'
import type { AttemptOutcome } from '#contract/rows/callbacks.ts'
import { NOTIFY_STATUS } from '../callbacks/attempts.ts'
import { callbackMessage, eventIdOf } from '../callbacks/message.ts'
import { delayAfter } from '../callbacks/retrySchedule.ts'
import type { Entry } from '../ledger/ledger.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { isNotifiable, type OrderRecord } from '../orders/orderRow.ts'
import { transitionOf } from '../orders/transitions.ts'
import type { AuditAction } from '../texts/en.ts'
import { HOUR, MINUTE, SECOND } from '../wib.ts'
import type { Chance } from './chance.ts'
import type { OrderHistory, World } from './world.ts'

interface ServerReply {
  outcome: AttemptOutcome
  httpStatus: number | null
  latencyMs: number
  error: string | null
  response: string | null
}

/** A row of `callback`. */
export type CallbackRow = ReturnType<typeof newCallback>

const newCallback = (order: OrderRecord, at: number, nextTime: number) => ({
  merchantNo: order.merchantNo,
  kind: order.kind,
  orderId: order.id,
  eventId: eventIdOf(order),
  status: order.status,
  attempts: 0,
  state: 'DUE' as 'DUE' | 'DONE' | 'GIVEN_UP',
  nextTime: new Date(Math.floor(nextTime)) as Date | null,
  createTime: new Date(at),
})

/** Stores a step of an order and starts its callback; false when the merchant does not have the money. */
export function advance(
  world: World,
  history: OrderHistory,
  merchant: MerchantRow,
  { order, entries }: { order: OrderRecord; entries: readonly Entry[] },
  action?: AuditAction,
): boolean {
  if (!world.post(entries)) return false
  const from = history.order.status
  history.order = order
  history.moves.push(transitionOf(order))
  if (action) world.audit(merchant, { action, target: order.id, detail: { from, to: order.status } })
  if (isNotifiable(order)) startCallback(world, history)
  else if (history.callback !== null) endCallback(history, history.callback)
  return true
}

/** Ends the callback of a payout that is retried. */
function endCallback(history: OrderHistory, callback: CallbackRow): void {
  history.callback = { ...callback, state: 'DONE', nextTime: null }
  history.order = { ...history.order, notifyStatus: 'NONE' }
}

/** Starts the callback for the new status of an order, which supersedes an earlier one. */
function startCallback(world: World, history: OrderHistory): void {
  const { order } = history
  const merchant = world.merchants.get(order.merchantNo)!
  const address = directionOf(order.kind) === 'PAYOUT' ? merchant.payoutNotifyAddress : merchant.payinNotifyAddress
  if (address === null) return
  const callback = newCallback(order, world.now(), world.now() + world.chance.between(100, 1_100))
  history.callback = callback
  history.order = { ...order, notifyStatus: 'PENDING' }
  attemptNext()

  function attemptNext(): void {
    const at = callback.nextTime!
    const reply = replyOf(order, address!, at.getTime(), world)
    world.schedule(history, at.getTime() + reply.latencyMs, () => {
      if (history.callback !== callback) return
      const delay = reply.outcome === 'ACKNOWLEDGED' ? null : delayAfter(callback.attempts + 1, () => world.chance.next())
      callback.attempts++
      callback.nextTime = delay === null ? null : new Date(world.now() + delay)
      if (delay === null) callback.state = reply.outcome === 'ACKNOWLEDGED' ? 'DONE' : 'GIVEN_UP'
      addAttempt(at, reply)
      if (delay !== null) attemptNext()
      if (callback.state === 'GIVEN_UP') {
        world.notice(merchant, 'notification', 'callbackFailed', { number: order.id })
        if (world.chance.hits(0.5)) world.schedule(history, world.now() + world.chance.between(1, 20) * HOUR, notifyManually)
      }
    })
  }

  function notifyManually(): void {
    if (history.callback !== callback) return
    callback.state = 'DONE'
    addAttempt(new Date(world.now() - 180), { ...ACCEPTED, latencyMs: 180 }, merchant.username)
    world.audit(merchant, { action: 'notify', target: order.id, detail: { trigger: 'manual', outcome: 'ACKNOWLEDGED' } })
  }

  function addAttempt(at: Date, reply: ServerReply, actor: string | null = null): void {
    const number = history.attempts.push({
      ...reply,
      merchantNo: order.merchantNo,
      orderId: order.id,
      number: history.attempts.length + 1,
      eventId: callback.eventId,
      trigger: actor === null ? 'auto' : 'manual',
      actor,
      address: address!,
      at,
      request: callbackMessage(order, callback.eventId, [merchant.apiSecret ?? ''], at.getTime()),
      nextTime: callback.nextTime,
    })
    const notifyStatus = NOTIFY_STATUS[callback.state]
    history.order = { ...history.order, notifyStatus, notifyAttempts: number, lastNotifyTime: at }
  }
}

/** Outages of callback servers: the start in hours before the end of the demo, and the duration in minutes. */
const OUTAGES: Record<string, readonly { hoursAgo: number; minutes: number }[]> = {
  M10000001: [
    { hoursAgo: 451, minutes: 95 },
    { hoursAgo: 1_370, minutes: 40 },
  ],
  M10000008: [{ hoursAgo: 1.4, minutes: 90 }],
  M10000009: [{ hoursAgo: 130, minutes: 260 }],
}

const NO_REPLY = { httpStatus: null, response: null }
const ACCEPTED = { outcome: 'ACKNOWLEDGED', httpStatus: 200, error: null, response: 'SUCCESS' } as const
const refused = (address: string) =>
  ({ ...NO_REPLY, outcome: 'UNREACHABLE', error: `connect ECONNREFUSED ${new URL(address).host}`, latencyMs: 4 }) as const
const failure = (httpStatus: number, response: string) =>
  ({ outcome: 'HTTP_ERROR', httpStatus, error: null, response }) as const
const UNKNOWN_ORDER = { ...ACCEPTED, outcome: 'NOT_ACKNOWLEDGED', response: '{"code":404,"msg":"order not found"}' } as const

function replyOf({ merchantNo, id }: OrderRecord, address: string, at: number, { chance, end }: World): ServerReply {
  const latencyMs = Math.round(Math.min(chance.lognormal(120, 0.7), 15_000))
  const isDown = OUTAGES[merchantNo]?.some(({ hoursAgo, minutes }) => {
    const start = end - hoursAgo * HOUR
    return at >= start && at < start + minutes * MINUTE
  })
  if (isDown) return chance.hits(0.6) ? refused(address) : { ...failure(503, 'Service Unavailable'), latencyMs }
  // The servers do not know some orders.
  if (Number(id.slice(-4)) % 625 === 7) return { ...UNKNOWN_ORDER, latencyMs }
  return usualReply(latencyMs, chance)
}

function usualReply(latencyMs: number, chance: Chance): ServerReply {
  const luck = chance.next()
  if (luck < 0.016) return { ...failure(500, 'out of order'), latencyMs }
  if (luck < 0.021) return { ...NO_REPLY, outcome: 'TIMEOUT', error: 'no answer within 20 s', latencyMs: 20 * SECOND }
  if (luck < 0.025) return { ...ACCEPTED, outcome: 'NOT_ACKNOWLEDGED', response: '', latencyMs }
  if (luck < 0.029) return { ...NO_REPLY, outcome: 'UNREACHABLE', error: 'read ECONNRESET', latencyMs: 9 }
  return { ...ACCEPTED, latencyMs: luck < 0.06 ? Math.round(chance.between(3_000, 12_000)) : latencyMs }
}
