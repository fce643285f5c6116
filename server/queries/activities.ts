import type { Activity } from '#contract/merchantRows.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Language } from '../texts/languages.ts'
import { activityText } from '../texts/texts.ts'
import { wibTime } from '../wib.ts'
import { type MerchantRecord, scopeOf } from './merchants.ts'

const MOST = 20

interface Row {
  id: string
  at: Date
  actor: string
  action: string
  target: string | null
}

/** The newest deeds of people on the data of whoever the account sees, in words; an agent sees its own. */
export async function listActivities(db: Queries, merchant: MerchantRecord, language: Language): Promise<Activity[]> {
  const seen = merchant.kind === 'delegate' ? [merchant.merchantNo] : await scopeOf(db, merchant)
  const rows = await db.all<Row>(sql`
    select id, at, actor, action, target from (${deedsOn(seen)}) deed order by id desc limit ${MOST}`)
  return rows.map(({ at, ...row }) => ({ ...row, time: wibTime(at), text: activityText(row, language) }))
}

/** The newest of each are enough to find the newest of all. */
function deedsOn(merchantNos: readonly string[] | 'all'): Sql {
  const newest = (which: Sql) => sql`
    select a.id, a.at, a.actor, a.action, a.target
      from audit a
     where a.action not in ('payin', 'payout') ${which}
     order by a.id desc
     limit ${MOST}`
  if (merchantNos === 'all') return newest(sql``)
  return sql`
    select one.*
      from unnest(${merchantNos}::text[]) merchant (no)
     cross join lateral (${newest(sql`and a.merchant_no = merchant.no`)}) one`
}
