import type { ChannelHours, PayinFlow, PayinFunnel } from '#contract/rows/insights.ts'
import { STATUS_GROUPS } from '#contract/statuses.ts'
import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { firstIdAt } from '../ids.ts'
import { inMerchants } from '../orders/orderFilter.ts'
import { HOUR, wibTime } from '../wib.ts'
import { kindsOfCurrency, type SummaryScope } from './summaries.ts'

const HOURS = 24

/** The beginnings of the last 24 hours, oldest first; the current hour is the last. */
export const lastHours = (now: number): number[] => {
  const current = Math.floor(now / HOUR) * HOUR
  return Array.from({ length: HOURS }, (_, index) => current - (HOURS - 1 - index) * HOUR)
}

/** The figures of a channel in an hour. The hour is that of the id: `26112114`. */
interface Row extends PayinFunnel {
  channel: string
  hour: string
}

// An id without its minutes, seconds, node and sequence.
const HOUR_OF_ID = sql`o.id / 100000000000`

/** The payins created in the last 24 hours, by channel and hour, and how many were paid and acknowledged. */
export async function payinFlow(db: Queries, { merchantNos, currency }: SummaryScope, now: number): Promise<PayinFlow> {
  const hours = lastHours(now)
  const { paid, open, unpaid } = STATUS_GROUPS.PAYIN
  const isPaid = sql`o.status = any (${paid}::text[])`
  const counted = (condition = sql`true`) => sql`count(*) filter (where ${condition})::float8`
  const rows = await db.all<Row>(sql`
    select o.channel, (${HOUR_OF_ID})::text as hour, count(*)::float8 as created, ${counted(isPaid)} as paid,
           ${counted(sql`o.status = any (${open}::text[])`)} as open,
           ${counted(sql`o.status = any (${unpaid}::text[])`)} as unpaid,
           ${counted(sql`o.status = 'EXCEPTION'`)} as exception,
           ${counted(sql`${isPaid} and o.notify_status = 'SUCCESS'`)} as notified,
           ${counted(sql`${isPaid} and o.notify_status = 'PENDING'`)} as "notifyPending",
           ${counted(sql`${isPaid} and o.notify_status = 'FAILED'`)} as "notifyFailed",
           ${counted(sql`${isPaid} and o.notify_status = 'NONE'`)} as "notifyNone"
      from orders o
     where ${inMerchants('o', merchantNos)} and o.kind = any (${kindsOfCurrency(currency, 'PAYIN')}::text[])
       and o.id >= ${firstIdAt(hours[0]!)}
     group by 1, 2`)
  return { hours: hours.map(wibTime), channels: channelsOf(rows, hours), funnel: funnelOf(rows) }
}

/** The channels with orders, the busiest first. */
function channelsOf(rows: readonly Row[], hours: readonly number[]): ChannelHours[] {
  const places = new Map(hours.map((hour, place) => [firstIdAt(hour).slice(0, 8), place]))
  const channels = new Map<string, ChannelHours & { total: number }>()
  for (const { channel, hour, created, paid, open } of rows) {
    const none = () => hours.map(() => 0)
    const found = channels.get(channel) ?? { payChannel: channel, created: none(), paid: none(), open: none(), total: 0 }
    channels.set(channel, found)
    // An id of a gateway whose clock is ahead may lie in the next hour.
    const place = places.get(hour.padStart(8, '0')) ?? hours.length - 1
    found.created[place]! += created
    found.paid[place]! += paid
    found.open[place]! += open
    found.total += created
  }
  return [...channels.values()]
    .sort((a, b) => b.total - a.total || (a.payChannel < b.payChannel ? -1 : 1))
    .map(({ total: _, ...rest }) => rest)
}

function funnelOf(rows: readonly Row[]): PayinFunnel {
  const sum = (name: keyof PayinFunnel) => rows.reduce((total, row) => total + row[name], 0)
  return {
    created: sum('created'),
    paid: sum('paid'),
    open: sum('open'),
    unpaid: sum('unpaid'),
    exception: sum('exception'),
    notified: sum('notified'),
    notifyPending: sum('notifyPending'),
    notifyFailed: sum('notifyFailed'),
    notifyNone: sum('notifyNone'),
  }
}
