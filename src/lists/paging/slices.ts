import type { OwnPageSize } from './pageSizes.ts'
import type { PageQuery, RowReader, RowsRead } from './rowReader.ts'

/**
 * Reads slices of a result from gateways that page in their own way. Those that read the offset or the page, send an extra
 * row, and count or not, need nothing. Others show themselves by their pages:
 *
 * - A page shorter than asked may be the end, or the most that the gateway sends. Page 2 of that size tells: when it brings
 *   other rows, the gateway is read in pages of that size.
 * - A page longer than asked, by more than the extra row, comes from a gateway with pages of its own. It is read in those.
 * - A page with the rows of the page before it or of page 1 is not another page. It counts as empty.
 *
 * The slice is shorter than asked only at the end of the result.
 */
export function createSliceReader(request: RowReader): RowReader {
  /** The most rows that came in one page. Up to this size, a short page is the end. */
  let served = 0
  let own: OwnPageSize | null = null
  const read = createPageMemory(request)

  const sizeFor = (limit: number) => (own === null || (!own.isFixed && limit <= own.size) ? limit : own.size)

  /** Whether a page is shorter or longer than that of a gateway that takes the limit. */
  const isOdd = ({ rows, total }: RowsRead, { limit, offset }: PageQuery) =>
    rows.length > limit + 1 || (rows.length > 0 && rows.length < limit && limit > served && total !== offset + rows.length)

  return async (query, signal) => {
    const { limit, offset } = query
    if (sizeFor(limit) !== limit) return (await fetchPageSizes()).readByPages(read, query, sizeFor(limit), signal)
    const answer = await read(query, signal)
    if (!isOdd(answer, query)) {
      served = Math.max(served, answer.rows.length)
      return answer
    }
    const { learnPageSize, readByPages } = await fetchPageSizes()
    const { own: learned, first } = await learnPageSize(request, query, answer, signal)
    own = learned ?? own
    if (sizeFor(limit) !== limit) return readByPages(read, query, sizeFor(limit), signal)
    if (first.rows.length >= limit) served = Math.max(served, limit)
    // A short page 1 that nothing follows is the whole result.
    return offset === 0 || first.rows.length >= limit ? answer : { ...answer, rows: [] }
  }
}

/** The rows of a full page: without a count, one more shows that a page follows. */
export const mostExpected = (limit: number, total: number | null): number => (total === null ? limit + 1 : limit)

// Most gateways need none of it.
const fetchPageSizes = () => import('./pageSizes.ts')

/** Reads pages, and recognizes those of a result that the gateway sends again under another number. */
function createPageMemory(request: RowReader): RowReader {
  let known: Pick<PageQuery, 'filter' | 'sort' | 'limit'> | null = null
  /** Page number -> its number of rows, first row and last row, as text. */
  let prints = new Map<number, string>()

  function printOf({ rows }: RowsRead, { limit }: PageQuery): string {
    const page = rows.slice(0, limit)
    return JSON.stringify([page.length, page[0], page.at(-1)])
  }

  function recall(query: PageQuery) {
    const isSame = known?.filter === query.filter && known.sort === query.sort && known.limit === query.limit
    if (!isSame) prints = new Map()
    known = query
    return prints
  }

  /** Whether the page may be another one sent again: equal to a known one, or reached without its neighbours or a count. */
  const isSuspect = (print: string, { page }: PageQuery, { total }: RowsRead, of: ReadonlyMap<number, string>) =>
    of.get(1) === print || of.get(page - 1) === print || (total === null && !of.has(page - 1) && !of.has(page + 1))

  return async (query, signal) => {
    const answer = await request(query, signal)
    const { page, limit } = query
    if (answer.rows.length === 0) return answer
    const of = recall(query)
    const print = printOf(answer, query)
    if (page > 1 && isSuspect(print, query, answer, of)) {
      // Rows may have arrived since, so the page before is compared as it is now.
      const before = await request({ ...query, page: page - 1, offset: (page - 2) * limit }, signal)
      const printBefore = printOf(before, query)
      const isFirst = page === 2 || of.get(1) === print
      const isLess = answer.total === null || answer.total > query.offset
      if (printBefore === print) return { ...answer, rows: [], isRepeated: isFirst && isLess }
      of.set(page - 1, printBefore)
    }
    of.set(page, print)
    return answer
  }
}
