import type { Activity } from '#contract/rows/audit.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { type MerchantRow, scopeOf } from '../merchants/merchants.ts'
import type { Language } from '../texts/languages.ts'
import { activityText } from '../texts/texts.ts'
import { wibTime } from '../wib.ts'
import { parseNumber, selectTargetKind } from './targets.ts'

const MAX_ACTIVITIES = 20

type Row = Omit<Activity, 'time' | 'text'> & { at: Date }

/** The newest audit events on the data of the merchants the account can see; for an agent, on its own data. */
export async function listActivities(db: Queries, merchant: MerchantRow, language: Language): Promise<Activity[]> {
  const merchantNos = merchant.kind === 'delegate' ? [merchant.merchantNo] : await scopeOf(db, merchant)
  const rows = await db.all<Row>(sql`
    select event.id, event.at, event.actor, event.action, event.target, found.kind
      from (select * from (${newestEvents(merchantNos)}) newest order by id desc limit ${MAX_ACTIVITIES}) event
      left join lateral (${selectTargetKind(sql`event.merchant_no`, sql`event.number`)}) found on true
     order by event.id desc`)
  return rows.map(({ at, ...row }) => ({ ...row, time: wibTime(at), text: activityText(row, language) }))
}

/** The newest events of each merchant, which contain the newest of all of them. */
function newestEvents(merchantNos: readonly string[] | 'all'): Sql {
  const newestWhere = (condition: Sql) => sql`
    select a.merchant_no, a.id, a.at, a.actor, a.action, a.target,
           ${parseNumber(sql`a.target`)} as number
      from audit a
     where a.action not in ('payin', 'payout', 'reconcile', 'unmark') ${condition}
     order by a.id desc
     limit ${MAX_ACTIVITIES}`
  if (merchantNos === 'all') return newestWhere(sql``)
  return sql`
    select one.*
      from unnest(${merchantNos}::text[]) merchant (no)
     cross join lateral (${newestWhere(sql`and a.merchant_no = merchant.no`)}) one`
}
