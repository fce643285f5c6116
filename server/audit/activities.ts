import type { Activity } from '#contract/rows/audit.ts'
import { perMerchant } from '../db/branches.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql, unionAll } from '../db/sql.ts'
import { type MerchantRow, scopeOf } from '../merchants/merchants.ts'
import type { Language } from '../texts/languages.ts'
import { activityText } from '../texts/texts.ts'
import { wibTime } from '../wib.ts'
import { findTargets } from './targets.ts'

const MAX_ACTIVITIES = 20

type Row = Omit<Activity, 'time' | 'text' | 'kind'> & { at: Date; merchantNo: string }

/** The newest audit events on the data of the merchants the account can see; for an agent, on its own data. */
export async function listActivities(db: Queries, merchant: MerchantRow, language: Language): Promise<Activity[]> {
  const merchantNos = merchant.kind === 'delegate' ? [merchant.merchantNo] : await scopeOf(db, merchant)
  const rows = await db.all<Row>(sql`
    select * from (${newestEvents(merchantNos)}) newest order by id desc limit ${MAX_ACTIVITIES}`)
  const refs = rows.map(({ merchantNo, target: number }) => ({ merchantNo, number }))
  const target = await findTargets(db, refs)
  return rows.map(({ at, merchantNo, ...row }) => {
    const activity = { ...row, kind: target({ merchantNo, number: row.target })?.kind ?? null }
    return { ...activity, time: wibTime(at), text: activityText(activity, language) }
  })
}

/** The newest events of each merchant, which contain the newest of all of them. */
const newestEvents = (merchantNos: readonly string[] | 'all'): Sql =>
  unionAll(
    perMerchant(
      merchantNos,
      sql`a.merchant_no`,
      (ofMerchant) => sql`
        select a.merchant_no as "merchantNo", a.id, a.at, a.actor, a.action, a.target
          from audit a
         where ${ofMerchant} and a.action not in ('payin', 'payout', 'reconcile', 'unmark', 'note', 'assign')
         order by a.id desc
         limit ${MAX_ACTIVITIES}`,
    ),
  )
