import type { NotifyStatus } from '#contract/options.ts'
import type { CallbackAttempt } from '#contract/rows.ts'
import type { Queries, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { notifyAddressOf, type OrderRecord } from '../orders/orderRow.ts'
import { eventIdOf } from './message.ts'

/** Which order a callback is about. */
export type OrderKey = Pick<OrderRecord, 'merchantNo' | 'kind' | 'id'>

/** How the demo merchant is made to answer once, for trying what happens then. */
export type Behaviour = 'ok' | 'noAck' | 'error500' | 'timeout'

/** What is owed about an order, and when it is to be paid. */
export interface PendingCallback {
  eventId: string
  status: OrderRecord['status']
  attempts: number
  state: 'DUE' | 'DONE' | 'GIVEN_UP'
  nextTime: Date | null
  trigger: CallbackAttempt['trigger']
  behaviour: Behaviour | null
}

/** Owes the merchant the news of the order's status, in the transaction that gave it; an older event undelivered is superseded. */
export async function enqueueCallback(
  tx: Transaction,
  order: OrderRecord,
  { now, trigger, behaviour }: { now: number; trigger: 'auto' | 'simulation'; behaviour: Behaviour | null },
): Promise<boolean> {
  const at = new Date(now)
  const { address, disabled } = notifyAddressOf(order.kind)
  const merchant = await tx.one<{ address: string | null }>(sql`
    select ${address} as address from merchant m where m.merchant_no = ${order.merchantNo} and not ${disabled}
  `)
  if (merchant?.address == null && behaviour === null) return false
  await tx.run(sql`
    insert into callback (merchant_no, kind, order_id, event_id, status, attempts, state, next_time, trigger, behaviour, create_time)
    values (${order.merchantNo}, ${order.kind}, ${order.id}, ${eventIdOf(order)}, ${order.status}, 0, 'DUE', ${at}, ${trigger},
            ${behaviour}, ${at})
        on conflict (merchant_no, order_id) do update
       set event_id = excluded.event_id, status = excluded.status, attempts = 0, state = 'DUE', next_time = excluded.next_time,
           trigger = excluded.trigger, behaviour = excluded.behaviour, create_time = excluded.create_time
  `)
  await setNotifyStatus(tx, order, 'PENDING')
  return true
}

/** The orders whose callback was due at `before`, oldest first. */
export const overdueCallbacks = (db: Queries, before: number, limit: number): Promise<OrderKey[]> =>
  db.all<OrderKey>(sql`
    select merchant_no as "merchantNo", kind, order_id as id
      from callback
     where state = 'DUE' and next_time <= ${new Date(before)}
     order by next_time
     limit ${limit}
  `)

/** Writes what follows for the event, unless a newer one has taken its place. */
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

/** Shows at the order whether its merchant was told. */
export const setNotifyStatus = (tx: Transaction, { merchantNo, kind, id }: OrderKey, status: NotifyStatus): Promise<number> =>
  tx.run(sql`
    update orders set notify_status = ${status} where merchant_no = ${merchantNo} and kind = ${kind} and id = ${id}
  `)
