import { type Direction, kindsOf } from '#contract/kinds.ts'
import type { CallbackAnswer, CallbackHealth, Deliveries } from '#contract/rows/callbacks.ts'
import type { Time } from '#contract/rows/scalars.ts'
import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { DAY, wibTime } from '../wib.ts'
import { triedAddresses } from './failingAddresses.ts'

const LATEST_COUNT = 8

export interface CallbackTarget {
  merchantNo: string
  merchantName: string
  payin: Address
  payout: Address
}

interface Address {
  address: string | null
  disabled: boolean
  disabledSince: Date | null
}

// Targets are read one after another. Staff see more merchants, so they name a merchant.
const MAX_TARGETS = 50

/**
 * The requested merchants, ordered by merchant number. A caller that sees all merchants and names none gets those with a
 * disabled address.
 */
export const callbackTargets = (db: Queries, merchantNos: readonly string[] | 'all'): Promise<CallbackTarget[]> =>
  db.all<CallbackTarget>(sql`
    select merchant_no as "merchantNo", name as "merchantName",
           json_build_object('address', payin_notify_address, 'disabled', notify_disabled,
                             'disabledSince', notify_disabled_time) as payin,
           json_build_object('address', payout_notify_address, 'disabled', payout_notify_disabled,
                             'disabledSince', payout_notify_disabled_time) as payout
      from merchant
     where ${
       merchantNos === 'all'
         ? sql`notify_disabled or payout_notify_disabled`
         : sql`merchant_no = any (${merchantNos}::text[]) and kind in ('normal', 'subMerchant', 'umerchant')`
     }
     order by merchant_no
     limit ${MAX_TARGETS}`)

type AttemptStats = Pick<CallbackHealth, 'day' | 'week'> & { payout: boolean; failingSince: Date | null }

type QueueStats = Pick<CallbackHealth, 'queued' | 'redelivering' | 'undelivered'> & { payout: boolean; nextTime: Date | null }

type LatestAttempt = Omit<CallbackAnswer, 'time'> & { payout: boolean; at: Date }

/** Delivery statistics of one merchant, by direction. Every query filters by merchant first. */
export async function callbackHealth(db: Queries, listener: CallbackTarget, now: number): Promise<CallbackHealth[]> {
  const { merchantNo, merchantName } = listener
  // The direction of an attempt is known only through its order.
  const recent = sql`
    select a.at, a.outcome, a.http_status, a.latency_ms, a.error, a.order_id, c.kind = any (${kindsOf('PAYOUT')}::text[]) as payout
      from callback_attempt a
      join callback c on c.merchant_no = a.merchant_no and c.order_id = a.order_id
     where a.merchant_no = ${merchantNo} and a.at >= ${new Date(now - 7 * DAY)}`
  const countedSince = (at: number) => sql`
    json_build_object('ended', count(*) filter (where l.at >= ${new Date(at)} and outcome <> 'SENDING'),
                      'acknowledged', count(*) filter (where l.at >= ${new Date(at)} and outcome = 'ACKNOWLEDGED'))`
  const attempts = await db.all<AttemptStats>(sql`
    with recent as (${recent}),
         acknowledged as (select payout, max(at) as at from recent where outcome = 'ACKNOWLEDGED' group by payout)
    select l.payout, ${countedSince(now - DAY)} as day, ${countedSince(now - 7 * DAY)} as week,
           min(l.at) filter (where l.outcome not in ('SENDING', 'ACKNOWLEDGED') and (t.at is null or l.at > t.at)) as "failingSince"
      from recent l
      left join acknowledged t on t.payout = l.payout
     group by l.payout`)
  const failing = await db.all<{ address: string }>(sql`
    select address from (${triedAddresses([merchantNo], now)}) tried where failing`)
  const queue = await db.all<QueueStats>(sql`
    select kind = any (${kindsOf('PAYOUT')}::text[]) as payout, count(*) filter (where state = 'DUE')::int as queued,
           min(next_time) filter (where state = 'DUE') as "nextTime",
           count(*) filter (where state = 'DUE' and trigger = 'bulk')::int as redelivering,
           count(*) filter (where state = 'GIVEN_UP')::int as undelivered
      from callback
     where merchant_no = ${merchantNo} and state <> 'DONE'
     group by 1`)
  const latest = await db.all<LatestAttempt>(sql`
    with recent as (${recent})
    select payout, order_id::text as "orderId", at, outcome, http_status as status, latency_ms as latency, error
      from (select l.*, row_number() over (partition by payout order by at desc) as place from recent l) placed
     where place <= ${LATEST_COUNT}
     order by at desc`)
  return (['PAYIN', 'PAYOUT'] as const).map((direction: Direction) => {
    const isDirection = ({ payout }: { payout: boolean }) => payout === (direction === 'PAYOUT')
    const { address, disabled, disabledSince } = direction === 'PAYOUT' ? listener.payout : listener.payin
    const { day = NONE, week = NONE, failingSince = null } = attempts.find(isDirection) ?? {}
    const { queued = 0, nextTime = null, redelivering = 0, undelivered = 0 } = queue.find(isDirection) ?? {}
    return {
      merchantNo,
      merchantName,
      direction,
      address,
      disabled,
      disabledSince: disabled ? time(disabledSince) : null,
      failing: failing.some((one) => one.address === address),
      failingSince: time(failingSince),
      day,
      week,
      queued,
      nextTime: time(nextTime),
      redelivering,
      undelivered,
      latest: latest.filter(isDirection).map(({ payout: _, at, ...rest }) => ({ ...rest, time: wibTime(at) })),
    }
  })
}

const NONE: Deliveries = { ended: 0, acknowledged: 0 }

// Dates inside a JSON object arrive as text.
const time = (at: Date | string | null): Time | null => (at === null ? null : wibTime(new Date(at)))
