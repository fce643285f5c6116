import type { CallbackAttempt } from '#contract/rows/callbacks.ts'
import type { Complete } from '#contract/rows/complete.ts'
import type { Posting } from '#contract/rows/ledger.ts'
import type { OrderTrail, PayOrder, StatusMove } from '#contract/rows/orders.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { amountTexts, BALANCE_CHANGE } from '../merchants/accountInfo.ts'
import { optionalWibTime, wibTime } from '../wib.ts'
import { notesOf } from './noteStore.ts'
import { inMerchants } from './orderFilter.ts'
import {
  notifyAddressOf,
  ORDER_JOINS,
  type OrderKey,
  type OrderRecord,
  type OwnOrder,
  type WireRow,
  wireOrder,
  wireOrderFor,
} from './orderRow.ts'
import type { Viewer } from './viewer.ts'

type OrderRef = Pick<OrderRecord, 'merchantNo' | 'id'>

const readDetailRow = async (db: Queries, { merchantNo, kind, id }: OrderKey, viewer: Viewer | null) =>
  (await db.one<WireRow & { notifyAddress: string | null }>(sql`
    select ${wireOrderFor(viewer)}, ${notifyAddressOf(kind).address} as "notifyAddress"
      from orders o ${ORDER_JOINS}
     where o.merchant_no = ${merchantNo} and o.kind = ${kind} and o.id = ${id}`))!

/** The order as its viewer sees it. */
export async function orderView(db: Queries, key: OrderKey, viewer: Viewer | null): Promise<PayOrder> {
  const { notifyAddress: _, ...row } = await readDetailRow(db, key, viewer)
  return wireOrder(row)
}

/** The full history of an order, each part oldest first; its notes only for a viewer. */
export async function orderTrail(
  db: Queries,
  order: OrderRecord,
  viewer: Viewer | null = null,
): Promise<OrderTrail & { order: OwnOrder }> {
  const { notifyAddress, ...row } = await readDetailRow(db, order, viewer)
  return {
    order: wireOrder(row),
    notifyAddress,
    moves: await movesOf(db, order),
    postings: await postingsOf(db, order),
    attempts: await attemptsOf(db, order),
    actions: await auditActions(db, order),
    notes: viewer === null ? [] : await notesOf(db, order, viewer.side),
  }
}

export async function movesOf(db: Queries, { merchantNo, id }: OrderRef): Promise<StatusMove[]> {
  const rows = await db.all<MoveRow>(sql`
    select at, status, text from order_move where merchant_no = ${merchantNo} and order_id = ${id} order by step`)
  return rows.map(statusMove)
}

/** A row of `order_move`, or an element of `historyIn`, where the time is text. */
export type MoveRow = Omit<StatusMove, 'time'> & { at: Date | string }

export const statusMove = ({ at, ...move }: MoveRow): StatusMove => ({ time: wibTime(new Date(at)), ...move })

/** The status history of order `o` of the merchants, oldest first, as a column, so that a single order needs no second query. */
export const historyIn = (merchantNos: readonly string[] | 'all'): Sql => sql`
  (select json_agg(json_build_object('at', v.at, 'status', v.status, 'text', v.text) order by v.step)
     from order_move v
    where ${inMerchants('v', merchantNos)} and v.merchant_no = o.merchant_no and v.order_id = o.id) as history`

export async function postingsOf(db: Queries, { merchantNo, id }: OrderRef): Promise<Posting[]> {
  const rows = await db.all<Omit<Complete<Posting>, 'time'> & { at: Date }>(sql`
    select l.create_time as at, l.seq, l.type, l.amount, ${BALANCE_CHANGE}
      from ledger l
     where l.merchant_no = ${merchantNo} and l.order_id = ${id}
     order by l.seq`)
  return rows.map(({ at, seq, type, currency, ...amounts }) => ({
    time: wibTime(at),
    seq,
    type,
    currency,
    ...amountTexts(amounts, currency),
  }))
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
    nextTime: optionalWibTime(next),
  }))
}

type AuditDetail = Partial<Record<'from' | 'to' | 'outcome' | 'note', string>>

export async function auditActions(db: Queries, { merchantNo, id }: OrderRef): Promise<OrderTrail['actions']> {
  const rows = await db.all<{ at: Date; actor: string; action: string; detail: AuditDetail | null }>(sql`
    select at, actor, action, detail from audit
     where merchant_no = ${merchantNo} and target = ${id} and action not in ('note', 'assign')
     order by id`)
  return rows.map(({ at, actor, action, detail }) => ({ time: wibTime(at), actor, action, text: textOf(detail) }))
}

function textOf(detail: AuditDetail | null): string | null {
  const move = detail?.from !== undefined && detail.to !== undefined ? `${detail.from} → ${detail.to}` : undefined
  return [detail?.outcome, move, detail?.note].filter((part) => part !== undefined).join(': ') || null
}
