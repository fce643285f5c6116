import { directionOf } from '#contract/kinds.ts'
import type { CallbackAttempt } from '#contract/rows/callbacks.ts'
import { noteChanged } from '../changes/changes.ts'
import type { Database, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import { callbackSecrets, type SigningSecrets } from '../merchants/keys.ts'
import {
  notifyAddressOf,
  ORDER_COLUMNS,
  type OrderKey,
  type OrderRecord,
  type OrderRow,
  orderRecord,
} from '../orders/orderRow.ts'
import { processDue } from '../processDue.ts'
import { Refusal } from '../refusal.ts'
import { type CallbackMessage, callbackMessage, eventIdOf } from './message.ts'
import { disableCallbacks } from './notifyAddress.ts'
import { notifyRefusal } from './notifyPlan.ts'
import { endCallback, type PendingCallback, replaceEvent, setCallbackState, setNotifyStatus } from './pendingCallbacks.ts'
import type { AttemptResult } from './send.ts'

/** The trigger and the account name of an attempt that the schedule did not start. */
export interface Initiator {
  trigger: Extract<CallbackAttempt['trigger'], 'manual' | 'bulk'>
  actor: string
}

/** An attempt that this process must send. Its row is already written, so no other process can take the same number. */
export interface Claim {
  order: OrderRecord
  number: number
  eventId: string
  /** Scheduled attempts for this event, including this one; 0 for a manual or bulk attempt. */
  attempts: number
  address: string
  message: CallbackMessage
}

/** Milliseconds to wait after the given number of attempts; null when there are no more retries. */
export type Delays = (attempts: number) => number | null

/**
 * Claims the due attempt of an order; null when none is due. The attempt row is written before anything is sent, and the
 * schedule advances as if the attempt had failed. After a crash only the open attempt row is left to repair.
 */
export async function claimDue(
  tx: Transaction,
  key: OrderKey,
  { now, delayAfter, demoAddress }: { now: number; delayAfter: Delays; demoAddress: string | null },
): Promise<Claim | null> {
  const state = await lockCallback(tx, key)
  const pending = state?.pending
  if (pending?.state !== 'DUE' || pending.nextTime === null || pending.nextTime.getTime() > now || state!.inFlight) return null
  const { order, disabled } = state!
  // The order has left the status of this event, so the merchant must not hear of it.
  if (pending.eventId !== eventIdOf(order)) {
    endCallback(tx, order)
    noteChanged(tx, order)
    return null
  }
  const address =
    pending.behaviour !== null && demoAddress !== null
      ? `${demoAddressOf(order, demoAddress)}?answer=${pending.behaviour}`
      : state!.address
  if (address === null || disabled) {
    await setCallbackState(tx, order, pending.eventId, { state: 'GIVEN_UP', nextTime: null })
    setNotifyStatus(tx, order, 'FAILED')
    noteChanged(tx, order)
    return null
  }
  const attempts = pending.attempts + 1
  const delay = delayAfter(attempts)
  await tx.run(sql`
    update callback
       set attempts = ${attempts}, next_time = ${new Date(now + (delay ?? 0))}, trigger = 'auto', behaviour = null
     where merchant_no = ${order.merchantNo} and order_id = ${order.id}
  `)
  const { eventId, trigger } = pending
  return insertAttempt(tx, { ...state!, address }, { now, eventId, trigger, actor: null, attempts })
}

/** The demo merchant receives payout callbacks at `payout`, next to its payin address. */
const demoAddressOf = ({ kind }: OrderRecord, demoAddress: string): string =>
  directionOf(kind) === 'PAYOUT' ? new URL('payout', demoAddress).href : demoAddress

/** Claims a manual or bulk attempt now. Throws the refusal that explains why the order cannot be notified. */
export async function claimNow(tx: Transaction, key: OrderKey, { trigger, actor }: Initiator, now: number): Promise<Claim> {
  const state = await lockCallback(tx, key)
  if (state === undefined) throw new Refusal('ORDER_NOT_FOUND')
  const { order, pending, address } = state
  const refusal = notifyRefusal({ ...state, addressed: address !== null }, now)
  if (refusal !== null) throw refusal
  const eventId = eventIdOf(order)
  if (pending?.eventId !== eventId) replaceEvent(tx, order, { now, state: 'GIVEN_UP', trigger: 'auto', behaviour: null })
  return insertAttempt(tx, { ...state, address: address! }, { now, eventId, trigger, actor, attempts: 0 })
}

/** Stores the result of an attempt and the next state of its callback. `closed` is false when another process closed it first. */
export async function finishAttempt(
  tx: Transaction,
  claim: Claim,
  result: AttemptResult,
  { now, delayAfter }: { now: number; delayAfter: Delays },
): Promise<{ closed: boolean; nextTime: Date | null; givenUp: boolean }> {
  const state = await lockCallback(tx, claim.order)
  const { order, address } = claim
  const target = { merchantNo: order.merchantNo, direction: directionOf(order.kind), address }
  const isGone = result.status === 410 && (await disableCallbacks(tx, target, now))
  const current = state !== undefined && eventIdOf(state.order) === claim.eventId ? state.pending : undefined
  const next = current === undefined ? null : nextState(claim, { ...result, isGone }, current, { now, delayAfter })
  const nextTime = next?.nextTime ?? null
  const closed = await tx.run(sql`
    update callback_attempt
       set outcome = ${result.outcome}, http_status = ${result.status}, latency_ms = ${result.latency}, error = ${result.error},
           response = ${result.response}, next_time = ${nextTime}
     where merchant_no = ${order.merchantNo} and order_id = ${order.id} and number = ${claim.number} and outcome = 'SENDING'
  `)
  if (closed === 0 || next === null) return { closed: closed > 0, nextTime: null, givenUp: false }
  await setCallbackState(tx, order, claim.eventId, next)
  setNotifyStatus(tx, order, NOTIFY_STATUS[next.state])
  noteChanged(tx, order)
  return { closed: true, nextTime, givenUp: next.state === 'GIVEN_UP' && current?.state === 'DUE' }
}

type NextState = Pick<PendingCallback, 'state' | 'nextTime'>

export const NOTIFY_STATUS = { DUE: 'PENDING', DONE: 'SUCCESS', GIVEN_UP: 'FAILED' } as const

function nextState(
  { attempts }: Claim,
  { outcome, isGone, retryAfterMs }: AttemptResult & { isGone: boolean },
  pending: PendingCallback,
  { now, delayAfter }: { now: number; delayAfter: Delays },
): NextState {
  if (outcome === 'ACKNOWLEDGED') return { state: 'DONE', nextTime: null }
  if (isGone) return { state: pending.state === 'DONE' ? 'DONE' : 'GIVEN_UP', nextTime: null }
  if (attempts === 0 || pending.state !== 'DUE') return pending
  // The gateway stopped, not the merchant: retry immediately.
  if (outcome === 'INTERRUPTED') return { state: 'DUE', nextTime: new Date(now) }
  const delay = delayAfter(attempts)
  if (delay === null) return { state: 'GIVEN_UP', nextTime: null }
  return { state: 'DUE', nextTime: new Date(now + Math.max(delay, retryAfterMs)) }
}

/** Closes attempts still open since before `since` (their gateway has died) and makes their callbacks due again. */
export async function interruptStaleAttempts(db: Database, { since, now }: { since: number; now: number }): Promise<void> {
  const stale = await db.all<OpenAttempt>(sql`
    select merchant_no as "merchantNo", order_id as "orderId", number
      from callback_attempt
     where outcome = 'SENDING' and at < ${new Date(since)}`)
  await processDue(db, stale, (tx, attempt) => interruptAttempt(tx, attempt, now))
}

type OpenAttempt = { merchantNo: string; orderId: Id; number: number }

// The only writer that does not lock the order row first: it updates abandoned attempts, and only while they are still open.
const interruptAttempt = (tx: Transaction, { merchantNo, orderId, number }: OpenAttempt, now: number): Promise<number> =>
  tx.run(sql`
    with interrupted as (
      update callback_attempt
         set outcome = 'INTERRUPTED', error = 'the gateway stopped'
       where merchant_no = ${merchantNo} and order_id = ${orderId} and number = ${number} and outcome = 'SENDING'
   returning event_id)
    update callback
       set next_time = ${new Date(now)}
      from interrupted i
     where merchant_no = ${merchantNo} and order_id = ${orderId} and callback.event_id = i.event_id and state = 'DUE'
  `)

interface CallbackState {
  order: OrderRecord
  pending: PendingCallback | undefined
  address: string | null
  disabled: boolean
  secrets: SigningSecrets
  lastNumber: number
  lastTime: Date | null
  inFlight: boolean
}

/** Locks the order row first, as every writer of its callbacks does, and then reads the callback state. */
async function lockCallback(tx: Transaction, { merchantNo, kind, id }: OrderKey): Promise<CallbackState | undefined> {
  const row = await tx.one<OrderRow>(sql`
    select ${ORDER_COLUMNS} from orders o where merchant_no = ${merchantNo} and kind = ${kind} and id = ${id} for update
  `)
  if (row === undefined) return undefined
  const pending = await tx.one<PendingCallback>(sql`
    select event_id as "eventId", attempts, state, next_time as "nextTime", trigger, behaviour
      from callback
     where merchant_no = ${merchantNo} and order_id = ${id}
  `)
  const notify = notifyAddressOf(kind)
  const rest = await tx.one<Omit<CallbackState, 'order' | 'pending'>>(sql`
    select ${notify.address} as address, ${notify.disabled} as disabled, json_build_object(
             'secret', coalesce(m.api_secret, ''), 'oldSecret', k.old_secret, 'oldSecretUntil', k.old_secret_until,
             'used', k.secret_used_time is not null) as secrets,
           coalesce(a.number, 0) as "lastNumber", a.at as "lastTime", coalesce(a.outcome = 'SENDING', false) as "inFlight"
      from merchant m
      left join merchant_key k on k.merchant_no = ${merchantNo}
      left join lateral (
             select number, at, outcome
               from callback_attempt
              where merchant_no = ${merchantNo} and order_id = ${id}
              order by number desc
              limit 1) a on true
     where m.merchant_no = ${merchantNo}
  `)
  return { order: orderRecord(row), pending, ...rest! }
}

type NewAttempt = Pick<Claim, 'eventId' | 'attempts'> & Pick<CallbackAttempt, 'trigger' | 'actor'> & { now: number }

async function insertAttempt(
  tx: Transaction,
  { order, address, secrets, lastNumber }: CallbackState & { address: string },
  { now, eventId, trigger, actor, attempts }: NewAttempt,
): Promise<Claim> {
  const at = new Date(now)
  const number = lastNumber + 1
  const message = callbackMessage(order, eventId, callbackSecrets(secrets, now), now)
  await tx.run(sql`
    insert into callback_attempt (merchant_no, order_id, number, event_id, trigger, actor, address, at, outcome, request)
    values (${order.merchantNo}, ${order.id}, ${number}, ${eventId}, ${trigger}, ${actor}, ${address}, ${at}, 'SENDING',
            ${JSON.stringify(message)})
  `)
  await tx.run(sql`
    update orders set notify_attempts = ${number}, last_notify_time = ${at}
     where merchant_no = ${order.merchantNo} and kind = ${order.kind} and id = ${order.id}
  `)
  noteChanged(tx, order)
  return { order, number, eventId, attempts, address, message }
}
