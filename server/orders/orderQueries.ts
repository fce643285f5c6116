import { ALL_ORDER_KINDS } from '#contract/kinds.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import type { Days } from '../dayRanges.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql, when } from '../db/sql.ts'
import { type Page, type PageRequest, totalOf } from '../http/lists.ts'
import { isId } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import { addDays, daysBetween } from '../wib.ts'
import { countMatching, figures } from './figures.ts'
import { filterConditions, inMerchants, isCounted, type OrderScope, type ParsedFilter, parseFilter } from './orderFilter.ts'
import { countedPart, orderBy, type Part, parseOrderSort, type Sort, scannedPart, sortedPart } from './orderPages.ts'
import {
  ORDER_COLUMNS,
  ORDER_JOINS,
  type OrderRecord,
  type OrderRow,
  orderRecord,
  type WireRow,
  wireOrder,
  wireOrderFor,
} from './orderRow.ts'
import { historyIn, type MoveRow, movesOf, statusMove } from './orderTrail.ts'

export interface OrderPage extends Pick<PageRequest, 'offset' | 'limit'> {
  /** `createTime.desc` when absent; also `completeTime` and `payAmount`. */
  sort?: string | undefined
  /** False skips the count. */
  totals?: boolean | undefined
}

/**
 * A page of the list. The total is null when it is not requested, and for a filter that needs a row count and matches more than
 * ten thousand rows. Throws for invalid ranges, amounts and sorts.
 */
export async function listOrders(
  db: Queries,
  scope: OrderScope,
  filter: OrderFilter,
  page: OrderPage,
): Promise<Page<PayOrder>> {
  const parsed = await parseFilter(db, scope, filter)
  const sort = parseOrderSort(page.sort)
  const part: Part = { offset: page.offset, count: page.limit + 1 }
  const [rows, counted] = await Promise.all([
    readPage(db, parsed, sort, part),
    page.totals !== false && isCounted(parsed) ? countMatching(db, parsed) : null,
  ])
  const totalCount = counted ?? (page.totals === false ? null : await totalOf(db, page, rows.length, matchingRows(parsed)))
  const shown = (totalCount === null ? rows : rows.slice(0, page.limit)).map(({ history: _, ...one }) => wireOrder(one))
  const [row] = rows
  if (row !== undefined && rows.length === 1 && part.offset === 0) {
    shown[0]!.history = row.history?.map(statusMove) ?? (await movesOf(db, row))
  }
  return { rows: shown, totalCount }
}

const matchingRows = (parsed: ParsedFilter) => sql`select 1 from orders o where ${filterConditions(parsed)}`

type Row = WireRow & { history?: MoveRow[] | null }

async function readPage(db: Queries, parsed: ParsedFilter, sort: Sort, part: Part): Promise<Row[]> {
  const month =
    isCounted(parsed) || parsed.byNumber || sort.column !== 'createTime' ? null : await nearestMonth(db, parsed, sort)
  const near = month === null ? [] : await db.all<Row>(await pageQuery(db, { ...parsed, days: month }, sort, part))
  return near.length === part.count ? near : db.all<Row>(await pageQuery(db, parsed, sort, part))
}

const MONTH_DAYS = 31

/**
 * The first month of a long list, to be tried first. With several merchants, those without a match are read to the end before
 * the first row is found, so a short range is much faster for frequent matches. Null for a short list.
 */
async function nearestMonth(db: Queries, parsed: ParsedFilter, { descending }: Sort): Promise<Days | null> {
  const days = await db.one<Days>(sql`
    select min(day) as first, max(day) as last from (${figures(parsed)}) figure where n <> 0`)
  const { first, last } = days ?? { first: null, last: null }
  if (first === null || last === null || daysBetween(first, last) < MONTH_DAYS) return null
  return descending ? { first: addDays(last, 1 - MONTH_DAYS), last } : { first, last: addDays(first, MONTH_DAYS - 1) }
}

// Up to this offset, scanning is faster than locating the page by the counters.
const MAX_SCAN_OFFSET = 1_000

/** The query of a page. The strategy depends on the filter, the sort and the offset. */
export async function pageQuery(db: Queries, parsed: ParsedFilter, sort: Sort, part: Part): Promise<Sql> {
  const isEmptyScope = parsed.scope.merchantNos.length === 0
  if (parsed.byNumber) return numberSearchPage(parsed, sort, part)
  if (sort.column !== 'createTime' || isEmptyScope) return orderRowsQuery(sortedPart(parsed, sort, part), parsed, sort)
  const near = parsed.statuses === null && part.offset <= MAX_SCAN_OFFSET
  const counted = isCounted(parsed) && !near
  return orderRowsQuery(counted ? await countedPart(db, parsed, sort, part) : scannedPart(parsed, sort, part), parsed, sort)
}

/** A number matches few orders, so their rows are read directly. */
const numberSearchPage = (parsed: ParsedFilter, sort: Sort, { offset, count }: Part): Sql => sql`
  select ${wireOrderFor(parsed.scope.viewer)}, ${historyIn(parsed.scope.merchantNos)}
    from orders o ${ORDER_JOINS}
   where ${filterConditions(parsed)}
   order by ${orderBy(sort)}
   limit ${count} offset ${offset}`

/** The rows of the ids that the query `keys` selects, with joined columns, in order. */
export const orderRowsQuery = (
  keys: Sql,
  { scope }: ParsedFilter,
  sort: Sort,
  columns = wireOrderFor(scope.viewer),
): Sql => sql`
  select ${columns}
    from (${keys}) key
    ${orderOfKey(scope)}
    ${ORDER_JOINS}
   order by ${orderBy(sort)}`

/**
 * The order `o` of each `key`. `offset 0` has each key of one merchant looked up by the primary key: without statistics, as after an
 * import, the planner would otherwise read all orders of the merchant for each key, because the index also sorts them.
 */
function orderOfKey({ merchantNos, kind }: OrderScope): Sql {
  const ofKey = sql`${inMerchants('o', merchantNos)} and o.kind = ${kind} and o.id = key.id`
  return merchantNos !== 'all' && merchantNos.length === 1
    ? sql`cross join lateral (select o.* from orders o where ${ofKey} offset 0) o`
    : sql`join orders o on ${ofKey}`
}

/** The exact number of matching orders, without a cap. */
export const countOrders = async (db: Queries, scope: OrderScope, filter: OrderFilter): Promise<number> =>
  countMatching(db, await parseFilter(db, scope, filter))

/**
 * Finds an order by its platform number, or by its merchant order number ignoring case.
 * Throws ORDER_AMBIGUOUS when several orders of the scope have the number.
 */
export async function findOrder(db: Queries, scope: OrderScope, idOrNumber: string): Promise<OrderRecord | undefined> {
  const [byId] = isId(idOrNumber) ? await findMatching(db, scope, { platOrderNo: idOrNumber }) : []
  return byId === undefined ? findByMerchantOrderNo(db, scope, idOrNumber) : orderRecord(byId)
}

/** The same by the merchant order number alone. */
export async function findByMerchantOrderNo(db: Queries, scope: OrderScope, number: string): Promise<OrderRecord | undefined> {
  const [order, ...others] = preferExact(await findMatching(db, scope, { merchantOrderNo: number }), number)
  if (others.length > 0) throw new Refusal('ORDER_AMBIGUOUS')
  return order && orderRecord(order)
}

/** The rows with exactly this merchant order number if there are any, else all: they differ from it in case. */
export function preferExact<Row extends { merchantOrderNo: string }>(rows: readonly Row[], number: string): readonly Row[] {
  const exact = rows.filter((row) => row.merchantOrderNo === number)
  return exact.length > 0 ? exact : rows
}

async function findMatching(db: Queries, scope: OrderScope, filter: OrderFilter): Promise<OrderRow[]> {
  const parsed = await parseFilter(db, scope, filter)
  return db.all(sql`select ${ORDER_COLUMNS} from orders o where ${filterConditions(parsed)} order by o.id`)
}

/** The order of a merchant with exactly these numbers, in either direction. When both are given, both must match. */
export async function findOwnOrder(
  db: Queries,
  merchantNo: string,
  { merchantOrderNo, platOrderNo }: { merchantOrderNo?: string | undefined; platOrderNo?: string | undefined },
): Promise<OrderRecord | undefined> {
  if (platOrderNo !== undefined && !isId(platOrderNo)) return undefined
  const ownNumber = sql`lower(o.merchant_order_no) = lower(${merchantOrderNo}) and o.merchant_order_no = ${merchantOrderNo}`
  const row = await db.one<OrderRow>(sql`
    select ${ORDER_COLUMNS}
      from orders o
     where o.merchant_no = ${merchantNo} ${when(merchantOrderNo, sql`and ${ownNumber}`)}
           ${when(platOrderNo, sql`and o.kind = any (${ALL_ORDER_KINDS}::text[]) and o.id = ${platOrderNo}`)}`)
  return row && orderRecord(row)
}

const VA_ORDERS = 20

/** The newest orders of a virtual account, at most twenty. */
export async function ordersOfVa(db: Queries, scope: OrderScope, accountNumber: string): Promise<PayOrder[]> {
  const { rows } = await listOrders(db, scope, { accountNumber }, { offset: 0, limit: VA_ORDERS, totals: false })
  return rows.slice(0, VA_ORDERS)
}
