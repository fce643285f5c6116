import { type Currency, toText } from '#contract/money.ts'
import type { AuditEvent } from '#contract/rows/audit.ts'
import type { AuditEventFilter } from '#contract/shapes/audit.ts'
import { readRange } from '../dayRanges.ts'
import type { Queries } from '../db/database.ts'
import { sql, when } from '../db/sql.ts'
import type { Page, PageRequest } from '../http/lists.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import type { Language } from '../texts/languages.ts'
import { activityText } from '../texts/texts.ts'
import { addDays, startOfDay, wibTime } from '../wib.ts'

interface Row {
  id: string
  at: Date
  action: string
  merchantNo: string
  target: string | null
  address: string
  detail: Record<string, unknown> | null
  currency: Currency | null
  kind: string | null
  status: string | null
  /** Nothing of the kind was done to the same since. */
  isLast: boolean
}

/** What the account did itself, the newest first; what its own systems asked for by the merchant API is not told. */
export async function listAuditEvents(
  db: Queries,
  { merchantNo, kind }: MerchantRow,
  { action, ...range }: AuditEventFilter,
  { limit, offset, sort, totals }: PageRequest,
  language: Language,
): Promise<Page<AuditEvent>> {
  if (sort !== undefined && sort !== 'createTime.desc') {
    throw new Refusal('VALIDATION_FAILED', { fields: { sort: 'rule.unknown' } })
  }
  const { first, last } = readRange(range)
  const from = first && new Date(startOfDay(first))
  const until = last && new Date(startOfDay(addDays(last, 1)))
  const which = sql`
    a.actor_no = ${merchantNo} and a.action not in ('payin', 'payout')
    ${when(action, sql`and a.action = any (${[action ?? []].flat()}::text[])`)}
    ${when(from, sql`and a.at >= ${from}`)} ${when(until, sql`and a.at < ${until}`)}`
  // One row more than is shown tells a list without totals that it goes on.
  const rows = await db.all<Row>(sql`
    select a.id::text as id, a.at, a.action, a.merchant_no as "merchantNo", a.target, a.address, a.detail, m.currency,
           coalesce(o.kind, r.type) as kind, coalesce(o.status, r.status) as status,
           not exists (
             select from audit later
              where later.merchant_no = a.merchant_no and later.id > a.id and later.action = a.action
                and later.target is not distinct from a.target
           ) as "isLast"
      from (select * from audit a where ${which} order by a.id desc limit ${limit + (totals ? 0 : 1)} offset ${offset}) a
      left join merchant m on m.merchant_no = a.merchant_no
      left join orders o on o.merchant_no = a.merchant_no and o.id = ${ID}
      left join record r on r.merchant_no = a.merchant_no and r.id = ${ID}
     order by a.id desc`)
  const counted = totals ? await db.one<{ n: number }>(sql`select count(*)::int as n from audit a where ${which}`) : null
  return { rows: rows.map((row) => view(row, kind, language)), totalCount: counted?.n ?? null }
}

/** What a deed was about, where that has a number. */
const ID = sql`case when a.target ~ '^[1-8]?[0-9]{1,18}$' then a.target::bigint end`

function view({ at, currency, isLast, detail, ...row }: Row, kind: string, language: Language): AuditEvent {
  const told = { ...row, detail: detail && inText(detail, currency ?? 'IDR') }
  return { ...told, time: wibTime(at), text: activityText(row, language), undo: undoOf(told, isLast, kind) }
}

/** Minor units are of no use to anybody outside; nor are the names of columns. */
function inText(detail: Record<string, unknown>, currency: Currency): Record<string, unknown> {
  const entries = Object.entries(detail).map(([name, value]): [string, unknown] => {
    if (name === 'before' || name === 'after') return [name, isFields(value) ? inText(value, currency) : value]
    if (name === 'name') return ['merchantName', value]
    if (name !== 'feeFixed') return [name, value]
    return ['merchantFee', value === null ? null : toText(BigInt(String(value)), currency)]
  })
  return Object.fromEntries(entries)
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Whether there is a way back: a record that is still on hold, or a change of which all that was before is known and
 * nothing has been put on top.
 */
function undoOf(deed: Pick<AuditEvent, 'action' | 'detail' | 'status'>, isLast: boolean, kind: string): AuditEvent['undo'] {
  if (deed.action === 'withdraw' || deed.action === 'transfer') return deed.status === 'CREATED' ? 'cancel' : null
  if (!isLast) return null
  const { before, after } = deed.detail ?? {}
  switch (deed.action) {
    case 'locale':
      return typeof before === 'string' ? 'restore' : null
    case 'updateMerchant':
      return kind === 'normal' &&
        isFields(before) &&
        Object.keys(before).length > 0 &&
        !(isFields(after) && 'password' in after)
        ? 'restore'
        : null
    case 'keys':
      return isFields(after) && Object.keys(after).length > 0 && deed.detail !== null && !('merchantPublicKey' in deed.detail)
        ? 'restore'
        : null
    default:
      return null
  }
}
