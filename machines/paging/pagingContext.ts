import {
  evictFar,
  type FetchedPage,
  lastPage,
  type PageCache,
  pageOf,
  pagesOf,
  type RowRange,
  rowAt,
  storePage,
  turnTo,
} from './pageCache.ts'

/** Rows in view, and which way they are moving: 1 down, -1 up. */
export interface View extends RowRange {
  readonly direction: 1 | -1
}

/** What one page is asked with. */
export interface PageRequest<Filter> {
  readonly filter: Filter
  /** `createTime.desc`; null for the gateway's own order. */
  readonly sort: string | null
  readonly page: number
  readonly limit: number
  readonly offset: number
}

export interface PagingContext<Row, Filter> extends PageCache<Row> {
  readonly filter: Filter
  readonly sort: string | null
  readonly view: View | null
  /** The page somebody turned to and that is not here yet. */
  readonly wanted: number | null
  /** Pages whose answers are awaited. */
  readonly asked: readonly number[]
  /** Pages that are here and are read again all the same. */
  readonly touched: readonly number[]
  /** Page number -> why it could not be read. */
  readonly failures: Readonly<Record<number, unknown>>
  /** What was here before, shown until the answer comes. */
  readonly former: PageCache<Row> | null
  /** Whether that is the same query, read again, so that its rows stand where they stood. */
  readonly isReread: boolean
  /** Whether this query has had an answer yet. */
  readonly isAnswered: boolean
  /** Whether somebody has leapt to another part of the result just now. */
  readonly isPaced: boolean
}

/** Pages asked for and not answered yet, at most. */
export const MOST_AT_ONCE = 4
/** Rows kept in memory, about. */
const MOST_ROWS = 20_000

export const except = (pages: readonly number[], page: number): number[] => pages.filter((one) => one !== page)

/** What to show: of a query that has had no answer yet, what was there before it. */
export const shown = <Row, Filter>(context: PagingContext<Row, Filter>): PageCache<Row> =>
  context.isAnswered ? context : (context.former ?? context)

/** The row to show; while a list is read again, a row whose page is still on its way as it was. */
export const shownRow = <Row, Filter>(context: PagingContext<Row, Filter>, row: number): Row | undefined =>
  rowAt(shown(context), row) ?? (context.isReread && context.former !== null ? rowAt(context.former, row) : undefined)

/** Where a row stands that `shownRow` would give, counted from 0; null when it is not among them. */
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

/** Whether both show the same rows, and as many: whatever is learnt of a result comes with a page of it, and a query begins anew. */
export const hasSameRows = <Row, Filter>(one: PagingContext<Row, Filter>, other: PagingContext<Row, Filter>): boolean =>
  one.dataBins === other.dataBins && one.former === other.former

/** The nine facts of the cache alone. */
export const cacheOf = <Row>(cache: PageCache<Row>): PageCache<Row> => ({
  data: cache.data,
  current: cache.current,
  maxPageNo: cache.maxPageNo,
  pageSize: cache.pageSize,
  dataBins: cache.dataBins,
  total: cache.total,
  isCounted: cache.isCounted,
  hasMore: cache.hasMore,
  end: cache.end,
})

/** The pages to be fetched now, the most urgent first: the one turned to, those in view, one ahead of them. */
export function neededPages<Row, Filter>(context: PagingContext<Row, Filter>): number[] {
  const { view, wanted, touched, failures, dataBins } = context
  const isMissing = (page: number) => !(page in dataBins) && !(page in failures)
  // How far the result goes is not known before its first answer.
  if (!context.isAnswered) return [wanted ?? context.current].filter(isMissing)
  const inView = view === null ? [] : pagesOf(context, view)
  const urgent = [...(wanted === null ? [] : [wanted]), ...inView].filter(isMissing)
  const needed = new Set([...urgent, ...touched.filter((page) => !(page in failures))])
  if (view !== null && needed.size < MOST_AT_ONCE) {
    const ahead = view.direction === 1 ? pageOf(view.last, context.pageSize) + 1 : pageOf(view.first, context.pageSize) - 1
    if (ahead >= 1 && ahead <= lastPage(context) + (isEndUnseen(context) ? 1 : 0) && isMissing(ahead)) needed.add(ahead)
  }
  return [...needed]
}

/** A gateway that neither counts nor sends a row too many leaves no other way to learn of the next page. */
const isEndUnseen = <Row>({ isCounted, end, hasMore }: PageCache<Row>): boolean => !isCounted && end === null && !hasMore

/** A page has come: into the cache, and to the front when it was turned to. */
export function arrived<Row, Filter>(
  context: PagingContext<Row, Filter>,
  page: number,
  fetched: FetchedPage<Row>,
): PagingContext<Row, Filter> {
  const asked = except(context.asked, page)
  const touched = except(context.touched, page)
  const former = context.isReread ? context.former : null
  const stored = { ...context, ...storePage<Row>(context, page, fetched), asked, touched, former, isAnswered: true }
  const isTarget = page === (context.wanted ?? context.current)
  if (isTarget && fetched.rows.length === 0 && page > 1) return back(stored, page)
  const turned = page === context.wanted ? { ...stored, ...turnTo<Row>(stored, page), wanted: null } : stored
  const around = context.view === null ? turned.current : pageOf(context.view.first, context.pageSize)
  return { ...turned, ...evictFar<Row>(turned, around, MOST_ROWS) }
}

/** From a page beyond the end to the highest that is known to have rows. Whoever turns there again looks again. */
function back<Row, Filter>(context: PagingContext<Row, Filter>, beyond: number): PagingContext<Row, Filter> {
  const page = context.maxPageNo || 1
  const { [beyond]: _empty, ...dataBins } = context.dataBins
  return page in context.dataBins
    ? { ...context, ...turnTo<Row>(context, page), dataBins, wanted: null }
    : { ...context, current: page, dataBins, wanted: page }
}

/** A page that failed and was scrolled past is tried again when somebody comes back to it. */
export const failuresIn = <Row, Filter>(
  context: PagingContext<Row, Filter>,
  view: View,
): PagingContext<Row, Filter>['failures'] => {
  const pages = pagesOf(context, view)
  const isHere = (page: number) => pages.includes(page) || page === context.wanted || !context.isAnswered
  return Object.fromEntries(Object.entries(context.failures).filter(([page]) => isHere(Number(page))))
}

/** The failures but one. */
export const withoutPage = (failures: Readonly<Record<number, unknown>>, page: number) =>
  Object.fromEntries(Object.entries(failures).filter(([one]) => Number(one) !== page))
