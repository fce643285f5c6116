import { directionOf } from '#contract/kinds.ts'
import type { AttemptOutcome, CallbackAttempt } from '#contract/rows/callbacks.ts'
import type { AuditEvent } from '../audit/audit.ts'
import { type CallbackMessage, callbackMessage, eventIdOf } from '../callbacks/message.ts'
import { delayAfter } from '../callbacks/retrySchedule.ts'
import type { Id } from '../ids.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import { HOUR, MINUTE, SECOND } from '../wib.ts'
import type { Chance } from './chance.ts'

/** A status that triggers a callback. */
export interface StatusEvent {
  at: number
  order: OrderRecord
}

/** A row of `callback_attempt`. */
export interface AttemptRow {
  merchantNo: string
  orderId: Id
  number: number
  eventId: string
  trigger: CallbackAttempt['trigger']
  actor: string | null
  address: string
  at: Date
  outcome: AttemptOutcome
  httpStatus: number | null
  latencyMs: number
  error: string | null
  request: CallbackMessage
  response: string | null
  nextTime: Date | null
}

/** A row of `callback`. */
export interface CallbackRow {
  merchantNo: string
  kind: string
  orderId: Id
  eventId: string
  status: string
  attempts: number
  state: 'DUE' | 'DONE' | 'GIVEN_UP'
  nextTime: Date | null
  createTime: Date
}

/** The callback of an order with all attempts, and the notify columns of the order. */
export interface CallbackLog {
  notifyColumns: Pick<OrderRecord, 'notifyStatus' | 'notifyAttempts' | 'lastNotifyTime'>
  callback: CallbackRow
  attempts: AttemptRow[]
  auditEvents: Omit<AuditEvent, 'id'>[]
}

/** The callback address for an order. */
export const notifyAddress = (
  { kind }: OrderRecord,
  { payinNotifyAddress, payoutNotifyAddress }: MerchantRow,
): string | null => (directionOf(kind) === 'PAYOUT' ? payoutNotifyAddress : payinNotifyAddress)

const STATUS = { DUE: 'PENDING', DONE: 'SUCCESS', GIVEN_UP: 'FAILED' } as const

/** Simulates the callbacks of an order on the retry schedule of the gateway, until acknowledged or superseded. */
export function createCallbackLog(
  events: readonly StatusEvent[],
  merchant: MerchantRow,
  now: number,
  chance: Chance,
): CallbackLog {
  const attempts: AttemptRow[] = []
  const auditEvents: CallbackLog['auditEvents'] = []
  const isUnresponsive = chance.hits(0.0016)
  let callback!: CallbackRow
  for (const [index, { at, order }] of events.entries()) {
    const until = Math.min(events[index + 1]?.at ?? now, now)
    callback = {
      merchantNo: order.merchantNo,
      kind: order.kind,
      orderId: order.id,
      eventId: eventIdOf(order),
      status: order.status,
      attempts: 0,
      state: 'DUE',
      nextTime: new Date(Math.floor(at + chance.between(100, 1_100))),
      createTime: new Date(at),
    }
    while (callback.nextTime !== null && callback.nextTime.getTime() < until) {
      const { outcome, ...simulated } = simulateResponse(merchant, callback.nextTime.getTime(), now, isUnresponsive, chance)
      const end = callback.nextTime.getTime() + simulated.latencyMs
      if (end > until) break
      const sent = { callback, order, merchant, number: attempts.length + 1, at: callback.nextTime }
      const delay = outcome === 'ACKNOWLEDGED' ? null : delayAfter(callback.attempts + 1, () => chance.next())
      callback.attempts++
      callback.nextTime = delay === null ? null : new Date(end + delay)
      attempts.push({ ...attemptOf(sent), ...simulated, outcome, nextTime: callback.nextTime })
      if (callback.nextTime === null) callback.state = outcome === 'ACKNOWLEDGED' ? 'DONE' : 'GIVEN_UP'
    }
    if (callback.state === 'GIVEN_UP') addManualAttempt({ callback, order, merchant, number: attempts.length + 1 })
  }
  const lastNotifyTime = attempts.at(-1)?.at ?? null
  return {
    notifyColumns: { notifyStatus: STATUS[callback.state], notifyAttempts: attempts.length, lastNotifyTime },
    callback,
    attempts,
    auditEvents,
  }

  /** Adds a manual attempt after the callback was given up. */
  function addManualAttempt(sent: { callback: CallbackRow; order: OrderRecord; merchant: MerchantRow; number: number }): void {
    const at = attempts.at(-1)!.at.getTime() + chance.between(1, 20) * HOUR
    if (at > now || chance.hits(0.5)) return
    const actor = { merchantNo: merchant.merchantNo, username: merchant.username }
    const base = attemptOf({ ...sent, at: new Date(Math.floor(at)) })
    attempts.push({ ...base, ...ACCEPTED, latencyMs: 180, outcome: 'ACKNOWLEDGED', trigger: 'manual', actor: actor.username })
    const detail = { trigger: 'manual', outcome: 'ACKNOWLEDGED' }
    auditEvents.push({ at, actor, address: '103.28.12.7', action: 'notify', target: sent.order.id, detail })
    sent.callback.state = 'DONE'
  }
}

function attemptOf({
  callback,
  order,
  merchant,
  number,
  at,
}: {
  callback: CallbackRow
  order: OrderRecord
  merchant: MerchantRow
  number: number
  at: Date
}) {
  return {
    merchantNo: order.merchantNo,
    orderId: order.id,
    number,
    eventId: callback.eventId,
    trigger: 'auto' as const,
    actor: null,
    address: notifyAddress(order, merchant)!,
    at,
    request: callbackMessage(order, callback.eventId, [merchant.apiSecret ?? ''], at.getTime()),
    nextTime: null,
  }
}

type SimulatedResponse = Pick<AttemptRow, 'httpStatus' | 'latencyMs' | 'error' | 'response'> & { outcome: AttemptOutcome }

const ACCEPTED = { httpStatus: 200, error: null, response: 'SUCCESS' }

/** Outages of callback servers: start in hours before the demo, and duration in minutes. */
const OUTAGES: Record<string, readonly { hoursAgo: number; minutes: number }[]> = {
  M10000001: [
    { hoursAgo: 451, minutes: 95 },
    { hoursAgo: 1_370, minutes: 40 },
  ],
  M10000008: [{ hoursAgo: 1.4, minutes: 90 }],
  M10000009: [{ hoursAgo: 130, minutes: 260 }],
}

function simulateResponse(
  { merchantNo }: MerchantRow,
  at: number,
  now: number,
  isUnresponsive: boolean,
  chance: Chance,
): SimulatedResponse {
  const respond = (latency: number, rest: Omit<SimulatedResponse, 'latencyMs'>): SimulatedResponse => ({
    ...rest,
    latencyMs: Math.round(latency),
  })
  const quick = Math.min(chance.lognormal(120, 0.7), 15_000)
  const down = OUTAGES[merchantNo]?.some(({ hoursAgo, minutes }) => {
    const start = now - hoursAgo * HOUR
    return at >= start && at < start + minutes * MINUTE
  })
  if (down) {
    return chance.hits(0.6)
      ? respond(4, { outcome: 'UNREACHABLE', httpStatus: null, error: 'connect ECONNREFUSED 127.0.0.1:4180', response: null })
      : respond(quick, { outcome: 'HTTP_ERROR', httpStatus: 503, error: null, response: 'Service Unavailable' })
  }
  if (isUnresponsive)
    return respond(quick, {
      outcome: 'NOT_ACKNOWLEDGED',
      httpStatus: 200,
      error: null,
      response: '{"code":404,"msg":"order not found"}',
    })
  const luck = chance.next()
  if (luck < 0.016) return respond(quick, { outcome: 'HTTP_ERROR', httpStatus: 500, error: null, response: 'out of order' })
  if (luck < 0.021)
    return respond(20 * SECOND, { outcome: 'TIMEOUT', httpStatus: null, error: 'no answer within 20 s', response: null })
  if (luck < 0.025) return respond(quick, { outcome: 'NOT_ACKNOWLEDGED', httpStatus: 200, error: null, response: '' })
  if (luck < 0.029) return respond(9, { outcome: 'UNREACHABLE', httpStatus: null, error: 'read ECONNRESET', response: null })
  return respond(luck < 0.06 ? chance.between(3_000, 12_000) : quick, { ...ACCEPTED, outcome: 'ACKNOWLEDGED' })
}
