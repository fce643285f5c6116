import { ofMerchants } from '../db/conditions.ts'
import { type Sql, sql } from '../db/sql.ts'
import { DAY } from '../wib.ts'

const MIN_FAILURES = 3
/** Fewer attempts say nothing about a rate. */
const MIN_ENDED = 10

/**
 * The addresses that callbacks of the merchants went to in the last 24 hours, with their ended and acknowledged attempts. An address is
 * failing when at least three attempts failed since its last acknowledgement, or less than half of at least ten were acknowledged.
 */
export const triedAddresses = (merchantNos: readonly string[] | 'all', now: number): Sql => sql`
  select merchant_no, address, count(*)::float8 as ended,
         count(*) filter (where outcome = 'ACKNOWLEDGED')::float8 as acknowledged,
         count(*) filter (where at > coalesce(acknowledged_at, '-infinity')) >= ${MIN_FAILURES}::int
           or count(*) >= ${MIN_ENDED}::int and count(*) filter (where outcome = 'ACKNOWLEDGED') * 2 < count(*) as failing
    from (select a.merchant_no, a.address, a.at, a.outcome,
                 max(a.at) filter (where a.outcome = 'ACKNOWLEDGED') over (partition by a.merchant_no, a.address) as acknowledged_at
            from merchant m
            join callback_attempt a on a.merchant_no = m.merchant_no
           where ${ofMerchants(sql`m.merchant_no`, merchantNos)} and a.at >= ${new Date(now - DAY)} and a.outcome <> 'SENDING') attempt
   group by merchant_no, address`
