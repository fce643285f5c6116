import type { PageQuery, RowReader, RowsRead } from './pageQuery.ts'
import type { OwnPageSize } from './pageSizes.ts'

export interface SliceReaderOptions {
  /** Whether the gateway is known to take every limit and offset, and to count the whole result if it counts. */
  readonly isTrusted?: boolean
}

/**
 * Reads slices of a result from gateways that page in their own way. Those that read the offset or the page, send an extra
 * row, and count or not, need nothing. Others show themselves by their pages:
 *
 * - A page shorter than asked may be the end, or the most that the gateway sends. Page 2 of that size tells: when it brings
 *   other rows, the gateway is read in pages of that size. So it is read where the count is that of the page.
 * - A page longer than asked, by more than the extra row, comes from a gateway with pages of its own. It is read in those. So it
 *   is when the extra row of a page does not begin the next one.
 * - A size learned from a page that may have been the whole result is forgotten when another result is read.
 * - A page with the rows of page 1, or that ends where the page before it ends, is not another page. It counts as empty.
 * - A page is compared with page 1 when it is the first one that is read.
 *
 * The slice is shorter than asked only at the end of the result.
 */
export function createSliceReader(request: RowReader, { isTrusted = false }: SliceReaderOptions = {}): RowReader {
  /** The most rows asked for and sent in one page. Up to this size, a short page is the end. */
  let served = 0
  /** Whether a count has gone beyond its page. */
  let counts = isTrusted
  let own: OwnPageSize | null = null
  const read = createPageMemory(request)

  const sizeFor = (limit: number) => (own === null || (!own.isFixed && limit <= own.size) ? limit : own.size)

  /** Whether a page does not prove that the gateway takes the limit. */
  function isOdd({ rows, total, isMisaligned, isAlone }: PageRead, { limit, offset }: PageQuery): boolean {
    if (isMisaligned || rows.length > mostExpected(limit, total)) return true
    if (isAlone === true && offset > 0 && !isTrusted) return true
    if (limit <= served) return false
    const isEnd = total === offset + rows.length && counts
    return (offset > 0 && !isTrusted) || (rows.length > 0 && rows.length < limit && !isEnd)
  }

  function readPages(query: PageQuery, size: number, signal: AbortSignal) {
    return size === query.limit
      ? read(query, signal)
      : fetchPageSizes().then(({ readByPages }) => readByPages(read, query, size, signal))
  }

  return async (query, signal) => {
    const { limit, offset } = query
    if (own?.only != null && !isSameResult(own.only, query)) own = null
    const size = sizeFor(limit)
    const answer = await readPages(query, size, signal)
    const { total, rows } = answer
    if (total !== null && total > offset + rows.length) counts = true
    const isWhole = size === limit
    if (isWhole ? !isOdd(answer, query) : !answer.isMisaligned) {
      if (isWhole) served = Math.max(served, Math.min(limit, rows.length))
      return answer
    }
    const { learnPageSize } = await fetchPageSizes()
    const { own: learned, first } = await learnPageSize(request, { ...query, limit: size }, isWhole ? answer : null, signal)
    own = learned ?? own
    if (sizeFor(limit) !== size) return readPages(query, sizeFor(limit), signal)
    if (!isWhole) return answer
    if (first.rows.length >= limit) served = Math.max(served, limit)
    // A short page 1 that nothing follows is the whole result.
    return offset === 0 || first.rows.length >= limit ? answer : { ...answer, rows: [] }
  }
}

/** What all pages of a result have in common. */
export type Result = Pick<PageQuery, 'filter' | 'sort'>

const isSameResult = (one: Result, other: Result): boolean => one.filter === other.filter && one.sort === other.sort

/** A page, as compared with the pages around it. */
export interface PageRead extends RowsRead {
  /** It does not go on where the page before it ended. */
  readonly isMisaligned?: boolean
  /** No other page of the result has been read before it. */
  readonly isAlone?: boolean
}

type PageReader = (query: PageQuery, signal: AbortSignal) => Promise<PageRead>

/** The rows of a full page: without a count, one more shows that a page follows. */
export const mostExpected = (limit: number, total: number | null): number => (total === null ? limit + 1 : limit)

// Most gateways need none of it.
const fetchPageSizes = () => import('./pageSizes.ts')

/** What is remembered of a page, as text. */
interface PagePrint {
  /** Its number of rows, first row and last row. */
  readonly print: string
  readonly last: string
  /** The extra row; null without one. */
  readonly extra: string | null
}

/** Reads pages, recognizes those of a result that the gateway sends again under another number, and those that leave rows out. */
function createPageMemory(request: RowReader): PageReader {
  let known: (Result & Pick<PageQuery, 'limit'>) | null = null
  let prints = new Map<number, PagePrint>()

  function printOf({ rows }: RowsRead, { limit }: PageQuery): PagePrint {
    const page = rows.slice(0, limit)
    const extra = rows.length > limit ? JSON.stringify(rows[limit]) : null
    return { print: JSON.stringify([page.length, page[0], page.at(-1)]), last: JSON.stringify(page.at(-1)), extra }
  }

  function recall(query: PageQuery) {
    const isSame = known !== null && isSameResult(known, query) && known.limit === query.limit
    if (!isSame) prints = new Map()
    known = query
    return prints
  }

  /** Whether the page may bring rows again: page 1, or the end of the page before it, or beyond the count, or alone without one. */
  function isSuspect(
    { print, last }: PagePrint,
    { page, offset }: PageQuery,
    { total }: RowsRead,
    of: ReadonlyMap<number, PagePrint>,
  ): boolean {
    if (of.get(1)?.print === print || of.get(page - 1)?.last === last) return true
    return (total === null || total <= offset) && !of.has(page - 1) && !of.has(page + 1)
  }

  const isMisaligned = (before: PagePrint | undefined, { rows }: RowsRead): boolean =>
    before !== undefined && before.extra !== null && before.extra !== JSON.stringify(rows[0])

  return async (query, signal) => {
    const answer = await request(query, signal)
    const { page, limit } = query
    const of = recall(query)
    const isAlone = of.size === 0
    if (answer.rows.length === 0) return { ...answer, isAlone, isMisaligned: isMisaligned(of.get(page - 1), answer) }
    const own = printOf(answer, query)
    if (page > 1 && isSuspect(own, query, answer, of)) {
      // Rows may have arrived since, so the page before is compared as it is now.
      const before = await request({ ...query, page: page - 1, offset: (page - 2) * limit }, signal)
      const printBefore = printOf(before, query)
      const isFirst = page === 2 || of.get(1)?.print === own.print
      const isLess = answer.total === null || answer.total > query.offset
      of.set(page - 1, printBefore)
      if (printBefore.last === own.last) {
        return { ...answer, rows: [], isAlone, isRepeated: isFirst && isLess, isMisaligned: isMisaligned(printBefore, answer) }
      }
    }
    of.set(page, own)
    return { ...answer, isAlone, isMisaligned: isMisaligned(of.get(page - 1), answer) }
  }
}
