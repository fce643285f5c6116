import { type Direction, kindsOf } from '#contract/kinds.ts'
import type { NotifyStatus } from '#contract/options.ts'
import type { CallbackAttempt } from '#contract/rows/callbacks.ts'
import type { Queries, Transaction } from '../db/database.ts'
import { sql, when } from '../db/sql.ts'
import { notifyAddressOf, type OrderKey, type OrderRecord } from '../orders/orderRow.ts'
import { eventIdOf } from './message.ts'
import { MAX_WAITING } from './slots.ts'

/** How the demo merchant answers one attempt of a simulated payment. */
export type Behaviour = 'ok' | 'noAck' | 'error500' | 'timeout'

/** The callback of an order: the event to deliver, its delivery state and the time of the next attempt. */
export interface PendingCallback {
  eventId: string
  attempts: number
  state: 'DUE' | 'DONE' | 'GIVEN_UP'
  nextTime: Date | null
  trigger: CallbackAttempt['trigger']
  behaviour: Behaviour | null
}

/**
 * Enqueues the callback for the current status of an order, in the transaction that sets the status. It supersedes an older
 * event. While the address is disabled it is given up at once, for a later redelivery; likewise without an address if it supersedes
 * an event, which must not be redelivered. Otherwise an order without an address has no callback. False unless it is due.
 */
export async function enqueueCallback(
  tx: Transaction,
  order: OrderRecord,
  { now, trigger, behaviour }: { now: number; trigger: 'auto' | 'simulation'; behaviour: Behaviour | null },
): Promise<boolean> {
  const { address, disabled } = notifyAddressOf(order.kind)
  const found = await tx.one<{ address: string | null; disabled: boolean; hasEvent: boolean }>(sql`
    select ${address} as address, ${disabled} as disabled,
           exists (select from callback where merchant_no = ${order.merchantNo} and order_id = ${order.id}) as "hasEvent"
      from merchant m
     where m.merchant_no = ${order.merchantNo}
  `)
  const merchant = found!
  const isDue = behaviour !== null || (merchant.address !== null && !merchant.disabled)
  if (!isDue && !merchant.disabled && !merchant.hasEvent) return false
  replaceEvent(tx, order, { now, state: isDue ? 'DUE' : 'GIVEN_UP', trigger, behaviour })
  setNotifyStatus(tx, order, isDue ? 'PENDING' : 'FAILED')
  return isDue
}

type NewEvent = Pick<PendingCallback, 'trigger' | 'behaviour'> & { now: number; state: 'DUE' | 'GIVEN_UP' }

/** Stores the event for the current status of an order, in place of an older one. */
export function replaceEvent(tx: Transaction, order: OrderRecord, { now, state, trigger, behaviour }: NewEvent): void {
  const at = new Date(now)
  tx.send(sql`
    insert into callback (merchant_no, kind, order_id, event_id, status, attempts, state, next_time, trigger, behaviour, create_time)
    values (${order.merchantNo}, ${order.kind}, ${order.id}, ${eventIdOf(order)}, ${order.status}, 0, ${state},
            ${state === 'DUE' ? at : null}, ${trigger}, ${behaviour}, ${at})
        on conflict (merchant_no, order_id) do update
       set event_id = excluded.event_id, status = excluded.status, attempts = 0, state = excluded.state,
           next_time = excluded.next_time, trigger = excluded.trigger, behaviour = excluded.behaviour,
           create_time = excluded.create_time
  `)
}

/**
 * Ends the callback of an order whose status is not final any more: a retried payout. A merchant that heard of the failure now
 * would pay elsewhere, and the retry would pay again. An attempt that is under way cannot be taken back, and the merchant may
 * receive it as if it had been sent before. Its result is kept with it and changes no state, and it is not repeated.
 */
export function endCallback(tx: Transaction, order: OrderKey): void {
  tx.send(sql`
    update callback set state = 'DONE', next_time = null where merchant_no = ${order.merchantNo} and order_id = ${order.id}
  `)
  setNotifyStatus(tx, order, 'NONE')
}

const MAX_OVERDUE = 5_000

/**
 * Callbacks that are due since `before`: of one address, or the longest overdue of each address in turn, so that many of one
 * merchant do not hide those of another. One more per address than is held in memory tells that there are more.
 */
export const overdueCallbacks = (
  db: Queries,
  before: number,
  of?: { merchantNo: string; direction: Direction },
): Promise<OrderKey[]> =>
  db.all<OrderKey>(sql`
    select merchant_no as "merchantNo", kind, order_id as id
      from (select merchant_no, kind, order_id, next_time,
                   row_number() over (partition by merchant_no, kind order by next_time) as turn
              from callback
             where state = 'DUE' and next_time <= ${new Date(before)}
               ${when(of, sql`and merchant_no = ${of?.merchantNo} and kind = any (${kindsOf(of?.direction ?? 'PAYIN')}::text[])`)}
           ) overdue
     where turn <= ${MAX_WAITING + 1}
     order by turn, next_time
     limit ${MAX_OVERDUE}
  `)

/** Sets the state and next attempt of an event, unless a newer event has replaced it. */
export const setCallbackState = (
  tx: Transaction,
  { merchantNo, id }: OrderKey,
  eventId: string,
  { state, nextTime }: Pick<PendingCallback, 'state' | 'nextTime'>,
): Promise<number> =>
  tx.run(sql`
    update callback set state = ${state}, next_time = ${nextTime}
     where merchant_no = ${merchantNo} and order_id = ${id} and event_id = ${eventId}
  `)

export const setNotifyStatus = (tx: Transaction, { merchantNo, kind, id }: OrderKey, status: NotifyStatus): void =>
  tx.send(sql`
    update orders set notify_status = ${status} where merchant_no = ${merchantNo} and kind = ${kind} and id = ${id}
  `)
