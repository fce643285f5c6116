import {
  evictFar,
  type FetchedPage,
  isExact,
  lastPage,
  type PageCache,
  pageOf,
  pagesOf,
  pageToTry,
  type RowRange,
  rowAt,
  rowCount,
  storePage,
  turnTo,
} from './pageCache.ts'

/** Rows in the viewport, and the scroll direction: 1 down, -1 up. */
export interface View extends RowRange {
  readonly direction: 1 | -1
}

export interface PageRequest<Filter> {
  readonly filter: Filter
  /** `createTime.desc`; null for the gateway's default order. */
  readonly sort: string | null
  readonly page: number
  readonly limit: number
  readonly offset: number
}

export interface PagingContext<Row, Filter> extends PageCache<Row> {
  readonly filter: Filter
  readonly sort: string | null
  readonly view: View | null
  /** The page turned to that has not arrived yet. */
  readonly wanted: number | null
  /** The row, counted from 0, up to which the result is being read on; null when none is awaited. */
  readonly sought: number | null
  /** Pages in flight. */
  readonly inFlight: readonly number[]
  /** Cached pages that are being fetched again. */
  readonly touched: readonly number[]
  /** Pages that were read ahead and begin with rows of the page before. They are read again once they come into view. */
  readonly overlapping: readonly number[]
  /** Page number -> its fetch error. */
  readonly failures: Readonly<Record<number, unknown>>
  /** The cache before the current query, shown until the first answer. */
  readonly former: PageCache<Row> | null
  /** Whether `former` is the same query, so that its rows keep their positions. */
  readonly isReread: boolean
  /** Whether this query has had an answer. */
  readonly isAnswered: boolean
  /** Whether the viewport jumped to another part of the result a moment ago. */
  readonly isThrottled: boolean
}

/** The maximum of pages in flight. */
export const MOST_AT_ONCE = 4
/** The approximate maximum of cached rows. */
const MOST_ROWS = 20_000

export const except = (pages: readonly number[], page: number): number[] => pages.filter((one) => one !== page)

/** The cache to show: the former one until the query has had an answer. */
export const shown = <Row, Filter>(context: PagingContext<Row, Filter>): PageCache<Row> =>
  context.isAnswered ? context : (context.former ?? context)

/** The row to show. During a reload, the former row until its page has arrived. */
export const shownRow = <Row, Filter>(context: PagingContext<Row, Filter>, row: number): Row | undefined =>
  rowAt(shown(context), row) ?? (context.isReread && context.former !== null ? rowAt(context.former, row) : undefined)

/** The index of a row that `shownRow` would return, counted from 0; null when there is none. */
export function shownIndex<Row, Filter>(context: PagingContext<Row, Filter>, isIt: (row: Row) => boolean): number | null {
  const { dataBins, pageSize } = shown(context)
  const rest = context.isReread && context.former !== null ? context.former.dataBins : {}
  const known = [...Object.entries(dataBins), ...Object.entries(rest).filter(([page]) => !(page in dataBins))]
  for (const [page, rows] of known) {
    const within = rows.findIndex(isIt)
    if (within >= 0) return (Number(page) - 1) * pageSize + within
  }
  return null
}

/** Whether both show the same rows and row count: a count only changes together with a page or a query. */
export const hasSameRows = <Row, Filter>(one: PagingContext<Row, Filter>, other: PagingContext<Row, Filter>): boolean =>
  one.dataBins === other.dataBins && one.former === other.former

export function cacheOf<Row>(cache: PageCache<Row>): PageCache<Row> {
  const { data, current, maxPageNo, pageSize, dataBins, total } = cache
  const { isCounted, isMiscounted, isRepeating, searched, hasMore, end } = cache
  return { data, current, maxPageNo, pageSize, dataBins, total, isCounted, isMiscounted, isRepeating, searched, hasMore, end }
}

/** The pages to fetch now, most urgent first: the page turned to, the viewport, the way to a sought row, one page ahead. */
export function neededPages<Row, Filter>(context: PagingContext<Row, Filter>): number[] {
  const { view, wanted, touched, failures, overlapping, dataBins } = context
  const isMissing = (page: number) => !(page in dataBins) && !(page in failures)
  // The extent of the result is unknown before the first answer.
  if (!context.isAnswered) return [wanted ?? context.current].filter(isMissing)
  const needed = new Set([...urgentPages(context).filter(isMissing), ...touched.filter((page) => !(page in failures))])
  if (view !== null && needed.size < MOST_AT_ONCE) {
    const ahead = view.direction === 1 ? pageOf(view.last, context.pageSize) + 1 : pageOf(view.first, context.pageSize) - 1
    if (ahead >= 1 && ahead <= lastPage(context) && isMissing(ahead) && !overlapping.includes(ahead)) needed.add(ahead)
  }
  return [...needed]
}

/** All needed pages but the one ahead. */
function urgentPages<Row, Filter>(context: PagingContext<Row, Filter>): number[] {
  const { view, wanted } = context
  const inView = view === null ? [] : pagesInView(context, view)
  return [...(wanted === null ? [] : [wanted]), ...inView, ...pagesToSought(context)]
}

/** The pages of the viewport, and the page that may follow when the viewport or the cursor is at the end of the known rows. */
function pagesInView<Row, Filter>(context: PagingContext<Row, Filter>, view: View): number[] {
  const next = pageToTry(context)
  const page = Math.max(pageOf(view.last, context.pageSize), context.wanted ?? context.current)
  const isAtEnd = next !== null && page >= next - 1
  return [...pagesOf(context, view), ...(isAtEnd ? [next] : [])]
}

/** The unknown pages up to the sought row. The page of a far row is fetched alone. */
function pagesToSought<Row, Filter>(context: PagingContext<Row, Filter>): number[] {
  if (context.sought === null) return []
  const [last, page] = [lastPage(context), pageOf(context.sought, context.pageSize)]
  return page - last > MOST_AT_ONCE ? [page] : Array.from({ length: Math.max(0, page - last) }, (_, n) => last + 1 + n)
}

/** Whether it is known that the sought row exists, or that it cannot be reached. */
export function isSoughtSettled<Row, Filter>(context: PagingContext<Row, Filter>): boolean {
  if (context.sought === null || isExact(context) || context.sought < rowCount(context)) return true
  const pages = pagesToSought(context)
  return pages.every((page) => page in context.dataBins)
}

/** Stores an arrived page, and makes it current when it was turned to. */
export function arrived<Row, Filter>(
  context: PagingContext<Row, Filter>,
  page: number,
  fetched: FetchedPage<Row>,
): PagingContext<Row, Filter> {
  const inFlight = except(context.inFlight, page)
  const touched = except(context.touched, page)
  const former = context.isReread ? context.former : null
  const stored = { ...context, ...storePage<Row>(context, page, fetched), inFlight, touched, former, isAnswered: true }
  const isTarget = page === (context.wanted ?? context.current)
  if (isTarget && fetched.rows.length === 0 && page > 1) return back(stored, page)
  const turned = page === context.wanted ? { ...stored, ...turnTo<Row>(stored, page), wanted: null } : stored
  const around = context.view === null ? turned.current : pageOf(context.view.first, context.pageSize)
  const kept = { ...turned, ...evictFar<Row>(turned, around, MOST_ROWS) }
  return isSoughtSettled(kept) ? { ...kept, sought: null, dataBins: withoutDistantEmpty(kept) } : kept
}

/** Without empty pages beyond the page to try: they tell nothing about the pages before them, and may come to exist. */
function withoutDistantEmpty<Row>(cache: PageCache<Row>): PageCache<Row>['dataBins'] {
  const isDistant = ([page, rows]: [string, readonly Row[]]) => rows.length === 0 && Number(page) > lastPage(cache) + 1
  const bins = Object.entries(cache.dataBins)
  return bins.some(isDistant) ? Object.fromEntries(bins.filter((bin) => !isDistant(bin))) : cache.dataBins
}

/**
 * From a page beyond the end to the highest page known to have rows. The empty page is not cached: turning to it fetches it
 * again.
 */
function back<Row, Filter>(context: PagingContext<Row, Filter>, beyond: number): PagingContext<Row, Filter> {
  const page = context.maxPageNo || 1
  const { [beyond]: _empty, ...dataBins } = context.dataBins
  return page in context.dataBins
    ? { ...context, ...turnTo<Row>(context, page), dataBins, wanted: null, sought: null }
    : { ...context, current: page, dataBins, wanted: page, sought: null }
}

/**
 * Whether the first row of a page ends the page before, because rows were inserted in between. Not while rows are read again:
 * pages that differ then have different ages. Rows are compared as a whole, because different ones may share an id.
 */
export function overlapsBefore<Row, Filter>(
  context: PagingContext<Row, Filter>,
  page: number,
  { rows }: FetchedPage<Row>,
): boolean {
  const [first] = rows
  if (first === undefined || context.former !== null || context.touched.length > 0) return false
  const before = context.dataBins[page - 1] ?? []
  const text = JSON.stringify(first)
  return before.slice(-MOST_INSERTED).some((row) => JSON.stringify(row) === text)
}

/** The same, of a page that is not awaited yet. The rows in view stay as they are: new rows have not been asked for. */
export const overlapsAhead = <Row, Filter>(
  context: PagingContext<Row, Filter>,
  page: number,
  fetched: FetchedPage<Row>,
): boolean => !urgentPages(context).includes(page) && overlapsBefore(context, page, fetched)

/** The most rows that are expected to be inserted between two pages. */
const MOST_INSERTED = 20

/** The failures in the viewport. A failed page that was scrolled out of view is retried when it comes back into view. */
export const failuresIn = <Row, Filter>(
  context: PagingContext<Row, Filter>,
  view: View,
): PagingContext<Row, Filter>['failures'] => {
  const pages = pagesInView(context, view)
  const isHere = (page: number) => pages.includes(page) || page === context.wanted || !context.isAnswered
  return Object.fromEntries(Object.entries(context.failures).filter(([page]) => isHere(Number(page))))
}

export const withoutPage = (failures: Readonly<Record<number, unknown>>, page: number) =>
  Object.fromEntries(Object.entries(failures).filter(([one]) => Number(one) !== page))
