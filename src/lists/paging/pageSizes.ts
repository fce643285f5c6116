import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { PageQuery, RowReader, RowsRead } from './pageQuery.ts'
import { mostExpected, type PageRead, type Result } from './slices.ts'

/** The page size of a gateway that does not take every limit: the most that it sends, or what it always sends. */
export interface OwnPageSize {
  readonly size: number
  readonly isFixed: boolean
  /** The result that it is known of, where its page may have been the whole of it; null where it holds for every result. */
  readonly only: Result | null
}

interface Learned {
  readonly own: OwnPageSize | null
  /** Page 1 at the limit of the query. */
  readonly first: RowsRead
}

/**
 * Finds out the page size of a gateway that answered a query with more or fewer rows than asked, or with pages that do not follow each
 * other. `answer` is its page; null where it was put together from several.
 */
export async function learnPageSize(
  request: RowReader,
  query: PageQuery,
  answer: RowsRead | null,
  signal: AbortSignal,
): Promise<Learned> {
  const { limit } = query
  const read = (page: number, size: number) => request({ ...query, page, limit: size, offset: (page - 1) * size }, signal)
  const first = answer !== null && query.offset === 0 ? answer : await read(1, limit)
  const size = first.rows.length
  const only = first.total === null || first.total <= size ? query : null
  if (size === 0 || size === limit) return { own: null, first }
  if (size === limit + 1 && first.total === null) {
    // Asked for the extra row as well, a gateway with pages of its own sends the same rows.
    const isFixed = (await read(1, size)).rows.length === size
    return { own: isFixed ? { size, isFixed, only } : null, first }
  }
  if (size > limit) return { own: { size, isFixed: true, only }, first }
  const second = await read(2, size)
  return { own: hasOthers(second.rows, first.rows) ? { size, isFixed: false, only: null } : null, first }
}

function hasOthers(rows: readonly ListedRow[], than: readonly ListedRow[]): boolean {
  const known = new Set(than.map((row) => JSON.stringify(row)))
  return rows.some((row) => !known.has(JSON.stringify(row)))
}

/** Reads the pages of the gateway that a slice lies on. Misaligned where a page shows that they have another size. */
export async function readByPages(request: RowReader, query: PageQuery, size: number, signal: AbortSignal): Promise<PageRead> {
  const { limit, offset } = query
  const skipped = offset % size
  const rows: ListedRow[] = []
  let total: number | null = null
  let isRepeated = false
  let isMisaligned = false
  for (let page = Math.floor(offset / size) + 1; rows.length < skipped + limit; page++) {
    const from = (page - 1) * size
    const part: PageRead = await request({ ...query, page, limit: size, offset: from }, signal)
    rows.push(...part.rows.slice(0, size))
    total = part.total
    isRepeated = part.isRepeated === true
    const isShort = part.rows.length < size
    const end = from + part.rows.length
    // The page is short although more rows are counted, or it goes on where the count ends.
    const isOddEnd = total !== null && ((isShort && total > end) || (from < total && total < end))
    isMisaligned ||= part.isMisaligned === true || isOddEnd || part.rows.length > mostExpected(size, total)
    if (isShort) break
  }
  return { rows: rows.slice(skipped, skipped + limit + 1), total, isRepeated, isMisaligned }
}
