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
  /** Rows per batch. */
  step: number
  /** The selected columns of order `o`, its merchant `m` and its bank `b`, besides the id. */
  columns: Sql
}

/**
 * Streams all rows of a list in its order, for exports. Sorted by time, each batch continues after the last id. For other
 * sorts all keys are read and sorted first (16 bytes per row), so that batches need no sorting.
 * Rows created or changed meanwhile may be missing; no row comes twice.
 */
export async function* scanOrders<Row>(
  db: Queries,
  scope: OrderScope,
  filter: OrderFilter,
  { sort: sortText, step, columns }: OrderScan,
): AsyncGenerator<ScannedRow<Row>[]> {
  const parsed = await parseFilter(db, scope, filter)
  if (parsed.scope.merchantNos.length === 0) return
  const sort = parseSort(sortText)
  const read = (keys: Sql) => db.all<ScannedRow<Row>>(orderRowsQuery(keys, parsed, sort, sql`o.id, ${columns}`))
  yield* prefetch(sort.column === 'createTime' ? byTime(read, parsed, sort, step) : byKeys(db, read, parsed, sort, step))
}

type ScannedRow<Row> = Row & { id: Id }
type Read<Row> = (keys: Sql) => Promise<ScannedRow<Row>[]>

/** Prefetches the next batch during consumption of the current batch. */
async function* prefetch<Step>(steps: AsyncGenerator<Step>): AsyncGenerator<Step> {
  let pending = steps.next()
  for (;;) {
    const { done, value } = await pending
    if (done) return
    pending = steps.next()
    // Avoids an unhandled rejection when the consumer has stopped. A consumer that awaits the batch still gets the error.
    pending.catch(() => {})
    yield value
  }
}

async function* byTime<Row>(
  read: Read<Row>,
  parsed: ParsedFilter,
  sort: Sort,
  step: number,
): AsyncGenerator<ScannedRow<Row>[]> {
  for (let between = idRange(parsed.days); ; ) {
    const rows = await read(scannedPart(parsed, sort, { offset: 0, count: step }, between))
    if (rows.length > 0) yield rows
    if (rows.length < step) return
    const last = rows.at(-1)!.id
    between = sort.descending ? { ...between, end: last } : { ...between, first: next(last) }
  }
}

async function* byKeys<Row>(
  db: Queries,
  read: Read<Row>,
  parsed: ParsedFilter,
  sort: Sort,
  step: number,
): AsyncGenerator<ScannedRow<Row>[]> {
  const ids = await sortedIds(db, parsed, sort)
  for (let at = 0; at < ids.length; at += step) {
    yield await read(sql`select unnest(${Array.from(ids.subarray(at, at + step))}::bigint[]) as id`)
  }
}

function sortedIds(db: Queries, parsed: ParsedFilter, { column, descending }: Sort): Promise<BigInt64Array> {
  const value = column === 'payAmount' ? sql`o.amount` : sql`(extract(epoch from o.complete_time) * 1000)::bigint`
  const days = idRange(parsed.days)
  return sortedKeys((after) => {
    const between = after === null ? days : { ...days, first: next(after) }
    return db.all<SortKey>(sql`
      select o.id, ${value} as value
        from (${scannedPart(parsed, OLDEST_FIRST, { offset: 0, count: KEY_BATCH_SIZE }, between)}) key
        join orders o on o.kind = ${parsed.scope.kind} and o.id = key.id
       order by o.id`)
  }, descending)
}

const OLDEST_FIRST: Sort = { column: 'createTime', descending: false }

const next = (id: Id): Id => String(BigInt(id) + 1n)
