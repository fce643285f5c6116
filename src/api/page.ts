import { rowsIn } from './containers.ts'
import type { Reply } from './reply.ts'

/** Rows of a list, wherever the gateway puts them. */
export interface Page<Row> {
  rows: Row[]
  /** The total number of rows; null when the gateway does not count. */
  total: number | null
  summary: unknown
}

/** The rows of a reply, with the total of the paginator or from next to them; undefined for a reply without a list. */
export function toPage<Row>({ data, paginator, summary }: Reply): Page<Row> | undefined {
  const { rows, body } = rowsIn(data)
  if (rows === null) return undefined
  return { rows: rows as Row[], total: readTotal(paginator?.totalCount ?? body.totalCount), summary }
}

/** A count as a number or as digits; null when the gateway sends anything else. */
function readTotal(total: unknown): number | null {
  const count = typeof total === 'string' && /^\d+$/.test(total) ? Number(total) : total
  return Number.isSafeInteger(count) && (count as number) >= 0 ? (count as number) : null
}
