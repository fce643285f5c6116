import { type Direction, kindsOf } from '#contract/kinds.ts'
import type { NotifyStatus } from '#contract/options.ts'
import type { RedeliveryPlan } from '#contract/rows/callbacks.ts'
import { noteAllChanged } from '../changes/changes.ts'
import type { Database, Queries, Transaction } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import type { OrderKey, OrderRecord } from '../orders/orderRow.ts'
import { optionalWibTime } from '../wib.ts'
import { eventIdOf } from './message.ts'

const SAMPLE = 5
// Orders locked at once; small enough that no other transaction waits long for one.
const BATCH = 500

interface Target {
  merchantNo: string
  direction: Direction
}

export async function redeliveryPlan(db: Queries, { merchantNo, direction }: Target): Promise<RedeliveryPlan> {
  const abandoned = sql`merchant_no = ${merchantNo} and state = 'GIVEN_UP' and kind = any (${kindsOf(direction)}::text[])`
  const found = await db.one<{ total: number; oldest: Date | null; sample: Id[] }>(sql`
    select count(*)::int as total, min(create_time) as oldest,
           array(select order_id::text from callback where ${abandoned} order by order_id desc limit ${SAMPLE}) as sample
      from callback
     where ${abandoned}
  `)
  const { total, oldest, sample } = found!
  return { total, oldest: optionalWibTime(oldest), sample }
}

/** Makes the callbacks that were given up due again, with the same events and attempts from zero. Returns their number. */
export const requeueCallbacks = (db: Database, target: Target, now: number): Promise<number> =>
  updateInBatches(db, target, {
    condition: sql`state = 'GIVEN_UP'`,
    change: sql`state = 'DUE', next_time = ${new Date(now)}, attempts = 0, trigger = 'bulk'`,
    status: 'PENDING',
  })

/** Gives up requeued callbacks that have not been attempted yet; a running attempt still ends. Returns their number. */
export const cancelRedelivery = (db: Database, target: Target): Promise<number> =>
  updateInBatches(db, target, {
    condition: sql`state = 'DUE' and trigger = 'bulk'`,
    change: sql`state = 'GIVEN_UP', next_time = null`,
    status: 'FAILED',
  })

interface BatchUpdate {
  condition: Sql
  change: Sql
  status: NotifyStatus
}

async function updateInBatches(db: Database, target: Target, update: BatchUpdate): Promise<number> {
  let changed = 0
  for (let after: Id | null = '0'; after !== null; ) {
    const done = await db.tx((tx) => updateBatch(tx, target, update, after!))
    changed += done.changed
    after = done.last
  }
  return changed
}

/**
 * Locks the order rows first, as every writer of callbacks does, and then checks the state again. An event of a status that its
 * order has left stays as it is.
 */
async function updateBatch(
  tx: Transaction,
  { merchantNo, direction }: Target,
  { condition, change, status }: BatchUpdate,
  after: Id,
): Promise<{ changed: number; last: Id | null }> {
  const kinds = kindsOf(direction)
  const found = await tx.all<{ id: Id }>(sql`
    select order_id::text as id
      from callback
     where merchant_no = ${merchantNo} and ${condition} and kind = any (${kinds}::text[]) and order_id > ${after}::bigint
     order by order_id
     limit ${BATCH}
  `)
  const ids = found.map(({ id }) => id)
  const orders = await tx.all<Pick<OrderRecord, 'id' | 'moves'>>(sql`
    select id::text as id, moves from orders
     where merchant_no = ${merchantNo} and kind = any (${kinds}::text[]) and id = any (${ids}::bigint[])
     order by id
       for update
  `)
  const keys = await tx.all<OrderKey>(sql`
    update callback set ${change}
     where merchant_no = ${merchantNo} and order_id = any (${ids}::bigint[]) and ${condition}
       and event_id = any (${orders.map(eventIdOf)}::text[])
 returning merchant_no as "merchantNo", kind, order_id::text as id
  `)
  noteAllChanged(tx, keys)
  await tx.run(sql`
    update orders set notify_status = ${status}
     where merchant_no = ${merchantNo} and kind = any (${kinds}::text[]) and id = any (${keys.map(({ id }) => id)}::bigint[])
  `)
  return { changed: keys.length, last: ids.length === BATCH ? ids.at(-1)! : null }
}
