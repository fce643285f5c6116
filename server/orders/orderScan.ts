import type { OrderFilter } from '#contract/shapes/orders.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import { idRange, type OrderScope, type ParsedFilter, parseFilter } from './orderFilter.ts'
import { parseSort, type Sort, scannedPart } from './orderPages.ts'
import { orderRowsQuery } from './orderQueries.ts'
import { KEY_BATCH_SIZE, type SortKey, sortedKeys } from './sortedKeys.ts'

export interface OrderScan {
  sort: string | undefined
  /** Rows at a time. */
  step: number
  /** What is read of an order `o`, its merchant `m` and its bank `b`, beside its id. */
  columns: Sql
}

/**
 * All rows of a list in its order, some at a time, for exports. By time, each step goes on where the last one ended.
 * By anything else the keys are collected and sorted first, sixteen bytes a row, so that no step sorts again.
 * Rows that appear or move meanwhile may or may not be among them; none comes twice.
 */
export async function* scanOrders<Row>(
  db: Queries,
  scope: OrderScope,
  filter: OrderFilter,
  { sort: sortText, step, columns }: OrderScan,
): AsyncGenerator<Found<Row>[]> {
  const wanted = await parseFilter(db, scope, filter)
  if (wanted.scope.merchantNos.length === 0) return
  const sort = parseSort(sortText)
  const read = (keys: Sql) => db.all<Found<Row>>(orderRowsQuery(keys, wanted, sort, sql`o.id, ${columns}`))
  yield* ahead(sort.column === 'createTime' ? byTime(read, wanted, sort, step) : byKeys(db, read, wanted, sort, step))
}

type Found<Row> = Row & { id: Id }
type Read<Row> = (keys: Sql) => Promise<Found<Row>[]>

/** The same steps, each on its way while the one before it is being used. */
async function* ahead<Step>(steps: AsyncGenerator<Step>): AsyncGenerator<Step> {
  let coming = steps.next()
  for (;;) {
    const { done, value } = await coming
    if (done) return
    coming = steps.next()
    // Whoever waits for it is told; perhaps nobody does any more.
    coming.catch(() => {})
    yield value
  }
}

async function* byTime<Row>(read: Read<Row>, wanted: ParsedFilter, sort: Sort, step: number): AsyncGenerator<Found<Row>[]> {
  for (let between = idRange(wanted.days); ; ) {
    const rows = await read(scannedPart(wanted, sort, { offset: 0, count: step }, between))
    if (rows.length > 0) yield rows
    if (rows.length < step) return
    const last = rows.at(-1)!.id
    between = sort.descending ? { ...between, end: last } : { ...between, first: next(last) }
  }
}

async function* byKeys<Row>(
  db: Queries,
  read: Read<Row>,
  wanted: ParsedFilter,
  sort: Sort,
  step: number,
): AsyncGenerator<Found<Row>[]> {
  const ids = await sortedIds(db, wanted, sort)
  for (let at = 0; at < ids.length; at += step) {
    yield await read(sql`select unnest(${Array.from(ids.subarray(at, at + step))}::bigint[]) as id`)
  }
}

function sortedIds(db: Queries, wanted: ParsedFilter, { column, descending }: Sort): Promise<BigInt64Array> {
  const value = column === 'payAmount' ? sql`o.amount` : sql`(extract(epoch from o.complete_time) * 1000)::bigint`
  const days = idRange(wanted.days)
  return sortedKeys((after) => {
    const between = after === null ? days : { ...days, first: next(after) }
    return db.all<SortKey>(sql`
      select o.id, ${value} as value
        from (${scannedPart(wanted, OLDEST_FIRST, { offset: 0, count: KEY_BATCH_SIZE }, between)}) key
        join orders o on o.kind = ${wanted.scope.kind} and o.id = key.id
       order by o.id`)
  }, descending)
}

const OLDEST_FIRST: Sort = { column: 'createTime', descending: false }

const next = (id: Id): Id => String(BigInt(id) + 1n)
