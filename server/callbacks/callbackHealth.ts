import type { CallbackAnswer, CallbackHealth, Deliveries, Direction } from '#contract/merchantRows.ts'
import type { Time } from '#contract/rows.ts'
import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { PAYOUTS } from '../orders/orderRow.ts'
import { wibTime } from '../wib.ts'

const DAY_MS = 24 * 60 * 60_000
const LATEST = 8

/** Whose health is asked about, with its two addresses. */
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

// So many are read one after the other; staff, who see more, ask about one.
const MOST = 50

/**
 * The merchants whose callbacks are asked about, in the order of their numbers. Somebody who sees all of them and names
 * none is told of those that have been switched off.
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
     limit ${MOST}`)

interface Past {
  payout: boolean
  day: Deliveries
  week: Deliveries
  failingSince: Date | null
}

interface Owed {
  payout: boolean
  queued: number
  nextTime: Date | null
  redelivering: number
  undelivered: number
}

type Answer = Omit<CallbackAnswer, 'time'> & { payout: boolean; at: Date }

/** How the callbacks of one merchant fare, by direction; every question names the merchant first. */
export async function callbackHealth(db: Queries, listener: CallbackTarget, now: number): Promise<CallbackHealth[]> {
  const { merchantNo, merchantName } = listener
  // Of an attempt only its order says which direction it was.
  const lately = sql`
    select a.at, a.outcome, a.http_status, a.latency_ms, a.error, a.order_id, c.kind = any (${PAYOUTS}::text[]) as payout
      from callback_attempt a
      join callback c on c.merchant_no = a.merchant_no and c.order_id = a.order_id
     where a.merchant_no = ${merchantNo} and a.at >= ${new Date(now - 7 * DAY_MS)}`
  const within = (at: number) => sql`
    json_build_object('ended', count(*) filter (where l.at >= ${new Date(at)} and outcome <> 'SENDING'),
                      'acknowledged', count(*) filter (where l.at >= ${new Date(at)} and outcome = 'ACKNOWLEDGED'))`
  const past = await db.all<Past>(sql`
    with lately as (${lately}),
         told as (select payout, max(at) as at from lately where outcome = 'ACKNOWLEDGED' group by payout)
    select l.payout, ${within(now - DAY_MS)} as day, ${within(now - 7 * DAY_MS)} as week,
           min(l.at) filter (where l.outcome not in ('SENDING', 'ACKNOWLEDGED') and (t.at is null or l.at > t.at)) as "failingSince"
      from lately l
      left join told t on t.payout = l.payout
     group by l.payout`)
  const owed = await db.all<Owed>(sql`
    select kind = any (${PAYOUTS}::text[]) as payout, count(*) filter (where state = 'DUE')::int as queued,
           min(next_time) filter (where state = 'DUE') as "nextTime",
           count(*) filter (where state = 'DUE' and trigger = 'bulk')::int as redelivering,
           count(*) filter (where state = 'GIVEN_UP')::int as undelivered
      from callback
     where merchant_no = ${merchantNo} and state <> 'DONE'
     group by 1`)
  const answers = await db.all<Answer>(sql`
    with lately as (${lately})
    select payout, order_id::text as "orderId", at, outcome, http_status as status, latency_ms as latency, error
      from (select l.*, row_number() over (partition by payout order by at desc) as place from lately l) placed
     where place <= ${LATEST}
     order by at desc`)
  return (['PAYIN', 'PAYOUT'] as const).map((direction: Direction) => {
    const isMine = ({ payout }: { payout: boolean }) => payout === (direction === 'PAYOUT')
    const { address, disabled, disabledSince } = direction === 'PAYOUT' ? listener.payout : listener.payin
    const { day = NONE, week = NONE, failingSince = null } = past.find(isMine) ?? {}
    const { queued = 0, nextTime = null, redelivering = 0, undelivered = 0 } = owed.find(isMine) ?? {}
    return {
      merchantNo,
      merchantName,
      direction,
      address,
      disabled,
      disabledSince: disabled ? time(disabledSince) : null,
      failingSince: time(failingSince),
      day,
      week,
      queued,
      nextTime: time(nextTime),
      redelivering,
      undelivered,
      latest: answers.filter(isMine).map(({ payout: _, at, ...rest }) => ({ ...rest, time: wibTime(at) })),
    }
  })
}

const NONE: Deliveries = { ended: 0, acknowledged: 0 }

// What comes out of JSON is text.
const time = (at: Date | string | null): Time | null => (at === null ? null : wibTime(new Date(at)))
