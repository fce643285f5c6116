import { norm } from '#commands/norm.ts'
import type { ListedRow } from '#contract/listedRow.ts'
import type { Api, CallOptions } from '../api/client.ts'
import type { Page } from '../api/reply.ts'
import { valueIn } from '../detail/fact.ts'
import { instantOf } from '../format/dates.ts'
import { type Filter, type FilterField, type List, type ListCall, withoutOf } from './list.ts'
import { type ListFilter, requestOf } from './query.ts'

/** Which part of a result is wanted. */
interface Wish {
  readonly filter: ListFilter
  readonly sort: string | null
  readonly page: number
  readonly limit: number
  readonly offset: number
}

type Read = (wish: Wish, signal: AbortSignal) => Promise<Pick<Page<ListedRow>, 'rows' | 'total'>>

/** A row as it is told: some lists have no ids. */
type Told = Omit<ListedRow, 'id'> & { id?: string }

const paged = (offset: number, limit: number, page: number, sort: string | null) => ({
  offset: String(offset),
  limit: String(limit),
  page: String(page),
  ...(sort === null ? {} : { sort }),
})

/** A row under the id it has in its list: a day has its date, a merchant its number. */
export const identified = ({ id, ...row }: Told): ListedRow => ({ id: id ?? row.date ?? row.merchantNo ?? '', ...row })

/** What the place that asks says by itself, when it fails. */
type How = Pick<CallOptions, 'quiet'>

/** Reads a list, whoever filters, sorts and cuts it. */
export const rowsOf = (api: Api, list: List, how: How = {}): Read =>
  list.isWhole ? wholeOf(api, list, how) : partsOf(api, list, how)

/** Everything a filter matches is gathered by so many. */
const GATHERED = 1_000

/** Reads all that a filter matches, in parts, and tells how much of it is here. */
export const everythingOf = (api: Api, list: List, how: How = {}) => {
  const read = rowsOf(api, list, how)
  return async (
    asked: Pick<Wish, 'filter' | 'sort'>,
    signal: AbortSignal,
    progress: (done: number) => void = () => {},
  ): Promise<ListedRow[]> => {
    const gathered: ListedRow[] = []
    for (let page = 1; ; page++) {
      const offset = (page - 1) * GATHERED
      const { rows } = await read({ ...asked, page, limit: GATHERED, offset }, signal)
      gathered.push(...rows.slice(0, GATHERED))
      progress(gathered.length)
      if (rows.length < GATHERED) return gathered
    }
  }
}

/** Reads a list whose gateway filters, sorts and cuts. */
const partsOf =
  (api: Api, { call }: List, how: How): Read =>
  async ({ filter, sort, page, limit, offset }, signal) => {
    const request = { ...requestOf(filter), ...paged(offset, limit, page, sort) }
    const { rows, total } = await api.rows(call as ListCall<Told[]>, request, { ...how, signal })
    return { rows: rows.map(identified), total }
  }

/** Reads a list of which the gateway tells everything at once: it is chosen, where the call cannot, sorted and cut here. */
const wholeOf =
  (api: Api, list: List, how: How): Read =>
  async ({ filter, sort, limit, offset }, signal) => {
    const { takes = [], complete = asItCame } = list
    const isTaken = (control: Filter) => takes.includes(control.kind === 'days' ? 'startDate' : fieldOf(control))
    const rest = { filters: list.filters.filter((control) => !isTaken(control)) }
    const told: unknown = await api.call(list.call, requestWith(filter, takes), { ...how, signal })
    const rows = (Array.isArray(told) ? (told as Told[]) : []).map((row) => complete(identified(row)))
    const found = rows.filter((row) => isWanted(row, filter, rest))
    const sorted = sort === null ? found : found.toSorted(inOrder(sort))
    return { rows: sorted.slice(offset, offset + limit), total: found.length }
  }

const asItCame = (row: ListedRow): ListedRow => row

const fieldOf = (control: Exclude<Filter, { kind: 'days' }>): FilterField =>
  control.kind === 'amounts' ? 'minAmount' : control.field

/** Of the filter what the call takes. */
const requestWith = (filter: ListFilter, takes: readonly FilterField[]): object =>
  Object.fromEntries(takes.flatMap((field) => (filter[field] === undefined ? [] : [[field, filter[field]]])))

/** Whether a row is what every control of the filter asks for. */
const isWanted = (row: ListedRow, filter: ListFilter, { filters }: Pick<List, 'filters'>): boolean =>
  filters.every((control) => {
    if (control.kind === 'days') return isWithin(row.createTime, filter)
    if (control.kind === 'amounts') return true
    const has = (field: FilterField | null) =>
      field !== null && filter[field] !== undefined && holds(row, control, filter[field])
    const { field } = control
    return (filter[field] === undefined || has(field)) && !has(withoutOf(control))
  })

/** Text is a part of it, case and accents ignored; a choice is the whole of it. */
function holds(
  row: ListedRow,
  { kind, field }: { kind: 'text' | 'several'; field: FilterField },
  asked: string | readonly string[],
) {
  const value = valueIn(row, { field: field as keyof ListedRow & FilterField }) ?? ''
  const wanted = [asked].flat()
  return kind === 'several' ? wanted.includes(value) : wanted.some((one) => norm(value).includes(norm(one)))
}

const isWithin = (time: string | undefined, { startDate, endDate }: ListFilter): boolean =>
  (typeof startDate !== 'string' || (time ?? '').slice(0, 10) >= startDate) &&
  (typeof endDate !== 'string' || (time ?? '').slice(0, 10) <= endDate)

/** By the instants of times, else by the text. */
function inOrder(sort: string): (one: ListedRow, other: ListedRow) => number {
  const [field = '', direction] = sort.split('.')
  const sign = direction === 'desc' ? -1 : 1
  const of = (row: ListedRow) => valueIn(row, { field: field as keyof ListedRow & FilterField }) ?? ''
  const isTime = field.endsWith('Time')
  return (one, other) => {
    const [a, b] = [of(one), of(other)]
    return sign * (isTime ? instantOf(a) - instantOf(b) : a.localeCompare(b))
  }
}
