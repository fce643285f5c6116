import { PAGE_SIZES } from '#commands/lists/pageSizes.ts'
import { lookupFieldOf } from '#commands/rows/kinds.ts'
import type { OpenView } from '#commands/scope.ts'
import { type Conditions, changeConditions } from '#contract/filterTree.ts'
import type { SavedView } from '#contract/rows/views.ts'
import type { DetailMode } from '#machines/list/listContext.ts'
import { TABS, type Tab } from '../../detail/tabs.ts'
import { isDay } from '../../format/dates.ts'
import { type RangeName, SPANS, spanOf } from '../../format/ranges.ts'
import type { Sort } from '../../table/columns.ts'
import type { List, ListColumn } from '../list.ts'
import { controlOf, excludeFieldOf, type FilterField } from './filter.ts'
import { acceptsNumberList, type Draft, isMultiValue, type ListFilter } from './listFilter.ts'

/** The state of a list in its address, restored by reload, Back and links. */
export interface ListQuery extends Draft {
  readonly size: number
  readonly page: number
  /** Id of the row under the cursor. */
  readonly at: string | null
  readonly open: string | null
  /** The visible columns in order, if the address has them from a saved view. */
  readonly cols: readonly string[] | null
  readonly view: DetailMode | null
  readonly tab: Tab
  /** Name of the saved view that the list was opened with. */
  readonly saved: string | null
}

const DAYS: readonly FilterField[] = ['startDate', 'endDate', 'dateField']

/** Whether rows of this kind can be found by order number. */
export const isFoundByNumber = ({ kind }: Pick<List, 'kind'>): boolean => lookupFieldOf(kind) === 'orderNo'

/** The default date range; null for all days. */
export const defaultDays = ({ filters }: Pick<List, 'filters'>): RangeName | null =>
  filters.find((filter) => filter.kind === 'days')?.defaultRange ?? null

export function defaultFilter(list: Pick<List, 'filters'>, now: number): ListFilter {
  const usual = defaultDays(list)
  return usual === null ? {} : namedDays(usual, now)
}

export const filterFieldsOf = (list: List): FilterField[] => [
  ...(isFoundByNumber(list) ? (['orderNo'] as const) : []),
  ...(isFoundByNumber(list) && !list.hasPlainFilters ? (['orderTail'] as const) : []),
  ...(isFoundByNumber(list) ? (['orderPattern'] as const) : []),
  ...list.filters.flatMap((filter): readonly FilterField[] => {
    if (filter.kind === 'days') return DAYS
    if (filter.kind === 'amounts') return ['minAmount', 'maxAmount']
    return [filter.field, excludeFieldOf(filter) ?? []].flat()
  }),
  'where',
]

/** The fields that a value of a column is filtered by and excluded with; null when the list cannot. */
export function columnFilters({ filter }: ListColumn, list: List) {
  const only = filter !== null && filterFieldsOf(list).includes(filter) ? filter : null
  return { only, without: only === null ? null : excludeFieldOf(controlOf(list, only)) }
}

/** The filter fields of a named range, computed from `now`. */
export const namedDays = (name: RangeName, now: number): ListFilter => ({ days: SPANS[name], ...spanOf(SPANS[name], now) })

const DEFAULT_PAGE_SIZE = 10

/**
 * Parses the query of an address. Defaults: the default dates of the list, the gateway's order, page 1 and `size`, the page size
 * that the user chose last.
 */
export function parseListQuery(address: URLSearchParams, list: List, { now, size }: { now: number; size: number }): ListQuery {
  const text = (name: string) => address.get(name)?.trim() || null
  const filter: ListFilter = {}
  for (const field of filterFieldsOf(list)) {
    const value = text(field)
    if (value === null) continue
    const isList = isMultiValue(field) || (acceptsNumberList(field) && value.includes(','))
    const values = value.split(',').filter(Boolean)
    filter[field] = isList ? values.slice(0, isSingleValue(field, list) ? 1 : undefined) : value
  }
  const open = text('open')
  return {
    filter: withDays(redated(filter, now), text('dates'), list, now),
    sort: parseSort(text('sort'), list.columns) === null ? null : text('sort'),
    size: PAGE_SIZES.find((one) => String(one) === text('size')) ?? size,
    page: positive(text('page')) ?? 1,
    at: text('at'),
    open,
    cols: columnsIn(text('cols'), list),
    view: viewIn(text('view'), open),
    tab: TABS.find((tab) => tab === text('tab')) ?? 'facts',
    saved: text('saved'),
  }
}

/** The tree of an address, with relative days computed from `now`; null for none. */
const datedTree = (text: ListFilter['where'], now: number): string | null =>
  changeConditions(text, (one) => ({ ...undated(one), ...spanOf(String(one.days ?? ''), now) }))

/** The filter with its relative days computed from `now`. */
export function redated({ where, ...filter }: ListFilter, now: number): ListFilter {
  const tree = datedTree(where, now)
  return { ...filter, ...spanOf(String(filter.days ?? ''), now), ...(tree === null ? {} : { where: tree }) }
}

/** Conditions without the dates that follow from their relative days. */
function undated(conditions: Conditions): Conditions {
  const { startDate, endDate, since, until, ...rest } = conditions
  return conditions.days === undefined ? conditions : rest
}

/** Whether the gateway takes one value of the field only. */
function isSingleValue(field: FilterField, list: List): boolean {
  const control = controlOf(list, field)
  return field === 'orderNo' ? list.hasPlainFilters : control !== undefined && 'isSingle' in control
}

const positive = (text: string | null): number | null => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

/** Parses a sort order such as `createTime.desc`; null for unknown or unsortable columns. */
export function parseSort(text: string | null, columns: List['columns']): Sort | null {
  const [, field, direction] = /^(\w+)\.(asc|desc)$/.exec(text ?? '') ?? []
  const column = columns.find((one) => one.isSortable && one.field === field)
  return column === undefined ? null : { column: column.id, direction: direction === 'asc' ? 'asc' : 'desc' }
}

function viewIn(view: string | null, open: string | null): DetailMode | null {
  if (open === null) return view === 'peek' ? 'peek' : null
  return view === 'full' ? 'full' : 'inside'
}

/** Unknown columns are ignored. */
function columnsIn(text: string | null, { columns }: List): readonly string[] | null {
  const named = [...new Set(text?.split(',') ?? [])].filter((name) => columns.some(({ id }) => id === name))
  return named.length === 0 ? null : named
}

/** Adds the dates of an address to a filter: two dates, a relative range, all days, or else the default. */
function withDays(filter: ListFilter, dates: string | null, list: List, now: number): ListFilter {
  const { startDate, endDate, ...rest } = filter
  const isGiven = typeof startDate === 'string' && typeof endDate === 'string' && isDay(startDate) && isDay(endDate)
  if (isGiven) return filter
  if (dates === 'all') return rest
  const span = dates === null ? null : spanOf(dates, now)
  return dates === null || span === null ? { ...rest, ...defaultFilter(list, now) } : { ...rest, days: dates, ...span }
}

/** Writes a query into an address and keeps unrelated parameters. */
export function writeListQuery(address: URLSearchParams, query: ListQuery, list: List): URLSearchParams {
  const next = new URLSearchParams(address)
  const put = (name: string, value: string | null | undefined) =>
    value == null || value === '' ? next.delete(name) : next.set(name, value)
  const { filter } = query
  for (const field of filterFieldsOf(list)) {
    const isReckoned = filter.days !== undefined && (field === 'startDate' || field === 'endDate')
    put(field, isReckoned ? null : [filter[field] ?? []].flat().join(','))
  }
  put('where', changeConditions(filter.where, undated))
  put('dates', datesOf(filter, list))
  put('sort', query.sort)
  // A page number is meaningless without the page size.
  put('size', query.size === DEFAULT_PAGE_SIZE && query.page === 1 ? null : String(query.size))
  put('page', query.page === 1 ? null : String(query.page))
  put('at', query.at)
  put('open', query.open)
  put('cols', query.cols?.join(','))
  put('view', query.view === 'inside' ? null : query.view)
  put('tab', query.tab === 'facts' || query.open === null ? null : query.tab)
  put('saved', query.saved)
  return next
}

/** The part of a query stored in a saved view: the filter, the sort order and optionally the columns. */
export const viewQuery = ({ filter, sort }: Draft, cols: readonly string[] | null, list: List): string =>
  writeListQuery(
    new URLSearchParams(),
    { filter, sort, cols, size: DEFAULT_PAGE_SIZE, page: 1, at: null, open: null, view: null, tab: 'facts', saved: null },
    list,
  ).toString()

/**
 * The saved view of a query: the view it was opened with, changed or not, or else a view with the same query. Columns are
 * compared only if the view was saved with them.
 */
export function openViewOf(query: ListQuery, list: List, views: readonly SavedView[], now: number): OpenView | null {
  const own = views.filter((view) => view.list === list.kind)
  const isShown = (view: SavedView): boolean => {
    const saved = parseListQuery(new URLSearchParams(view.query), list, { now, size: DEFAULT_PAGE_SIZE })
    const cols = saved.cols === null ? null : query.cols
    return viewQuery(saved, saved.cols, list) === viewQuery(query, cols, list)
  }
  const named = own.find(({ name }) => name.toLowerCase() === query.saved?.toLowerCase())
  if (named !== undefined) return { view: named, isChanged: !isShown(named) }
  const shown = own.find(isShown)
  return shown === undefined ? null : { view: shown, isChanged: false }
}

/** The `dates` parameter of an address; null for calendar dates and the default range. */
function datesOf({ days, startDate, endDate }: ListFilter, list: List): string | null {
  const usual = defaultDays(list)
  if (typeof days === 'string') return usual !== null && days === SPANS[usual] ? null : days
  return startDate === undefined && endDate === undefined && usual !== null ? 'all' : null
}
