import type { CallbackDeliveries, CallbackFlow } from '#contract/rows/insights.ts'
import { ofMerchants } from '../db/conditions.ts'
import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { HOUR, wibTime } from '../wib.ts'
import { lastHours } from './payinFlow.ts'
import type { SummaryScope } from './summaries.ts'

/** The hour in hours since 1970; null for the total. */
interface Row extends CallbackDeliveries {
  hour: number | null
}

const NONE: CallbackDeliveries = { ended: 0, acknowledged: 0, median: null, slow: null }

/** Finished callback attempts of the last 24 hours with their latencies, by hour and in total. */
export async function callbackFlow(db: Queries, { merchantNos }: SummaryScope, now: number): Promise<CallbackFlow> {
  const hours = lastHours(now)
  // Starting from the merchants, each is a range of the index of its attempts. Citus groups the rows of several nodes in sets only
  // once they are materialized.
  const rows = await db.all<Row>(sql`
    with attempt as materialized (
      select floor(extract(epoch from a.at) / 3600)::float8 as hour, a.outcome, a.latency_ms
        from merchant m
        join callback_attempt a on a.merchant_no = m.merchant_no
       where ${ofMerchants(sql`m.merchant_no`, merchantNos)}
         and a.at >= ${new Date(hours[0]!)} and a.outcome <> 'SENDING'
    )
    select hour, count(*)::float8 as ended, count(*) filter (where outcome = 'ACKNOWLEDGED')::float8 as acknowledged,
           round(percentile_cont(0.5) within group (order by latency_ms))::float8 as median,
           round(percentile_cont(0.95) within group (order by latency_ms))::float8 as slow
      from attempt
     group by grouping sets ((hour), ())`)
  const of = (hour: number | null): CallbackDeliveries => {
    const { hour: _, ...found } = rows.find((row) => row.hour === hour) ?? { hour, ...NONE }
    return found
  }
  return { total: of(null), hours: hours.map((hour) => ({ hour: wibTime(hour), ...of(hour / HOUR) })) }
}
