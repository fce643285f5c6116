import type { NotifyPlan } from '#contract/moneyRows.ts'
import type { OrderFilter } from '#contract/shapes.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { filterConditions, inMerchants, isId, type OrderScope, parseFilter } from '../orders/orderFilter.ts'
import { notifyAddressOf, type OrderKind, type OrderStatus } from '../orders/orderRow.ts'
import { MIN_NOTIFY_INTERVAL_MS, type NotifyState, notifyRefusal } from './notifyRefusal.ts'

const SAMPLE = 5

/** Orders that are alike in all that decides whether their merchants can be told. */
interface Group {
  status: OrderStatus
  addressed: boolean
  disabled: boolean
  inFlight: boolean
  soon: boolean
  n: number
}

/**
 * What a notify of the orders named, or else of all that the filter finds, would do: how many would be told, why the
 * others would not, and the newest few that would. The database sorts them into groups, and each group is judged as one
 * of its orders would be.
 */
export async function notifyPlan(
  db: Queries,
  scope: OrderScope,
  wish: { ids?: readonly string[] | undefined; filter: OrderFilter },
  now: number,
): Promise<NotifyPlan> {
  const facts = factsOf(scope.kind, await wishedFor(db, scope, wish), now)
  const groups = await db.all<Group>(sql`
    select status, addressed, disabled, "inFlight", soon, count(*)::int as n from (${facts}) f group by 1, 2, 3, 4, 5`)
  const refused: Record<string, number> = {}
  const add = (code: string, n: number) => {
    if (n > 0) refused[code] = (refused[code] ?? 0) + n
  }
  const good: Group[] = []
  for (const group of groups) {
    const refusal = notifyRefusal(judged(scope.kind, group, now), now)
    if (refusal === null) good.push(group)
    else add(refusal.code, group.n)
  }
  const found = groups.reduce((sum, { n }) => sum + n, 0)
  const total = wish.ids === undefined ? found : new Set(wish.ids).size
  add('ORDER_NOT_FOUND', total - found)
  return {
    total,
    notifiable: good.reduce((sum, { n }) => sum + n, 0),
    skipped: refused,
    sample: await newestOf(db, facts, good),
  }
}

/** The orders `o` it is about. Names of what is not there, or not seen, find nothing. */
async function wishedFor(
  db: Queries,
  scope: OrderScope,
  { ids, filter }: { ids?: readonly string[] | undefined; filter: OrderFilter },
): Promise<Sql> {
  if (ids === undefined) return filterConditions(await parseFilter(db, scope, filter))
  return sql`${inMerchants('o', scope.merchantNos)} and o.kind = ${scope.kind} and o.id = any (${ids.filter(isId)}::bigint[])`
}

function factsOf(kind: OrderKind, which: Sql, now: number): Sql {
  const { address, disabled } = notifyAddressOf(kind)
  return sql`
    select o.id, o.status, ${address} is not null as addressed, ${disabled} as disabled, a.at is not null as "inFlight",
           coalesce(o.last_notify_time > ${new Date(now - MIN_NOTIFY_INTERVAL_MS)}, false) as soon
      from orders o
      join merchant m on m.merchant_no = o.merchant_no
      left join callback_attempt a
        on a.merchant_no = o.merchant_no and a.order_id = o.id and a.outcome = 'SENDING'
     where ${which}`
}

const judged = (kind: OrderKind, { status, soon, ...rest }: Group, now: number): NotifyState => ({
  ...rest,
  order: { kind, status },
  lastTime: soon ? new Date(now) : null,
})

async function newestOf(db: Queries, facts: Sql, groups: readonly Group[]): Promise<string[]> {
  if (groups.length === 0) return []
  const column = (name: 'addressed' | 'disabled' | 'inFlight' | 'soon') => groups.map((group) => group[name])
  const rows = await db.all<{ id: string }>(sql`
    select f.id
      from (${facts}) f
      join unnest(${groups.map(({ status }) => status)}::text[], ${column('addressed')}::boolean[],
                  ${column('disabled')}::boolean[], ${column('inFlight')}::boolean[], ${column('soon')}::boolean[])
             good (status, addressed, disabled, in_flight, soon)
        on (f.status, f.addressed, f.disabled, f."inFlight", f.soon)
           = (good.status, good.addressed, good.disabled, good.in_flight, good.soon)
     order by f.id desc
     limit ${SAMPLE}`)
  return rows.map(({ id }) => id)
}
