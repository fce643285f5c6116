import type { Queries } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'

/**
 * The ids of all rows in batches, as array expressions. `rows` selects each `id` and its `place` in the order, from 1. The ids
 * take twenty bytes per row; the rows are read batch by batch, which then needs no sorting.
 */
export async function* sortedIds(db: Queries, rows: Sql, batchSize: number): AsyncGenerator<Sql> {
  const batches = await db.all<{ ids: string }>(sql`
    select string_agg(id::text, ',' order by place) as ids
      from (${rows}) sorted
     group by (place - 1) / ${batchSize}::int
     order by min(place)`)
  for (const { ids } of batches) yield sql`string_to_array(${ids}, ',')::bigint[]`
}
