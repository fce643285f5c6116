import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { type Currency, toText } from '#contract/money.ts'
import type { AuditEvent } from '#contract/rows/audit.ts'
import { type AuditEventFilter, PagedAuditEvents } from '#contract/shapes/audit.ts'
import { readRange, withinDays } from '../dayRanges.ts'
import { allOf, given, isAnyOf, ofMerchants } from '../db/conditions.ts'
import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Gateway } from '../gateway.ts'
import type { Page, PageRequest } from '../http/lists.ts'
import { serveList } from '../http/serve.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { invalidField } from '../refusal.ts'
import type { Language } from '../texts/languages.ts'
import { activityText } from '../texts/texts.ts'
import { wibTime } from '../wib.ts'
import { findTargets } from './targets.ts'

export function auditRoutes(app: FastifyInstance, { db }: Gateway): void {
  serveList(app, calls.auditEvents, PagedAuditEvents, (filter, { merchant, language }, page) =>
    listAuditEvents(db, merchant, filter, page, language),
  )
}

interface Row extends Omit<AuditEvent, 'time' | 'text' | 'undo' | 'kind' | 'status'> {
  at: Date
  merchantNo: string
  currency: Currency | null
}

/** The account's own audit events, newest first, without those of its systems through the merchant API. */
async function listAuditEvents(
  db: Queries,
  { merchantNo, kind }: MerchantRow,
  { action, ...range }: AuditEventFilter,
  { limit, offset, sort, totals }: PageRequest,
  language: Language,
): Promise<Page<AuditEvent>> {
  if (sort !== undefined && sort !== 'createTime.desc') throw invalidField('sort', 'rule.unknown')
  const condition = allOf([
    sql`a.actor_no = ${merchantNo} and a.action not in ('payin', 'payout')`,
    ...given(action, isAnyOf(sql`a.action`)),
    ...withinDays(sql`a.at`, readRange(range)),
  ])
  // Without totals, one extra row shows that there is a next page.
  const rows = await db.all<Row>(sql`
    select a.id, a.at, a.action, a.merchant_no as "merchantNo", a.target, a.address, a.detail, m.currency
      from audit a
      left join merchant m on m.merchant_no = a.merchant_no
     where ${condition}
     order by a.id desc
     limit ${limit + (totals ? 0 : 1)} offset ${offset}`)
  const counted = totals ? await db.one<{ n: number }>(sql`select count(*)::int as n from audit a where ${condition}`) : null
  const refOf = ({ merchantNo, target }: Row) => ({ merchantNo, number: target })
  const target = await findTargets(db, rows.map(refOf))
  const superseded = await supersededEvents(db, rows)
  const view = (row: Row) =>
    auditEventView({ kind: null, status: null, ...target(refOf(row)), ...row }, !superseded.has(row.id), kind, language)
  return { rows: rows.map(view), totalCount: counted?.n ?? null }
}

/** The ids of the events after which another one has the same merchant, action and target. */
async function supersededEvents(db: Queries, events: readonly Row[]): Promise<ReadonlySet<string>> {
  if (events.length === 0) return new Set()
  const column = (name: 'id' | 'merchantNo' | 'action' | 'target') => events.map((event) => event[name])
  const merchantNos = [...new Set(events.map(({ merchantNo }) => merchantNo))]
  // The condition on the action lets an index skip the events of the merchants' systems.
  const rows = await db.all<{ id: string }>(sql`
    select distinct event.id
      from unnest(${column('id')}::bigint[], ${column('merchantNo')}::text[], ${column('action')}::text[], ${column('target')}::text[])
           event (id, merchant_no, action, target)
      join audit later
        on ${ofMerchants(sql`later.merchant_no`, merchantNos)} and later.merchant_no = event.merchant_no and later.id > event.id
       and later.action not in ('payin', 'payout') and later.action = event.action
       and later.target is not distinct from event.target`)
  return new Set(rows.map(({ id }) => id))
}

function auditEventView(
  { at, currency, detail, ...row }: Row & Pick<AuditEvent, 'kind' | 'status'>,
  isLast: boolean,
  kind: string,
  language: Language,
): AuditEvent {
  const shown = { ...row, detail: detail && displayDetail(detail, currency ?? 'IDR') }
  return { ...shown, time: wibTime(at), text: activityText(row, language), undo: undoOf(shown, isLast, kind) }
}

/** Converts the stored detail to wire names and formats: minor units become amounts, column names become field names. */
function displayDetail(detail: Record<string, unknown>, currency: Currency): Record<string, unknown> {
  const entries = Object.entries(detail).map(([name, value]): [string, unknown] => {
    if (name === 'before' || name === 'after') return [name, isFields(value) ? displayDetail(value, currency) : value]
    if (name === 'name') return ['merchantName', value]
    if (name !== 'feeFixed') return [name, value]
    return ['merchantFee', value === null ? null : toText(BigInt(String(value)), currency)]
  })
  return Object.fromEntries(entries)
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasFields = (value: unknown): value is Record<string, unknown> => isFields(value) && Object.keys(value).length > 0

/**
 * How the event can be undone; null when it cannot. A withdraw or a transfer can be cancelled while it is on hold. A change
 * can be restored when its old values are fully known and no later event changed the same target.
 */
function undoOf({ action, detail, status }: Pick<AuditEvent, 'action' | 'detail' | 'status'>, isLast: boolean, kind: string) {
  if (action === 'withdraw' || action === 'transfer') return status === 'CREATED' ? 'cancel' : null
  const { before, after } = detail ?? {}
  const isKnown =
    (action === 'locale' && typeof before === 'string') ||
    (action === 'updateMerchant' && kind === 'normal' && hasFields(before) && !(isFields(after) && 'password' in after)) ||
    (action === 'keys' && hasFields(after) && !('merchantPublicKey' in detail!))
  return isLast && isKnown ? 'restore' : null
}
