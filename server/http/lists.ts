import type { Paginator } from '#contract/reply.ts'
import type { Paging } from '#contract/shapes/fields.ts'
import type { ListSettings } from '../config.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { invalidField } from '../refusal.ts'

const PAGE_SIZE = 10

/** Rows of a list. Without a total, they may hold one more row than `limit`, which shows that there is a next page. */
export interface Page<Row> {
  rows: Row[]
  totalCount: number | null
  summary?: object
}

export interface PageRequest {
  page: number
  offset: number
  limit: number
  sort?: string
  totals: boolean
}

/** Reads the page from the input. `offset` takes precedence over `page`. */
export function readPageRequest({ offset, limit, page, sort, totals: asked }: Paging, settings: ListSettings): PageRequest {
  const totals = settings.totals && asked !== 'none'
  const size = Number(limit ?? PAGE_SIZE)
  const start = offset === undefined ? (Number(page ?? 1) - 1) * size : Number(offset)
  return { page: Number(page ?? Math.floor(start / size) + 1), offset: start, limit: size, ...(sort && { sort }), totals }
}

/** Lists are counted up to this many rows. */
const COUNT_CAP = 10_000

/** The number of rows that a query selects; null when there are more than ten thousand. */
export async function countUpToCap(db: Queries, rows: Sql): Promise<number | null> {
  const row = await db.one<{ n: number }>(sql`select count(*)::int as n from (${rows} limit ${COUNT_CAP + 1}) counted`)
  return row === undefined || row.n > COUNT_CAP ? null : row.n
}

/** The total of a list; null above the cap. `seen` rows were read, one more than the page at most: only a list that goes on is counted. */
export const totalOf = async (
  db: Queries,
  { offset, limit }: Pick<PageRequest, 'offset' | 'limit'>,
  seen: number,
  rows: Sql,
): Promise<number | null> => (seen <= limit && (seen > 0 || offset === 0) ? offset + seen : countUpToCap(db, rows))

/** Parses a sort such as `payAmount.asc`. Throws VALIDATION_FAILED for a column that cannot be sorted by. */
export function parseSort<Column extends string>(text: string, columns: readonly Column[]) {
  const [name, direction] = text.split('.')
  const column = columns.find((one) => one === name)
  if (column === undefined) throw invalidField('sort', 'rule.unknown')
  return { column, descending: direction !== 'asc' }
}

export function wrapPage<Row>(
  { rows, totalCount, summary }: Page<Row>,
  { page, limit, offset }: PageRequest,
  { shape }: ListSettings,
): object {
  const total = totalCount === null ? {} : { totalCount }
  const paginator: Paginator = { page, limit, offset, ...total }
  // `data.item` nests the rows, and `data` does not.
  const [outer = '', inner] = shape.split('.')
  const list = inner === undefined ? { [outer]: rows, paginator } : { [outer]: { [inner]: rows, ...total } }
  return { status: 'ok', ...list, ...(summary && { summary }) }
}
