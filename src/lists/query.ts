import { PAGE_SIZES } from '#commands/list.ts'
import type { OrderFilter } from '#contract/shapes.ts'
import { TABS, type Tab } from '../detail/tabs.ts'
import { isDay } from '../format/dates.ts'
import { rangeOf } from '../format/ranges.ts'
import type { FilterField, List } from './list.ts'

/** What is asked of a list, by its filter's own names. Days are always told or left out on purpose. */
export type ListFilter = Partial<Record<FilterField, string | readonly string[]>>

/** How a record is open: the focus in it, beside the list as the cursor goes, or as a page of its own. */
export type Opened = 'inside' | 'peek' | 'full'

/** Everything about a list that stands in its address, so that a reload, Back and a link bring it back. */
export interface ListQuery {
  readonly filter: ListFilter
  readonly sort: string | null
  readonly size: number
  readonly page: number
  /** The row the cursor is on, by id. */
  readonly at: string | null
  readonly open: string | null
  readonly view: Opened | null
  readonly tab: Tab
}

/** Fields that may hold several values, with commas between them. */
const SEVERAL: readonly FilterField[] = ['status', 'payMethod', 'payChannel', 'bankCode', 'notifyStatus', 'merchantNo']
/** Numbers that name one order: whoever gives one means that order, whatever its day. */
export const NUMBERS: readonly FilterField[] = ['orderNo', 'orderTail', 'merchantOrderNo', 'platOrderNo', 'payOrderNo']
const DAYS: readonly FilterField[] = ['startDate', 'endDate', 'dateField']

/** The fields a list may be filtered by. */
export const fieldsOf = ({ filters }: List): FilterField[] => [
  'orderNo',
  'orderTail',
  ...filters.flatMap((filter): readonly FilterField[] => {
    if (filter.kind === 'days') return DAYS
    if (filter.kind === 'amounts') return ['minAmount', 'maxAmount']
    return [filter.field]
  }),
]

export const isSeveral = (field: FilterField): boolean => SEVERAL.includes(field)

export const DEFAULT_SIZE = 10

interface ReadOptions {
  now: number
  /** The page size somebody chose last. */
  size: number
}

/** The query of an address. What it does not say is as usual: the last seven days, the order of the gateway, page 1. */
export function queryIn(address: URLSearchParams, list: List, { now, size }: ReadOptions): ListQuery {
  const text = (name: string) => address.get(name)?.trim() || null
  const filter: ListFilter = {}
  for (const field of fieldsOf(list)) {
    const value = text(field)
    if (value !== null) filter[field] = isSeveral(field) ? value.split(',').filter(Boolean) : value
  }
  const open = text('open')
  return {
    filter: withDays(filter, text('dates') === 'all', now),
    sort: /^\w+\.(asc|desc)$/.test(text('sort') ?? '') ? text('sort') : null,
    size: PAGE_SIZES.find((one) => String(one) === text('size')) ?? size,
    page: positive(text('page')) ?? 1,
    at: text('at'),
    open,
    view: viewIn(text('view'), open),
    tab: TABS.find((tab) => tab === text('tab')) ?? 'facts',
  }
}

const positive = (text: string | null): number | null => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

function viewIn(view: string | null, open: string | null): Opened | null {
  if (open === null) return view === 'peek' ? 'peek' : null
  return view === 'full' ? 'full' : 'inside'
}

function withDays(filter: ListFilter, isAll: boolean, now: number): ListFilter {
  const { startDate, endDate, ...rest } = filter
  const isGiven = typeof startDate === 'string' && typeof endDate === 'string' && isDay(startDate) && isDay(endDate)
  if (isGiven) return filter
  return isAll ? rest : { ...rest, ...rangeOf('last7', now) }
}

/** The address with another query in it; what it says beside that stays. */
export function addressWith(address: URLSearchParams, query: ListQuery, list: List, now: number): URLSearchParams {
  const next = new URLSearchParams(address)
  const put = (name: string, value: string | null | undefined) =>
    value == null || value === '' ? next.delete(name) : next.set(name, value)
  const { filter } = query
  const usual = rangeOf('last7', now)
  const isUsual = filter.startDate === usual.startDate && filter.endDate === usual.endDate
  for (const field of fieldsOf(list)) {
    const value = isUsual && (field === 'startDate' || field === 'endDate') ? null : filter[field]
    put(field, typeof value === 'object' && value !== null ? value.join(',') : value)
  }
  put('dates', filter.startDate === undefined ? 'all' : null)
  put('sort', query.sort)
  // A page number means nothing without the size of a page.
  put('size', query.size === DEFAULT_SIZE && query.page === 1 ? null : String(query.size))
  put('page', query.page === 1 ? null : String(query.page))
  put('at', query.at)
  put('open', query.open)
  put('view', query.view === 'inside' ? null : query.view)
  put('tab', query.tab === 'facts' || query.open === null ? null : query.tab)
  return next
}

/** Whether the filter names one order, so that its days do not count. */
export const namesOrder = (filter: ListFilter): boolean => NUMBERS.some((field) => filter[field] !== undefined)

/** The filter as the gateway is asked: without days where an order is named. */
export function requestOf(filter: ListFilter): OrderFilter {
  if (!namesOrder(filter)) return filter as OrderFilter
  const { startDate, endDate, dateField, ...rest } = filter
  return rest as OrderFilter
}

/** Whether two filters let the same rows through. */
export const isSameFilter = (one: ListFilter, other: ListFilter): boolean => textOf(one) === textOf(other)

const textOf = (filter: ListFilter): string => JSON.stringify(Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1)))
