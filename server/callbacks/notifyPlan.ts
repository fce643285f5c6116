import type { OrderKind } from '#contract/kinds.ts'
import type { NotifyPlan } from '#contract/rows/callbacks.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { isId } from '../ids.ts'
import { filterConditions, inMerchants, type OrderScope, parseFilter } from '../orders/orderFilter.ts'
import { isNotifiable, notifyAddressOf, type OrderRecord, type OrderStatus } from '../orders/orderRow.ts'
import { Refusal, statusConflict } from '../refusal.ts'

/** Everything that decides whether the merchant can be notified of an order now. */
interface NotifyState {
  order: Pick<OrderRecord, 'kind' | 'status'>
  /** Whether the merchant has a callback address, and whether its server disabled it (410). */
  addressed: boolean
  disabled: boolean
  inFlight: boolean
  lastTime: Date | null
}

const MIN_NOTIFY_INTERVAL_MS = 3_000

/** Why the merchant cannot be notified now; null when it can. Used by the plan and by the call itself. */
export function notifyRefusal({ order, addressed, disabled, inFlight, lastTime }: NotifyState, now: number): Refusal | null {
  if (!isNotifiable(order)) return statusConflict(order.status)
  if (!addressed) return new Refusal('NOTIFY_ADDRESS_MISSING')
  if (disabled) return new Refusal('NOTIFY_ADDRESS_DISABLED')
  if (inFlight) return new Refusal('NOTIFY_IN_FLIGHT', { retryAfter: MIN_NOTIFY_INTERVAL_MS / 1_000 })
  const wait = (lastTime?.getTime() ?? 0) + MIN_NOTIFY_INTERVAL_MS - now
  return wait > 0 ? new Refusal('NOTIFY_TOO_SOON', { retryAfter: wait / 1_000 }) : null
}

const SAMPLE = 5

/** Orders with equal values of everything that decides whether they can be notified. */
interface Group {
  status: OrderStatus
  addressed: boolean
  disabled: boolean
  inFlight: boolean
  soon: boolean
  n: number
  /** The newest ids. */
  sample: string[]
}

/**
 * Previews a notify of the given orders, or of all orders of the filter: how many would be notified, why the others would
 * be skipped, and a sample of the newest. The database groups the orders, and each group is checked like one order.
 */
export async function notifyPlan(
  db: Queries,
  scope: OrderScope,
  selection: { ids?: readonly string[] | undefined; filter: OrderFilter },
  now: number,
): Promise<NotifyPlan> {
  const states = statesQuery(scope.kind, await selectedOrders(db, scope, selection), now)
  const groups = await db.all<Group>(sql`
    select status, addressed, disabled, "inFlight", soon, count(*)::int as n,
           (array_agg(id::text order by id desc))[1:${SAMPLE}::int] as sample
      from (${states}) f
     group by 1, 2, 3, 4, 5`)
  const skipped: Record<string, number> = {}
  const add = (code: string, n: number) => {
    if (n > 0) skipped[code] = (skipped[code] ?? 0) + n
  }
  const notifiable: Group[] = []
  for (const group of groups) {
    const refusal = notifyRefusal(notifyStateOf(scope.kind, group, now), now)
    if (refusal === null) notifiable.push(group)
    else add(refusal.code, group.n)
  }
  const found = groups.reduce((sum, { n }) => sum + n, 0)
  const total = selection.ids === undefined ? found : new Set(selection.ids).size
  add('ORDER_NOT_FOUND', total - found)
  return {
    total,
    notifiable: notifiable.reduce((sum, { n }) => sum + n, 0),
    skipped,
    sample: notifiable
      .flatMap(({ sample }) => sample)
      .sort()
      .reverse()
      .slice(0, SAMPLE),
  }
}

/** The condition on the orders `o` of the plan. Unknown ids, and ids outside the scope, match nothing. */
async function selectedOrders(
  db: Queries,
  scope: OrderScope,
  { ids, filter }: { ids?: readonly string[] | undefined; filter: OrderFilter },
): Promise<Sql> {
  if (ids === undefined) return filterConditions(await parseFilter(db, scope, filter))
  return sql`${inMerchants('o', scope.merchantNos)} and o.kind = ${scope.kind} and o.id = any (${ids.filter(isId)}::bigint[])`
}

function statesQuery(kind: OrderKind, condition: Sql, now: number): Sql {
  const { address, disabled } = notifyAddressOf(kind)
  return sql`
    select o.id, o.status, ${address} is not null as addressed, ${disabled} as disabled, a.at is not null as "inFlight",
           coalesce(o.last_notify_time > ${new Date(now - MIN_NOTIFY_INTERVAL_MS)}, false) as soon
      from orders o
      join merchant m on m.merchant_no = o.merchant_no
      left join callback_attempt a
        on a.merchant_no = o.merchant_no and a.order_id = o.id and a.outcome = 'SENDING'
     where ${condition}`
}

const notifyStateOf = (kind: OrderKind, { status, soon, ...rest }: Group, now: number): NotifyState => ({
  ...rest,
  order: { kind, status },
  lastTime: soon ? new Date(now) : null,
})
