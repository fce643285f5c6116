import { insertConfirmed } from '../auth/authority.ts'
import { endCallback } from '../callbacks/pendingCallbacks.ts'
import { noteChanged, noteCreated } from '../changes/changes.ts'
import type { Clock } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { sql, trusted } from '../db/sql.ts'
import type { Ids } from '../ids.ts'
import { type Entry, post } from '../ledger/ledger.ts'
import { isNotifiable, ORDER_COLUMNS, type OrderKey, type OrderRecord, type OrderRow, orderRecord } from '../orders/orderRow.ts'
import { addDeltas, counterDelta, findOrderByNumber, type OrderContent, saveOrder } from '../orders/orderStore.ts'
import { addTransitions, type Transition, transitionOf } from '../orders/transitions.ts'
import { DUE_BATCH_SIZE, processDue } from '../processDue.ts'

export interface PaymentContext {
  ids: Ids
  clock: Clock
  enqueueCallback: (tx: Transaction, order: OrderRecord) => Promise<void>
}

export interface CreatedOrder {
  order: OrderRecord
  isNew: boolean
}

/**
 * Stores a new order, or returns the existing one with the same merchant order number and content. Throws
 * DUPLICATE_ORDER_NO for a used number with other content, and INSUFFICIENT_BALANCE.
 */
export async function storeOrder(
  tx: Transaction,
  { ids }: PaymentContext,
  { order, moves, entries = [] }: { order: OrderRecord; moves: Transition[]; entries?: Entry[] },
  content: OrderContent,
): Promise<CreatedOrder> {
  const isNew = await insertConfirmed(tx, 'orders', order, () => {
    addTransitions(tx, moves)
    addDeltas(tx, [counterDelta(order, 1)])
    noteCreated(tx, order)
    return post(tx, ids, entries)
  })
  return { order: isNew ? order : await findOrderByNumber(tx, order, content), isNew }
}

/**
 * Stores a step of a locked order, with its ledger entries, counters and callback. The lock order is the same everywhere:
 * order, settlement, account.
 */
export async function storeStep(
  tx: Transaction,
  { ids, enqueueCallback }: PaymentContext,
  before: OrderRecord,
  { order, entries }: { order: OrderRecord; entries: Entry[] },
): Promise<OrderRecord> {
  saveOrder(tx, order)
  addTransitions(tx, [transitionOf(order)])
  if (order.status !== before.status) addDeltas(tx, [counterDelta(before, -1, order.moves), counterDelta(order, 1)])
  noteChanged(tx, order)
  await post(tx, ids, entries)
  if (isNotifiable(order)) await enqueueCallback(tx, order)
  else if (isNotifiable(before)) endCallback(tx, order)
  return order
}

/**
 * Processes the orders of a schedule that are due, each in one transaction; returns the sum of the results. The order and its
 * schedule are locked, so that both are current. Rows locked by another process are skipped until the next run.
 */
export async function processDueOrders(
  db: Database,
  table: 'expiry' | 'payout_due',
  { clock }: PaymentContext,
  process: (tx: Transaction, order: OrderRecord) => Promise<0 | 1>,
): Promise<number> {
  const now = new Date(clock.now())
  const schedule = trusted(table)
  const due = await db.all<OrderKey>(sql`
    select merchant_no as "merchantNo", kind, order_id as id
      from ${schedule}
     where due_time <= ${now}
     order by due_time
     limit ${DUE_BATCH_SIZE}`)
  return processDue(db, due, async (tx, { merchantNo, kind, id }) => {
    const row = await tx.one<OrderRow>(sql`
      select ${ORDER_COLUMNS}
        from ${schedule} d
        join orders o on o.merchant_no = d.merchant_no and o.kind = d.kind and o.id = d.order_id
       where d.merchant_no = ${merchantNo} and d.kind = ${kind} and d.order_id = ${id} and d.due_time <= ${now}
         for update skip locked`)
    return row === undefined ? 0 : process(tx, orderRecord(row))
  })
}
