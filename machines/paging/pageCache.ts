export interface PageCache<Row> {
  /** Rows of the current page. */
  readonly data: readonly Row[]
  readonly current: number
  /** The highest page that returned rows; 0 before any did. */
  readonly maxPageNo: number
  readonly pageSize: number
  /** Page number -> its rows. */
  readonly dataBins: Readonly<Record<number, readonly Row[]>>
  /** Rows of the result: the gateway's count; otherwise the highest page seen times the page size, plus one when more exist. */
  readonly total: number
  /** Whether the gateway counts the rows, and no page has contradicted it. */
  readonly isCounted: boolean
  /** Whether a page has contradicted the gateway's count. Later counts of the same query are ignored. */
  readonly isMiscounted: boolean
  /** Whether the gateway has sent the first page again instead of a later one. */
  readonly isRepeating: boolean
  /** The number of rows that were searched for a number in vain, where more may follow; null otherwise. */
  readonly searched: number | null
  /** Whether the highest page came with an extra row, which indicates a next page. */
  readonly hasMore: boolean
  /** Rows of the result when the gateway does not count them but the end was seen; null before. */
  readonly end: number | null
}

/** A fetched page. Without a total, `rows` may hold one row more than requested. */
export interface FetchedPage<Row> {
  readonly rows: readonly Row[]
  readonly total: number | null
  /** The gateway sent the rows of the first page again, which were left out. */
  readonly isRepeated?: boolean
  /** The number of rows that were searched for a number, when more may follow. */
  readonly searched?: number
}

/** Rows on the screen, both ends included, counted from 0. */
export interface RowRange {
  readonly first: number
  readonly last: number
}

export const emptyCache = <Row>(pageSize: number, current = 1): PageCache<Row> => ({
  data: [],
  current,
  maxPageNo: 0,
  pageSize,
  dataBins: {},
  total: 0,
  isCounted: false,
  isMiscounted: false,
  isRepeating: false,
  searched: null,
  hasMore: false,
  end: null,
})

/** Adds a page to the cache, cut to the page size. */
export function storePage<Row>(cache: PageCache<Row>, page: number, fetched: FetchedPage<Row>): PageCache<Row> {
  const { pageSize } = cache
  const rows = fetched.rows.slice(0, pageSize)
  const isHighest = rows.length > 0 && page >= cache.maxPageNo
  const maxPageNo = isHighest ? page : cache.maxPageNo
  const hasMore = isHighest ? fetched.rows.length > pageSize : cache.hasMore
  const isMiscounted = cache.isMiscounted || isContradicted(fetched, (page - 1) * pageSize)
  const isCounted = fetched.total !== null && !isMiscounted
  return {
    ...cache,
    maxPageNo,
    hasMore,
    dataBins: { ...cache.dataBins, [page]: rows },
    data: page === cache.current ? rows : cache.data,
    isCounted,
    isMiscounted,
    isRepeating: cache.isRepeating || fetched.isRepeated === true,
    searched: fetched.searched ?? cache.searched,
    total: isCounted ? (fetched.total ?? 0) : maxPageNo * pageSize + (hasMore ? 1 : 0),
    end: isCounted ? null : endSeen(cache, page, fetched.rows.length),
  }
}

/** Whether rows came from beyond the gateway's count, or none where it counts some. 0 on a later page counts that page only. */
const isContradicted = ({ rows, total }: FetchedPage<unknown>, offset: number): boolean =>
  total !== null && (rows.length === 0 ? total > offset || (total === 0 && offset > 0) : total < offset + rows.length)

/** An incomplete page ends the result; so does an empty page right after the highest. `came` includes an extra row. */
function endSeen<Row>({ pageSize, maxPageNo, dataBins, end }: PageCache<Row>, page: number, came: number): number | null {
  const offset = (page - 1) * pageSize
  if (came >= pageSize) return end !== null && end < offset + came ? null : end
  if (came > 0) return offset + came
  if (page > maxPageNo + 1) return end
  return Math.max(0, offset - pageSize) + (page === 1 ? 0 : (dataBins[page - 1]?.length ?? pageSize))
}

/** Makes a cached page the current one. */
export const turnTo = <Row>(cache: PageCache<Row>, page: number): PageCache<Row> => ({
  ...cache,
  current: page,
  data: cache.dataBins[page] ?? [],
})

/** Evicts the pages farthest from `around` beyond `mostRows`; the current page stays. */
export function evictFar<Row>(cache: PageCache<Row>, around: number, mostRows: number): PageCache<Row> {
  const pages = Object.keys(cache.dataBins).map(Number)
  const most = Math.max(1, Math.floor(mostRows / cache.pageSize))
  if (pages.length <= most) return cache
  const distance = (page: number) => (page === cache.current ? 0 : Math.abs(page - around))
  const nearest = pages.sort((one, other) => distance(one) - distance(other)).slice(0, most)
  return { ...cache, dataBins: Object.fromEntries(nearest.map((page) => [page, cache.dataBins[page] ?? []])) }
}

/** The number of rows as far as known: the row count of the grid. */
export const rowCount = <Row>({ isCounted, total, end }: PageCache<Row>): number => (isCounted ? total : (end ?? total))

/** Whether `rowCount` is exact and not an estimate. */
export const isExact = <Row>({ isCounted, end }: PageCache<Row>): boolean => isCounted || end !== null

/** The page of a row, counted from 0. */
export const pageOf = (row: number, pageSize: number): number => Math.floor(row / pageSize) + 1

/** The row, counted from 0; undefined while its page is not cached. */
export const rowAt = <Row>({ dataBins, pageSize }: PageCache<Row>, row: number): Row | undefined =>
  dataBins[pageOf(row, pageSize)]?.[row % pageSize]

/** The pages of a range of rows, in order, clamped to the result. */
export function pagesOf<Row>(cache: PageCache<Row>, { first, last }: RowRange): number[] {
  const from = pageOf(Math.max(0, first), cache.pageSize)
  const to = Math.min(pageOf(last, cache.pageSize), lastPage(cache))
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}

/** The last page of the result as far as known. */
export const lastPage = <Row>(cache: PageCache<Row>): number => Math.ceil(rowCount(cache) / cache.pageSize)

/**
 * The page after the last known one when only fetching it tells whether it exists: after a full page without a count, and
 * after a full page at the end of the count, because some gateways count one page or up to a limit. Null otherwise.
 */
export function pageToTry<Row>(cache: PageCache<Row>): number | null {
  const { isCounted, hasMore, dataBins, pageSize } = cache
  const last = lastPage(cache)
  const isNextUnknown = isCounted ? last > 0 && dataBins[last]?.length === pageSize : !isExact(cache) && !hasMore
  return isNextUnknown ? last + 1 : null
}
