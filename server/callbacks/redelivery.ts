import type { Direction, RedeliveryPlan } from '#contract/merchantRows.ts'
import type { NotifyStatus } from '#contract/options.ts'
import type { Database, Queries, Transaction } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import { type OrderKind, PAYINS, PAYOUTS } from '../orders/orderRow.ts'
import { wibTime } from '../wib.ts'
import type { OrderKey } from './pendingCallbacks.ts'

const SAMPLE = 5
// Orders held at once: few enough that nobody waits long for one of them.
const BATCH = 500

interface Whose {
  merchantNo: string
  direction: Direction
}

export const kindsOf = (direction: Direction): readonly OrderKind[] => (direction === 'PAYOUT' ? PAYOUTS : PAYINS)

/** What sending again what was given up would do, told before it is done. */
export async function redeliveryPlan(db: Queries, { merchantNo, direction }: Whose): Promise<RedeliveryPlan> {
  const given = sql`merchant_no = ${merchantNo} and state = 'GIVEN_UP' and kind = any (${kindsOf(direction)}::text[])`
  const found = await db.one<{ total: number; oldest: Date | null; sample: Id[] }>(sql`
    select count(*)::int as total, min(create_time) as oldest,
           array(select order_id::text from callback where ${given} order by order_id desc limit ${SAMPLE}) as sample
      from callback
     where ${given}
  `)
  const { total, oldest, sample } = found!
  return { total, oldest: oldest === null ? null : wibTime(oldest), sample }
}

interface Again extends Whose {
  now: number
  /** Says to the queue that these are due, in the transaction that makes them so. */
  wake(tx: Transaction, keys: readonly OrderKey[]): Promise<void>
}

/** Owes the merchant again what was given up, from the first attempt on and under the same events; gives how many. */
export const requeueCallbacks = (db: Database, { wake, now, ...whose }: Again): Promise<number> =>
  inBatches(db, {
    whose,
    which: sql`state = 'GIVEN_UP'`,
    change: sql`state = 'DUE', next_time = ${new Date(now)}, attempts = 0, trigger = 'bulk'`,
    status: 'PENDING',
    wake,
  })

/** Gives up again what was to be sent again and has not been tried; what is under way ends. Gives how many. */
export const cancelRedelivery = (db: Database, whose: Whose): Promise<number> =>
  inBatches(db, {
    whose,
    which: sql`state = 'DUE' and trigger = 'bulk'`,
    change: sql`state = 'GIVEN_UP', next_time = null`,
    status: 'FAILED',
  })

interface Turn {
  whose: Whose
  which: Sql
  change: Sql
  /** As it then shows at the order. */
  status: NotifyStatus
  wake?(tx: Transaction, keys: readonly OrderKey[]): Promise<void>
}

async function inBatches(db: Database, turn: Turn): Promise<number> {
  let changed = 0
  for (let after: Id | null = '0'; after !== null; ) {
    const done = await db.tx((tx) => oneBatch(tx, turn, after!))
    changed += done.changed
    after = done.last
  }
  return changed
}

/** Holds each order's row first, as every writer of its callbacks does, and then looks again what stands. */
async function oneBatch(
  tx: Transaction,
  { whose: { merchantNo, direction }, which, change, status, wake }: Turn,
  after: Id,
): Promise<{ changed: number; last: Id | null }> {
  const kinds = kindsOf(direction)
  const found = await tx.all<{ id: Id }>(sql`
    select order_id::text as id
      from callback
     where merchant_no = ${merchantNo} and ${which} and kind = any (${kinds}::text[]) and order_id > ${after}::bigint
     order by order_id
     limit ${BATCH}
  `)
  const ids = found.map(({ id }) => id)
  await tx.all(sql`
    select id from orders
     where merchant_no = ${merchantNo} and kind = any (${kinds}::text[]) and id = any (${ids}::bigint[])
     order by id
       for update
  `)
  const keys = await tx.all<OrderKey>(sql`
    update callback set ${change}
     where merchant_no = ${merchantNo} and order_id = any (${ids}::bigint[]) and ${which}
 returning merchant_no as "merchantNo", kind, order_id::text as id
  `)
  await tx.run(sql`
    update orders set notify_status = ${status}
     where merchant_no = ${merchantNo} and kind = any (${kinds}::text[]) and id = any (${keys.map(({ id }) => id)}::bigint[])
  `)
  if (keys.length > 0) await wake?.(tx, keys)
  return { changed: keys.length, last: ids.length === BATCH ? ids.at(-1)! : null }
}
