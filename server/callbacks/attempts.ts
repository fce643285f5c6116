import type { NotifyStatus } from '#contract/options.ts'
import type { CallbackAttempt } from '#contract/rows.ts'
import { noteChanged } from '../changes/changes.ts'
import type { Database, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import { callbackSecrets, type SigningSecrets } from '../merchants/keys.ts'
import {
  directionOf,
  notifyAddressOf,
  ORDER_COLUMNS,
  type OrderRecord,
  type OrderRow,
  orderRecord,
} from '../orders/orderRow.ts'
import { processDue } from '../processDue.ts'
import { Refusal } from '../refusal.ts'
import { disableCallbacks } from './enableCallbacks.ts'
import { type CallbackMessage, callbackMessage, eventIdOf } from './message.ts'
import { notifyRefusal } from './notifyRefusal.ts'
import { type OrderKey, type PendingCallback, setCallbackState, setNotifyStatus } from './pendingCallbacks.ts'
import type { AttemptResult } from './send.ts'

/** Who sends an attempt, where it is not the schedule. */
export interface Initiator {
  trigger: Extract<CallbackAttempt['trigger'], 'manual' | 'bulk'>
  actor: string
}

/** An attempt that is ours to send: its row is written, nobody else can have the number. */
export interface Claim {
  order: OrderRecord
  number: number
  eventId: string
  /** Attempts of the schedule for this event, this one included; 0 for one that somebody asked for. */
  attempts: number
  address: string
  message: CallbackMessage
  /** Whether the schedule made it, and has to go on after it. */
  scheduled: boolean
}

/** Milliseconds to wait after so many attempts; null when there is to be no other. */
export type Delays = (attempts: number) => number | null

/**
 * Takes the attempt that is due, if one is: its row is written before anything is sent, and the schedule is moved on
 * as if it had failed, so that a gateway that dies in the middle leaves nothing to mend but the attempt itself.
 */
export async function claimDue(
  tx: Transaction,
  key: OrderKey,
  { now, delayAfter, demoAddress }: { now: number; delayAfter: Delays; demoAddress: string | null },
): Promise<Claim | null> {
  const standing = await lock(tx, key)
  const debt = standing?.debt
  if (debt?.state !== 'DUE' || debt.nextTime === null || debt.nextTime.getTime() > now || standing!.inFlight) return null
  const { order, disabled } = standing!
  const address =
    debt.behaviour !== null && demoAddress !== null
      ? `${demoAddressOf(order, demoAddress)}?answer=${debt.behaviour}`
      : standing!.address
  if (address === null || disabled) {
    await setCallbackState(tx, order, debt.eventId, { state: 'GIVEN_UP', nextTime: null })
    await setNotifyStatus(tx, order, 'FAILED')
    await noteChanged(tx, order)
    return null
  }
  const attempts = debt.attempts + 1
  const delay = delayAfter(attempts)
  await tx.run(sql`
    update callback
       set attempts = ${attempts}, next_time = ${new Date(now + (delay ?? 0))}, trigger = 'auto', behaviour = null
     where merchant_no = ${order.merchantNo} and order_id = ${order.id}
  `)
  const told = { ...order, status: debt.status }
  const { eventId, trigger } = debt
  return record(tx, { ...standing!, order: told, address }, { now, eventId, trigger, actor: null, attempts, scheduled: true })
}

/** The demo merchant listens for payouts beside where it listens for payins. */
const demoAddressOf = ({ kind }: OrderRecord, demoAddress: string): string =>
  directionOf(kind) === 'PAYOUT' ? new URL('payout', demoAddress).href : demoAddress

/** Takes an attempt for somebody who asks for it now; refuses with the reason why there can be none. */
export async function claimNow(tx: Transaction, key: OrderKey, { trigger, actor }: Initiator, now: number): Promise<Claim> {
  const standing = await lock(tx, key)
  if (standing === undefined) throw new Refusal('ORDER_NOT_FOUND')
  const { order, debt, address } = standing
  const refusal = notifyRefusal({ ...standing, addressed: address !== null }, now)
  if (refusal !== null) throw refusal
  const eventId = eventIdOf(order)
  if (debt?.eventId !== eventId) {
    const at = new Date(now)
    await tx.run(sql`
      insert into callback (merchant_no, kind, order_id, event_id, status, state, create_time)
      values (${order.merchantNo}, ${order.kind}, ${order.id}, ${eventId}, ${order.status}, 'GIVEN_UP', ${at})
          on conflict (merchant_no, order_id) do update
         set event_id = excluded.event_id, status = excluded.status, attempts = 0, state = 'GIVEN_UP', next_time = null,
             create_time = excluded.create_time
    `)
  }
  return record(tx, { ...standing, address: address! }, { now, eventId, trigger, actor, attempts: 0, scheduled: false })
}

/** Writes how the attempt ended and what follows; false when somebody has already closed it. */
export async function finishAttempt(
  tx: Transaction,
  claim: Claim,
  ending: AttemptResult,
  { now, delayAfter }: { now: number; delayAfter: Delays },
): Promise<{ closed: boolean; nextTime: Date | null; givenUp: boolean }> {
  const standing = await lock(tx, claim.order)
  const { order } = claim
  const mine = standing?.debt?.eventId === claim.eventId ? standing.debt : undefined
  const next = mine === undefined ? null : whatFollows(claim, ending, mine, { now, delayAfter })
  const nextTime = next?.nextTime ?? null
  const closed = await tx.run(sql`
    update callback_attempt
       set outcome = ${ending.outcome}, http_status = ${ending.status}, latency_ms = ${ending.latency}, error = ${ending.error},
           response = ${ending.response}, next_time = ${nextTime}
     where merchant_no = ${order.merchantNo} and order_id = ${order.id} and number = ${claim.number} and outcome = 'SENDING'
  `)
  if (ending.status === 410) {
    await disableCallbacks(tx, order.merchantNo, directionOf(order.kind), now)
  }
  if (closed === 0 || next === null) return { closed: closed > 0, nextTime: null, givenUp: false }
  await setCallbackState(tx, order, claim.eventId, next)
  await setNotifyStatus(tx, order, STATUS_OF[next.state])
  await noteChanged(tx, order)
  return { closed: true, nextTime, givenUp: next.state === 'GIVEN_UP' && mine?.state === 'DUE' }
}

type Next = Pick<PendingCallback, 'state' | 'nextTime'>

const STATUS_OF: Record<PendingCallback['state'], NotifyStatus> = { DUE: 'PENDING', DONE: 'SUCCESS', GIVEN_UP: 'FAILED' }

function whatFollows(
  { scheduled, attempts }: Claim,
  { outcome, status, retryAfterMs: wish }: AttemptResult,
  debt: PendingCallback,
  { now, delayAfter }: { now: number; delayAfter: Delays },
): Next {
  if (outcome === 'ACKNOWLEDGED') return { state: 'DONE', nextTime: null }
  if (status === 410) return { state: debt.state === 'DONE' ? 'DONE' : 'GIVEN_UP', nextTime: null }
  if (!scheduled || debt.state !== 'DUE') return debt
  // Not the merchant's fault: whoever runs next sends it again at once.
  if (outcome === 'INTERRUPTED') return { state: 'DUE', nextTime: new Date(now) }
  const delay = delayAfter(attempts)
  if (delay === null) return { state: 'GIVEN_UP', nextTime: null }
  return { state: 'DUE', nextTime: new Date(now + Math.max(delay, wish)) }
}

/** Closes the attempts that were being sent since before `since`: their gateway is gone. What they were to tell is due again. */
export async function interruptStaleAttempts(db: Database, { since, now }: { since: number; now: number }): Promise<void> {
  const left = await db.all<Left>(sql`
    select merchant_no as "merchantNo", order_id as "orderId", number
      from callback_attempt
     where outcome = 'SENDING' and at < ${new Date(since)}`)
  await processDue(db, left, (tx, attempt) => close(tx, attempt, now))
}

interface Left {
  merchantNo: string
  orderId: Id
  number: number
}

// Alone in not holding the order's row: it touches an attempt that nobody is at any more, and only while that is still open.
const close = (tx: Transaction, { merchantNo, orderId, number }: Left, now: number): Promise<number> =>
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

interface Standing {
  order: OrderRecord
  debt: PendingCallback | undefined
  address: string | null
  disabled: boolean
  secrets: SigningSecrets
  lastNumber: number
  lastTime: Date | null
  inFlight: boolean
}

/** Holds the order's row first, as whoever sends its callbacks does, and only then reads what stands. */
async function lock(tx: Transaction, { merchantNo, kind, id }: OrderKey): Promise<Standing | undefined> {
  const row = await tx.one<OrderRow>(sql`
    select ${ORDER_COLUMNS} from orders o where merchant_no = ${merchantNo} and kind = ${kind} and id = ${id} for update
  `)
  if (row === undefined) return undefined
  const debt = await tx.one<PendingCallback>(sql`
    select event_id as "eventId", status, attempts, state, next_time as "nextTime", trigger, behaviour
      from callback
     where merchant_no = ${merchantNo} and order_id = ${id}
  `)
  const notify = notifyAddressOf(kind)
  const rest = await tx.one<Omit<Standing, 'order' | 'debt'>>(sql`
    select ${notify.address} as address, ${notify.disabled} as disabled, json_build_object(
             'secret', coalesce(m.api_secret, ''), 'oldSecret', k.old_secret, 'oldSecretUntil', k.old_secret_until,
             'used', k.secret_used_time is not null) as secrets,
           coalesce(a.number, 0) as "lastNumber", a.at as "lastTime", coalesce(a.outcome = 'SENDING', false) as "inFlight"
      from merchant m
      left join merchant_key k on k.merchant_no = m.merchant_no
      left join lateral (
             select number, at, outcome
               from callback_attempt
              where merchant_no = ${merchantNo} and order_id = ${id}
              order by number desc
              limit 1) a on true
     where m.merchant_no = ${merchantNo}
  `)
  return { order: orderRecord(row), debt, ...rest! }
}

async function record(
  tx: Transaction,
  { order, address, secrets, lastNumber }: Standing & { address: string },
  {
    now,
    eventId,
    trigger,
    actor,
    attempts,
    scheduled,
  }: Pick<Claim, 'eventId' | 'attempts' | 'scheduled'> & {
    now: number
    trigger: CallbackAttempt['trigger']
    actor: string | null
  },
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
  await noteChanged(tx, order)
  return { order, number, eventId, attempts, address, message, scheduled }
}
