import type { Transaction } from '../db/database.ts'
import { sendRows } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { dayOf } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import { ORDER_COLUMNS, type OrderKey, type OrderRecord, type OrderRow, orderRecord } from './orderRow.ts'

/**
 * A change of the counters of a merchant, kind, day and status, by a transition: adds (1) or removes (-1) an order in its
 * current status. The delta that removes the old status has the step of the new one.
 */
export const counterDelta = (order: OrderRecord, n: 1 | -1, step = order.moves) => ({
  merchantNo: order.merchantNo,
  orderId: order.id,
  step,
  status: order.status,
  kind: order.kind,
  day: dayOf(order.id),
  n,
  amount: order.amount * BigInt(n),
  fee: order.fee * BigInt(n),
})

/** The properties that two requests with one number must share to count as identical, besides the amount. */
export type OrderContent = readonly Exclude<keyof OrderRecord, 'merchantNo' | 'merchantOrderNo'>[]

/**
 * The existing order with the same merchant order number (case-sensitive). Throws DUPLICATE_ORDER_NO when its amount or
 * content differs.
 */
export async function findOrderByNumber(
  tx: Transaction,
  { merchantNo, merchantOrderNo: number, ...requested }: OrderRecord,
  content: OrderContent,
): Promise<OrderRecord> {
  const row = await tx.one<OrderRow>(sql`
    select ${ORDER_COLUMNS}
      from orders o
     where o.merchant_no = ${merchantNo} and lower(o.merchant_order_no) = lower(${number}) and o.merchant_order_no = ${number}`)
  if (row === undefined || !content.every((name) => row[name] === requested[name]) || BigInt(row.amount) !== requested.amount) {
    throw new Refusal('DUPLICATE_ORDER_NO', { detail: { number } })
  }
  return orderRecord(row)
}

export const addDeltas = (tx: Transaction, deltas: readonly ReturnType<typeof counterDelta>[]): void =>
  sendRows(tx, 'order_delta', deltas)

/** Reads an order with the settle delay of its merchant, and locks it until the transaction ends. Throws ORDER_NOT_FOUND. */
export async function lockOrder(
  tx: Transaction,
  { merchantNo, kind, id }: OrderKey,
): Promise<{ order: OrderRecord; settleDelayMinutes: number }> {
  const row = await tx.one<OrderRow & { settleDelayMinutes: number }>(sql`
    select ${ORDER_COLUMNS}, m.settle_delay_minutes as "settleDelayMinutes"
      from orders o
      join merchant m on m.merchant_no = o.merchant_no
     where o.merchant_no = ${merchantNo} and o.kind = ${kind} and o.id = ${id}
       for update of o`)
  if (row === undefined) throw new Refusal('ORDER_NOT_FOUND')
  const { settleDelayMinutes, ...order } = row
  return { order: orderRecord(order), settleDelayMinutes }
}

export const saveOrder = (tx: Transaction, order: OrderRecord): void =>
  tx.send(sql`
    update orders
       set status = ${order.status}, paid_amount = ${order.paidAmount}, refunded_amount = ${order.refundedAmount},
           fee = ${order.fee}, pay_order_no = ${order.payOrderNo}, payer_account = ${order.payerAccount},
           response_message = ${order.responseMessage}, late_success = ${order.lateSuccess},
           simulated = ${order.simulated}, attempt = ${order.attempt}, moves = ${order.moves}, update_time = ${order.updateTime},
           complete_time = ${order.completeTime}
     where merchant_no = ${order.merchantNo} and kind = ${order.kind} and id = ${order.id}`)
