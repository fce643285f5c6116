import type { OrderFilter } from '#contract/shapes/orders.ts'
import type { Queries } from '../db/database.ts'
import { prefetch } from '../db/prefetch.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import { filterConditions, idRange, type OrderScope, parseFilter } from './orderFilter.ts'
import { orderBy, parseOrderSort, scannedPart, scannedRows } from './orderPages.ts'
import { orderRowsQuery } from './orderQueries.ts'
import { ORDER_JOINS } from './orderRow.ts'
import { sortedIds } from './sortedIds.ts'

export interface OrderScan {
  sort: string | undefined
  step: number
  /** The selected columns of order `o`, its merchant `m` and its bank `b`, besides the id. */
  columns: Sql
}

/**
 * Streams all rows of a list in its order, for exports. Sorted by time, each batch continues after the last id. For other
 * sorts all ids are read first.
 * Rows created or changed meanwhile may be missing; no row comes twice.
 */
export async function* scanOrders<Row>(
  db: Queries,
  scope: OrderScope,
  filter: OrderFilter,
  { sort: sortText, step, columns }: OrderScan,
): AsyncGenerator<(Row & { id: Id })[]> {
  const parsed = await parseFilter(db, scope, filter)
  if (parsed.scope.merchantNos.length === 0) return
  const sort = parseOrderSort(sortText)
  const selected = sql`o.id, ${columns}`
  const read = (keys: Sql) => db.all<Row & { id: Id }>(orderRowsQuery(keys, parsed, sort, selected))
  const { merchantNos } = parsed.scope
  const isOneRange = merchantNos === 'all' || merchantNos.length === 1
  const readRange = (between: ReturnType<typeof idRange>) =>
    isOneRange
      ? db.all<Row & { id: Id }>(sql`
          select ${selected}
            from (${scannedRows(parsed, sort, step, between)}) o ${ORDER_JOINS}
           order by ${orderBy(sort)}`)
      : read(scannedPart(parsed, sort, { offset: 0, count: step }, between))
  yield* prefetch(sort.column === 'createTime' ? byTime() : bySort())

  async function* byTime() {
    for (let between = idRange(parsed.days); ; ) {
      const rows = await readRange(between)
      if (rows.length > 0) yield rows
      if (rows.length < step) return
      const last = rows.at(-1)!.id
      between = sort.descending ? { ...between, end: last } : { ...between, first: next(last) }
    }
  }

  async function* bySort() {
    const rows = sql`
      select o.id, row_number() over (order by ${orderBy(sort)}) as place from orders o where ${filterConditions(parsed)}`
    for await (const ids of sortedIds(db, rows, step)) yield await read(sql`select unnest(${ids}) as id`)
  }
}

const next = (id: Id): Id => String(BigInt(id) + 1n)
