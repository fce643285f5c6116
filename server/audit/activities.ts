import type { Activity } from '#contract/rows/audit.ts'
import type { TargetKind } from '#contract/rows/targets.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { type MerchantRow, scopeOf } from '../merchants/merchants.ts'
import type { Language } from '../texts/languages.ts'
import { activityText } from '../texts/texts.ts'
import { wibTime } from '../wib.ts'
import { parseNumber, selectTargetKind } from './targets.ts'

const MOST = 20

interface Row {
  id: string
  at: Date
  actor: string
  action: string
  target: string | null
  kind: TargetKind | null
}

/** The newest deeds of people on the data of whoever the account sees, in words; an agent sees its own. */
export async function listActivities(db: Queries, merchant: MerchantRow, language: Language): Promise<Activity[]> {
  const seen = merchant.kind === 'delegate' ? [merchant.merchantNo] : await scopeOf(db, merchant)
  const rows = await db.all<Row>(sql`
    select deed.id, deed.at, deed.actor, deed.action, deed.target, found.kind
      from (select * from (${deedsOn(seen)}) newest order by id desc limit ${MOST}) deed
      left join lateral (${selectTargetKind(sql`deed.merchant_no`, sql`deed.number`)}) found on true
     order by deed.id desc`)
  return rows.map(({ at, ...row }) => ({ ...row, time: wibTime(at), text: activityText(row, language) }))
}

/** The newest of each are enough to find the newest of all. */
function deedsOn(merchantNos: readonly string[] | 'all'): Sql {
  const newest = (which: Sql) => sql`
    select a.merchant_no, a.id, a.at, a.actor, a.action, a.target,
           ${parseNumber(sql`a.target`)} as number
      from audit a
     where a.action not in ('payin', 'payout', 'reconcile', 'unmark') ${which}
     order by a.id desc
     limit ${MOST}`
  if (merchantNos === 'all') return newest(sql``)
  return sql`
    select one.*
      from unnest(${merchantNos}::text[]) merchant (no)
     cross join lateral (${newest(sql`and a.merchant_no = merchant.no`)}) one`
}
