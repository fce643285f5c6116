import type { AttemptOutcome, CallbackAttempt } from '#contract/rows/callbacks.ts'
import type { AuditEvent } from '../audit/audit.ts'
import { callbackMessage, eventIdOf } from '../callbacks/message.ts'
import { delayAfter } from '../callbacks/retrySchedule.ts'
import type { Id } from '../ids.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { directionOf, type OrderRecord } from '../orders/orderRow.ts'
import { HOUR, MINUTE, SECOND } from '../wib.ts'
import type { Chance } from './chance.ts'

/** A status that the merchant was to be told of. */
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
  /** JSON text. */
  request: string
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

/** What the merchant was told about an order, and what it answered. */
export interface CallbackLog {
  notifyColumns: Pick<OrderRecord, 'notifyStatus' | 'notifyAttempts' | 'lastNotifyTime'>
  callback: CallbackRow
  attempts: AttemptRow[]
  auditEvents: Omit<AuditEvent, 'id'>[]
}

/** Where the merchant is told of an order. */
export const notifyAddress = (
  { kind }: OrderRecord,
  { payinNotifyAddress, payoutNotifyAddress }: MerchantRow,
): string | null => (directionOf(kind) === 'PAYOUT' ? payoutNotifyAddress : payinNotifyAddress)

const STATUS = { DUE: 'PENDING', DONE: 'SUCCESS', GIVEN_UP: 'FAILED' } as const

/** Tells the merchant each piece of news on the schedule of the live gateway, until it acknowledges or the next one comes. */
export function createCallbackLog(
  news: readonly StatusEvent[],
  merchant: MerchantRow,
  now: number,
  chance: Chance,
): CallbackLog {
  const attempts: AttemptRow[] = []
  const deeds: CallbackLog['auditEvents'] = []
  const deaf = chance.hits(0.0016)
  let debt!: CallbackRow
  for (const [index, { at, order }] of news.entries()) {
    const until = Math.min(news[index + 1]?.at ?? now, now)
    debt = {
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
    while (debt.nextTime !== null && debt.nextTime.getTime() < until) {
      const { ending, ...said } = answerOf(merchant, debt.nextTime.getTime(), now, deaf, chance)
      const end = debt.nextTime.getTime() + said.latencyMs
      if (end > until) break
      const sent = { debt, order, merchant, number: attempts.length + 1, at: debt.nextTime }
      const delay = ending === 'ACKNOWLEDGED' ? null : delayAfter(debt.attempts + 1, () => chance.next())
      debt.attempts++
      debt.nextTime = delay === null ? null : new Date(end + delay)
      attempts.push({ ...attemptOf(sent), ...said, outcome: ending, nextTime: debt.nextTime })
      if (debt.nextTime === null) debt.state = ending === 'ACKNOWLEDGED' ? 'DONE' : 'GIVEN_UP'
    }
    if (debt.state === 'GIVEN_UP') byHand({ debt, order, merchant, number: attempts.length + 1 })
  }
  const lastNotifyTime = attempts.at(-1)?.at ?? null
  return {
    notifyColumns: { notifyStatus: STATUS[debt.state], notifyAttempts: attempts.length, lastNotifyTime },
    callback: debt,
    attempts,
    auditEvents: deeds,
  }

  /** Somebody sees that it was given up, has the server mended, and sends it again. */
  function byHand(sent: { debt: CallbackRow; order: OrderRecord; merchant: MerchantRow; number: number }): void {
    const at = attempts.at(-1)!.at.getTime() + chance.between(1, 20) * HOUR
    if (at > now || chance.hits(0.5)) return
    const actor = { merchantNo: merchant.merchantNo, username: merchant.username }
    const base = attemptOf({ ...sent, at: new Date(Math.floor(at)) })
    attempts.push({ ...base, ...ACCEPTED, latencyMs: 180, outcome: 'ACKNOWLEDGED', trigger: 'manual', actor: actor.username })
    const detail = { trigger: 'manual', outcome: 'ACKNOWLEDGED' }
    deeds.push({ at, actor, address: '103.28.12.7', action: 'notify', target: sent.order.id, detail })
    sent.debt.state = 'DONE'
  }
}

function attemptOf({
  debt,
  order,
  merchant,
  number,
  at,
}: {
  debt: CallbackRow
  order: OrderRecord
  merchant: MerchantRow
  number: number
  at: Date
}) {
  return {
    merchantNo: order.merchantNo,
    orderId: order.id,
    number,
    eventId: debt.eventId,
    trigger: 'auto' as const,
    actor: null,
    address: notifyAddress(order, merchant)!,
    at,
    request: JSON.stringify(callbackMessage(order, debt.eventId, [merchant.apiSecret ?? ''], at.getTime())),
    nextTime: null,
  }
}

type Answer = Pick<AttemptRow, 'httpStatus' | 'latencyMs' | 'error' | 'response'> & { ending: AttemptOutcome }

const ACCEPTED = { httpStatus: 200, error: null, response: 'SUCCESS' }

/** When whose server was down, in hours before the demo, and for how many minutes. */
const OUTAGES: Record<string, readonly { hoursAgo: number; minutes: number }[]> = {
  M10000001: [
    { hoursAgo: 451, minutes: 95 },
    { hoursAgo: 1_370, minutes: 40 },
  ],
  M10000008: [{ hoursAgo: 1.4, minutes: 90 }],
  M10000009: [{ hoursAgo: 130, minutes: 260 }],
}

function answerOf({ merchantNo }: MerchantRow, at: number, now: number, deaf: boolean, chance: Chance): Answer {
  const answered = (latency: number, rest: Omit<Answer, 'latencyMs'>): Answer => ({ ...rest, latencyMs: Math.round(latency) })
  const quick = Math.min(chance.lognormal(120, 0.7), 15_000)
  const down = OUTAGES[merchantNo]?.some(({ hoursAgo, minutes }) => {
    const start = now - hoursAgo * HOUR
    return at >= start && at < start + minutes * MINUTE
  })
  if (down) {
    return chance.hits(0.6)
      ? answered(4, { ending: 'UNREACHABLE', httpStatus: null, error: 'connect ECONNREFUSED 127.0.0.1:4180', response: null })
      : answered(quick, { ending: 'HTTP_ERROR', httpStatus: 503, error: null, response: 'Service Unavailable' })
  }
  if (deaf)
    return answered(quick, {
      ending: 'NOT_ACKNOWLEDGED',
      httpStatus: 200,
      error: null,
      response: '{"code":404,"msg":"order not found"}',
    })
  const luck = chance.next()
  if (luck < 0.016) return answered(quick, { ending: 'HTTP_ERROR', httpStatus: 500, error: null, response: 'out of order' })
  if (luck < 0.021)
    return answered(20 * SECOND, { ending: 'TIMEOUT', httpStatus: null, error: 'no answer within 20 s', response: null })
  if (luck < 0.025) return answered(quick, { ending: 'NOT_ACKNOWLEDGED', httpStatus: 200, error: null, response: '' })
  if (luck < 0.029) return answered(9, { ending: 'UNREACHABLE', httpStatus: null, error: 'read ECONNRESET', response: null })
  return answered(luck < 0.06 ? chance.between(3_000, 12_000) : quick, { ...ACCEPTED, ending: 'ACKNOWLEDGED' })
}
