import { toText } from '#contract/money.ts'
import type { CallbackAttempt } from '#contract/rows/callbacks.ts'
import type { Posting } from '#contract/rows/ledger.ts'
import type { OrderTrail, PayOrder, StatusMove } from '#contract/rows/orders.ts'
import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { wibTime } from '../wib.ts'
import {
  notifyAddressOf,
  ORDER_COLUMNS,
  ORDER_JOINS,
  ORDER_NAMES,
  type OrderKey,
  type OrderNames,
  type OrderRecord,
  type OrderRow,
  wireOrder,
} from './orderRow.ts'

type OrderRef = Pick<OrderRecord, 'merchantNo' | 'id'>

type DetailRow = OrderRow & OrderNames & { notifyAddress: string | null }

/** The order with its joined columns and its callback address. */
const readDetailRow = async (db: Queries, { merchantNo, kind, id }: OrderKey): Promise<DetailRow> =>
  (await db.one<DetailRow>(sql`
    select ${ORDER_COLUMNS}, ${ORDER_NAMES}, ${notifyAddressOf(kind).address} as "notifyAddress"
      from orders o ${ORDER_JOINS}
     where o.merchant_no = ${merchantNo} and o.kind = ${kind} and o.id = ${id}`))!

/** The order as sent on the wire. */
export const orderView = async (db: Queries, key: OrderKey): Promise<PayOrder> => wireOrder(await readDetailRow(db, key))

/** The full history of an order, each part oldest first. */
export async function orderTrail(db: Queries, order: OrderRecord): Promise<OrderTrail> {
  const row = await readDetailRow(db, order)
  return {
    order: wireOrder(row),
    notifyAddress: row.notifyAddress,
    moves: await movesOf(db, order),
    postings: await postingsOf(db, order),
    attempts: await attemptsOf(db, order),
    actions: await auditActions(db, order),
  }
}

export async function movesOf(db: Queries, { merchantNo, id }: OrderRef): Promise<StatusMove[]> {
  const rows = await db.all<MoveRow>(sql`
    select at, status, text from order_move where merchant_no = ${merchantNo} and order_id = ${id} order by step`)
  return rows.map(statusMove)
}

/** A row of `order_move`, or an element of `HISTORY`, where the time is text. */
export type MoveRow = Omit<StatusMove, 'time'> & { at: Date | string }

export const statusMove = ({ at, ...move }: MoveRow): StatusMove => ({ time: wibTime(new Date(at)), ...move })

/** The status history of order `o`, oldest first, as a column, so that a single order needs no second query. */
export const HISTORY = sql`
  (select json_agg(json_build_object('at', v.at, 'status', v.status, 'text', v.text) order by v.step)
     from order_move v
    where v.merchant_no = o.merchant_no and v.order_id = o.id) as history`

type Figures = { available: string; payinFreeze: string; payoutFreeze: string }
type PostingRow = Pick<Posting, 'seq' | 'type' | 'amount' | 'currency'> & { at: Date; before: Figures; after: Figures }

export async function postingsOf(db: Queries, { merchantNo, id }: OrderRef): Promise<Posting[]> {
  // Amounts are text inside JSON, because a JSON number would be parsed as a float.
  const rows = await db.all<PostingRow>(sql`
    select create_time as at, seq, type, amount, currency,
           json_build_object('available', available_before::text, 'payinFreeze', payin_freeze_before::text,
                             'payoutFreeze', payout_freeze_before::text) as before,
           json_build_object('available', available_after::text, 'payinFreeze', payin_freeze_after::text,
                             'payoutFreeze', payout_freeze_after::text) as after
      from ledger
     where merchant_no = ${merchantNo} and order_id = ${id}
     order by seq`)
  return rows.map(({ at, seq, type, amount, currency, before, after }) => {
    const text = (minor: string | bigint) => toText(BigInt(minor), currency)
    const total = (of: Figures) => BigInt(of.available) + BigInt(of.payinFreeze) + BigInt(of.payoutFreeze)
    return {
      time: wibTime(at),
      seq,
      type,
      amount: text(amount),
      currency,
      beforeAvailable: text(before.available),
      afterAvailable: text(after.available),
      beforeTotal: text(total(before)),
      afterTotal: text(total(after)),
      beforePayinFreeze: text(before.payinFreeze),
      afterPayinFreeze: text(after.payinFreeze),
      beforePayoutFreeze: text(before.payoutFreeze),
      afterPayoutFreeze: text(after.payoutFreeze),
    }
  })
}

type AttemptRow = Omit<CallbackAttempt, 'time' | 'nextTime' | 'requestHeaders' | 'requestBody'> & {
  at: Date
  next: Date | null
  request: { headers: Record<string, string>; body: string }
}

async function attemptsOf(db: Queries, { merchantNo, id }: OrderRef): Promise<CallbackAttempt[]> {
  const rows = await db.all<AttemptRow>(sql`
    select number, event_id as "eventId", trigger, actor, address, at, outcome, http_status as status,
           latency_ms as latency, error, request, response, next_time as next
      from callback_attempt
     where merchant_no = ${merchantNo} and order_id = ${id}
     order by number`)
  return rows.map(({ at, next, request, ...attempt }) => ({
    ...attempt,
    time: wibTime(at),
    requestHeaders: request.headers,
    requestBody: request.body,
    nextTime: next === null ? null : wibTime(next),
  }))
}

type AuditDetail = Partial<Record<'from' | 'to' | 'outcome' | 'note', string>>

export async function auditActions(db: Queries, { merchantNo, id }: OrderRef): Promise<OrderTrail['actions']> {
  const rows = await db.all<{ at: Date; actor: string; action: string; detail: AuditDetail | null }>(sql`
    select at, actor, action, detail from audit where merchant_no = ${merchantNo} and target = ${id} order by id`)
  return rows.map(({ at, actor, action, detail }) => ({ time: wibTime(at), actor, action, text: textOf(detail) }))
}

function textOf(detail: AuditDetail | null): string | null {
  const move = detail?.from !== undefined && detail.to !== undefined ? `${detail.from} → ${detail.to}` : undefined
  return [detail?.outcome, move, detail?.note].filter((part) => part !== undefined).join(': ') || null
}
