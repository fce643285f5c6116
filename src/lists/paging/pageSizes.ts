import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { PageQuery, RowReader, RowsRead } from './rowReader.ts'
import { mostExpected } from './slices.ts'

/** The page size of a gateway that does not take every limit: the most that it sends, or what it always sends. */
export interface OwnPageSize {
  readonly size: number
  readonly isFixed: boolean
}

interface Learned {
  readonly own: OwnPageSize | null
  /** Page 1 at the limit of the query. */
  readonly first: RowsRead
}

/** Finds out the page size of a gateway that answered a query with more or fewer rows than asked. */
export async function learnPageSize(
  request: RowReader,
  query: PageQuery,
  answer: RowsRead,
  signal: AbortSignal,
): Promise<Learned> {
  const first = query.offset === 0 ? answer : await request({ ...query, page: 1, offset: 0 }, signal)
  const size = first.rows.length
  if (size > mostExpected(query.limit, first.total)) return { own: { size, isFixed: true }, first }
  if (size === 0 || size >= query.limit) return { own: null, first }
  const second = await request({ ...query, page: 2, limit: size, offset: size }, signal)
  return { own: hasOthers(second.rows, first.rows) ? { size, isFixed: false } : null, first }
}

function hasOthers(rows: readonly ListedRow[], than: readonly ListedRow[]): boolean {
  const known = new Set(than.map((row) => JSON.stringify(row)))
  return rows.some((row) => !known.has(JSON.stringify(row)))
}

/** Reads the pages of the gateway that a slice lies on. */
export async function readByPages(request: RowReader, query: PageQuery, size: number, signal: AbortSignal): Promise<RowsRead> {
  const { limit, offset } = query
  const skipped = offset % size
  const rows: ListedRow[] = []
  let total: number | null = null
  let isRepeated = false
  for (let page = Math.floor(offset / size) + 1; rows.length < skipped + limit; page++) {
    const part = await request({ ...query, page, limit: size, offset: (page - 1) * size }, signal)
    rows.push(...part.rows.slice(0, size))
    total = part.total
    isRepeated = part.isRepeated === true
    if (part.rows.length < size) break
  }
  return { rows: rows.slice(skipped, skipped + limit + 1), total, isRepeated }
}
