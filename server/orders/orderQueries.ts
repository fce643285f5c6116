import type { PayOrder } from '#contract/rows/orders.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql, when } from '../db/sql.ts'
import { Refusal } from '../refusal.ts'
import { addDays, daysBetween } from '../wib.ts'
import { countMatching, countUpTo, figures } from './figures.ts'
import { filterConditions, isCounted, isId, type OrderScope, type ParsedFilter, parseFilter } from './orderFilter.ts'
import { countedPart, orderBy, type Part, parseSort, type Sort, scannedPart, sortedPart } from './orderPages.ts'
import {
  ORDER_COLUMNS,
  ORDER_JOINS,
  ORDER_NAMES,
  type OrderNames,
  type OrderRecord,
  type OrderRow,
  orderRecord,
  PAYINS,
  PAYOUTS,
  wireOrder,
} from './orderRow.ts'
import { HISTORY, type MoveRow, movesOf, statusMove } from './orderTrail.ts'

export type { OrderScope } from './orderFilter.ts'
export type { OrderKind, OrderRecord } from './orderRow.ts'

/** Beyond this many rows a list says that there are more, instead of counting them. */
const COUNT_CAP = 10_000

export interface OrderPage {
  offset: number
  limit: number
  /** `createTime.desc` when absent; also `completeTime` and `payAmount`. */
  sort?: string | undefined
  /** False: do not count. */
  totals?: boolean | undefined
}

export interface OrderList {
  /** At most `limit` rows; one more when the total is unknown and there is one. */
  rows: PayOrder[]
  /** Exact, or null when it was not asked for, or is more than ten thousand rows of a filter that must be counted row by row. */
  totalCount: number | null
  /** Whether there is a row beyond this page. */
  more: boolean
}

/** A page of the list. Refuses ranges, amounts and sorts that make no sense. */
export async function listOrders(db: Queries, scope: OrderScope, filter: OrderFilter, page: OrderPage): Promise<OrderList> {
  const wanted = await parseFilter(db, scope, filter)
  const sort = parseSort(page.sort)
  const part: Part = { offset: page.offset, count: page.limit + 1 }
  const [rows, counted] = await Promise.all([
    readPart(db, wanted, sort, part),
    page.totals !== false && isCounted(wanted) ? countMatching(db, wanted) : null,
  ])
  const totalCount = counted ?? (page.totals === false ? null : await countAround(db, wanted, part, rows.length))
  const more = rows.length > page.limit
  const shown = (totalCount === null ? rows : rows.slice(0, page.limit)).map(wireOrder)
  const [row] = rows
  if (row !== undefined && rows.length === 1 && part.offset === 0) {
    shown[0]!.history = row.history?.map(statusMove) ?? (await movesOf(db, row))
  }
  return { rows: shown, totalCount, more }
}

type Row = OrderRow & OrderNames & { history?: MoveRow[] | null }

async function readPart(db: Queries, wanted: ParsedFilter, sort: Sort, part: Part): Promise<Row[]> {
  const month =
    isCounted(wanted) || wanted.byNumber || sort.column !== 'createTime' ? null : await nearestMonth(db, wanted, sort)
  const near = month === null ? [] : await db.all<Row>(pageQuery({ ...wanted, days: month }, sort, part))
  return near.length === part.count ? near : db.all<Row>(pageQuery(wanted, sort, part))
}

const MONTH = 31

/**
 * The days at the beginning of a long list. Of several merchants those without any match are read to their end before
 * the first row is known, so what is frequent is looked for near by first. Null for a list that is short.
 */
async function nearestMonth(
  db: Queries,
  { rest: _, ...wanted }: ParsedFilter,
  { descending }: Sort,
): Promise<ParsedFilter['days'] | null> {
  const days = await db.one<ParsedFilter['days']>(sql`
    select min(day) as first, max(day) as last from (${figures({ ...wanted, rest: [] })}) figure where n <> 0`)
  const { first, last } = days ?? { first: null, last: null }
  if (first === null || last === null || daysBetween(first, last) < MONTH) return null
  return descending ? { first: addDays(last, 1 - MONTH), last } : { first, last: addDays(first, MONTH - 1) }
}

// So many rows are read faster than the counters tell where to begin.
const FEW = 1_000

/** The statement that reads a page; which one depends on what is known without looking. */
export function pageQuery(wanted: ParsedFilter, sort: Sort, part: Part): Sql {
  const nobody = wanted.scope.merchantNos.length === 0
  if (wanted.byNumber) return foundPart(wanted, sort, part)
  if (sort.column !== 'createTime' || nobody) return orderRowsQuery(sortedPart(wanted, sort, part), wanted, sort)
  const near = wanted.statuses === null && part.offset <= FEW
  const counted = isCounted(wanted) && !near
  return orderRowsQuery(counted ? countedPart(wanted, sort, part) : scannedPart(wanted, sort, part), wanted, sort)
}

/** Few orders have a number, so their rows are read at once. */
const foundPart = (wanted: ParsedFilter, sort: Sort, { offset, count }: Part): Sql => sql`
  select ${LISTED}, ${HISTORY}
    from orders o ${ORDER_JOINS}
   where ${filterConditions(wanted)}
   order by ${orderBy(sort)}
   limit ${count} offset ${offset}`

const LISTED = sql`${ORDER_COLUMNS}, ${ORDER_NAMES}`

/** The orders `o` whose ids `keys` gives, with their names, in order. */
export const orderRowsQuery = (keys: Sql, { scope }: ParsedFilter, sort: Sort, columns = LISTED): Sql => sql`
  select ${columns}
    from (${keys}) key
    join orders o on o.kind = ${scope.kind} and o.id = key.id
    ${ORDER_JOINS}
   order by ${orderBy(sort)}`

/** The end of the list was seen, or it must be counted. */
async function countAround(db: Queries, wanted: ParsedFilter, { offset, count }: Part, seen: number): Promise<number | null> {
  if (seen < count && (seen > 0 || offset === 0)) return offset + seen
  return countUpTo(db, wanted, COUNT_CAP)
}

/** How many orders match, exactly, however long it takes. */
export const countOrders = async (db: Queries, scope: OrderScope, filter: OrderFilter): Promise<number> =>
  countMatching(db, await parseFilter(db, scope, filter))

/**
 * The order of a platform number or of a merchant's own, whatever case that was typed in.
 * Refuses with ORDER_AMBIGUOUS when several orders of the scope have the number.
 */
export async function findOrder(db: Queries, scope: OrderScope, idOrNumber: string): Promise<OrderRecord | undefined> {
  const byId = await matches(db, scope, { platOrderNo: idOrNumber })
  const found = byId.length > 0 ? byId : await matches(db, scope, { merchantOrderNo: idOrNumber })
  const [order, ...others] = found.some(isExactly(idOrNumber)) ? found.filter(isExactly(idOrNumber)) : found
  if (others.length > 0) throw new Refusal('ORDER_AMBIGUOUS')
  return order && orderRecord(order)
}

const isExactly = (number: string) => (order: OrderRow) => order.merchantOrderNo === number

async function matches(db: Queries, scope: OrderScope, filter: OrderFilter): Promise<OrderRow[]> {
  const wanted = await parseFilter(db, scope, filter)
  return db.all(sql`select ${ORDER_COLUMNS} from orders o where ${filterConditions(wanted)} order by o.id`)
}

/** The merchant's order of exactly that number, in either direction; where both are given, both must be its. */
export async function findOwnOrder(
  db: Queries,
  merchantNo: string,
  { merchantOrderNo, platOrderNo }: { merchantOrderNo?: string | undefined; platOrderNo?: string | undefined },
): Promise<OrderRecord | undefined> {
  if (platOrderNo !== undefined && !isId(platOrderNo)) return undefined
  const own = sql`lower(o.merchant_order_no) = lower(${merchantOrderNo}) and o.merchant_order_no = ${merchantOrderNo}`
  const row = await db.one<OrderRow>(sql`
    select ${ORDER_COLUMNS}
      from orders o
     where o.merchant_no = ${merchantNo} ${when(merchantOrderNo, sql`and ${own}`)}
           ${when(platOrderNo, sql`and o.kind = any (${[...PAYINS, ...PAYOUTS]}::text[]) and o.id = ${platOrderNo}`)}`)
  return row && orderRecord(row)
}

const VA_ORDERS = 20

/** The newest orders that were to be paid to a virtual account, at most twenty. */
export async function ordersOfVa(db: Queries, scope: OrderScope, accountNumber: string): Promise<PayOrder[]> {
  const { rows } = await listOrders(db, scope, { accountNumber }, { offset: 0, limit: VA_ORDERS, totals: false })
  return rows.slice(0, VA_ORDERS)
}
