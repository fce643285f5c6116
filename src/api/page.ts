import { asBody } from './asBody.ts'
import { rowsIn } from './containers.ts'
import type { Reply } from './reply.ts'

/** Rows of a list, wherever the gateway puts them. */
export interface Page<Row> {
  rows: Row[]
  /** The total number of rows; null when the gateway does not count. */
  total: number | null
  summary: unknown
}

/**
 * Rows from `item`, `list` or the data itself, or from the same below a nested `data`. The total comes from the paginator or
 * from next to the rows.
 */
export function toPage<Row>({ data, paginator, summary }: Reply): Page<Row> {
  const outer = asBody(data)
  const inner =
    outer !== null && !Array.isArray(outer.item) && !Array.isArray(outer.list) && 'data' in outer ? outer.data : data
  const parts = asBody(inner)
  const total = readTotal(paginator?.totalCount ?? parts?.totalCount)
  return { rows: (rowsIn(data) ?? []) as Row[], total, summary }
}

/** A count as a number or as digits; null when the gateway sends anything else. */
function readTotal(total: unknown): number | null {
  const count = typeof total === 'string' && /^\d+$/.test(total) ? Number(total) : total
  return Number.isSafeInteger(count) && (count as number) >= 0 ? (count as number) : null
}
