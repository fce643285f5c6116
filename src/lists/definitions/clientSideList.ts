import { norm } from '#commands/norm.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { valueIn } from '../../detail/fact.ts'
import { parseTime } from '../../format/dates.ts'
import { excludeFieldOf, type Filter, type FilterField } from '../filters/filter.ts'
import type { ListFilter } from '../filters/listFilter.ts'
import type { List } from '../list.ts'
import { type CreateRowReader, type WireRow, withRowId } from '../paging/rowReader.ts'

interface ClientSideListOptions {
  /** The fields of the filter that the call knows after all. */
  serverFields?: readonly FilterField[]
  /** A row with what is reckoned from it here. */
  computeFields?(row: ListedRow): ListedRow
}

/** Reads a list of which the gateway tells everything at once: it is chosen, where the call cannot, sorted and cut here. */
export const clientSideList =
  ({ serverFields: takes = [], computeFields: complete = unchanged }: ClientSideListOptions = {}): CreateRowReader =>
  (api, list, how) =>
  async ({ filter, sort, limit, offset }, signal) => {
    const isTaken = (control: Filter) => takes.includes(control.kind === 'days' ? 'startDate' : fieldOf(control))
    const rest = { filters: list.filters.filter((control) => !isTaken(control)) }
    const told: unknown = await api.call(list.call, requestWith(filter, takes), { ...how, signal })
    const rows = (Array.isArray(told) ? (told as WireRow[]) : []).map((row) => complete(withRowId(row)))
    const found = rows.filter((row) => matchesFilter(row, filter, rest))
    const sorted = sort === null ? found : found.toSorted(compareBy(sort))
    return { rows: sorted.slice(offset, offset + limit), total: found.length }
  }

const unchanged = (row: ListedRow): ListedRow => row

const fieldOf = (control: Exclude<Filter, { kind: 'days' }>): FilterField =>
  control.kind === 'amounts' ? 'minAmount' : control.field

/** Of the filter what the call takes. */
const requestWith = (filter: ListFilter, takes: readonly FilterField[]): object =>
  Object.fromEntries(takes.flatMap((field) => (filter[field] === undefined ? [] : [[field, filter[field]]])))

/** Whether a row is what every control of the filter asks for. */
const matchesFilter = (row: ListedRow, filter: ListFilter, { filters }: Pick<List, 'filters'>): boolean =>
  filters.every((control) => {
    if (control.kind === 'days') return isInDateRange(row.createTime, filter)
    if (control.kind === 'amounts') return true
    const has = (field: FilterField | null) =>
      field !== null && filter[field] !== undefined && matchesControl(row, control, filter[field])
    const { field } = control
    return (filter[field] === undefined || has(field)) && !has(excludeFieldOf(control))
  })

/** Text is a part of it, case and accents ignored; a choice is the whole of it. */
function matchesControl(
  row: ListedRow,
  { kind, field }: { kind: 'text' | 'several'; field: FilterField },
  asked: string | readonly string[],
) {
  const value = valueIn(row, { field: field as keyof ListedRow & FilterField }) ?? ''
  const wanted = [asked].flat()
  return kind === 'several' ? wanted.includes(value) : wanted.some((one) => norm(value).includes(norm(one)))
}

const isInDateRange = (time: string | undefined, { startDate, endDate }: ListFilter): boolean =>
  (typeof startDate !== 'string' || (time ?? '').slice(0, 10) >= startDate) &&
  (typeof endDate !== 'string' || (time ?? '').slice(0, 10) <= endDate)

/** By the instants of times, else by the text. */
function compareBy(sort: string): (one: ListedRow, other: ListedRow) => number {
  const [field = '', direction] = sort.split('.')
  const sign = direction === 'desc' ? -1 : 1
  const of = (row: ListedRow) => valueIn(row, { field: field as keyof ListedRow & FilterField }) ?? ''
  const isTime = field.endsWith('Time')
  return (one, other) => {
    const [a, b] = [of(one), of(other)]
    return sign * (isTime ? parseTime(a) - parseTime(b) : a.localeCompare(b))
  }
}
