import { norm } from '#commands/norm.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { fieldValue } from '../../detail/detailField.ts'
import { parseTime } from '../../format/dates.ts'
import { excludeFieldOf, type Filter, type FilterField } from '../filters/filter.ts'
import type { ListFilter } from '../filters/listFilter.ts'
import { type CreateRowReader, type WireRow, withRowId } from '../paging/rowReader.ts'

interface ClientSideListOptions {
  /** The filter fields that the call supports. */
  serverFields?: readonly FilterField[]
  /** Adds computed fields to a row. */
  computeFields?(row: ListedRow): ListedRow
}

/**
 * Reads a list through a call that returns all rows at once. Filters, sorts and pages them in the browser, except by the fields
 * that the call supports.
 */
export const clientSideList =
  ({ serverFields = [], computeFields = unchanged }: ClientSideListOptions = {}): CreateRowReader =>
  (api, list, options) =>
  async ({ filter, sort, limit, offset }, signal) => {
    const isServerSide = (control: Filter) => serverFields.includes(control.kind === 'days' ? 'startDate' : fieldOf(control))
    const controls = list.filters.filter((control) => !isServerSide(control))
    const answer: unknown = await api.call(list.call, serverRequest(filter, serverFields), { ...options, signal })
    const rows = (Array.isArray(answer) ? (answer as WireRow[]) : []).map((row) => computeFields(withRowId(row)))
    const inGroups = filter.where === undefined ? isAny : await matcherOf({ where: filter.where })
    const found = rows.filter((row) => matchesControls(row, filter, controls) && inGroups(row))
    const sorted = sort === null ? found : found.toSorted(compareBy(sort))
    return { rows: sorted.slice(offset, offset + limit), total: found.length }
  }

const isAny = () => true

async function matcherOf(filter: ListFilter): Promise<(row: ListedRow) => boolean> {
  const { matchesFilter } = await import('../filters/matchesFilter.ts')
  return (row) => matchesFilter(row, filter)
}

const unchanged = (row: ListedRow): ListedRow => row

const fieldOf = (control: Exclude<Filter, { kind: 'days' }>): FilterField =>
  control.kind === 'amounts' ? 'minAmount' : control.field

const serverRequest = (filter: ListFilter, takes: readonly FilterField[]): object =>
  Object.fromEntries(takes.flatMap((field) => (filter[field] === undefined ? [] : [[field, filter[field]]])))

/** Whether a row matches every control of the filter. */
const matchesControls = (row: ListedRow, filter: ListFilter, controls: readonly Filter[]): boolean =>
  controls.every((control) => {
    if (control.kind === 'days') return isInDateRange(row.createTime, filter)
    if (control.kind === 'amounts') return true
    const has = (field: FilterField | null) =>
      field !== null && filter[field] !== undefined && matchesControl(row, control, filter[field])
    const { field } = control
    return (filter[field] === undefined || has(field)) && !has(excludeFieldOf(control))
  })

/** Text matches as a substring, ignoring case and accents. A choice matches exactly. */
function matchesControl(
  row: ListedRow,
  { kind, field }: { kind: 'text' | 'several'; field: FilterField },
  asked: string | readonly string[],
) {
  const value = fieldValue(row, { field: field as keyof ListedRow & FilterField }) ?? ''
  const wanted = [asked].flat()
  return kind === 'several' ? wanted.includes(value) : wanted.some((one) => norm(value).includes(norm(one)))
}

const isInDateRange = (time: string | null | undefined, { startDate, endDate }: ListFilter): boolean =>
  (typeof startDate !== 'string' || (time ?? '').slice(0, 10) >= startDate) &&
  (typeof endDate !== 'string' || (time ?? '').slice(0, 10) <= endDate)

/** Sorts times by instant and everything else as text. */
function compareBy(sort: string): (one: ListedRow, other: ListedRow) => number {
  const [field = '', direction] = sort.split('.')
  const sign = direction === 'desc' ? -1 : 1
  const of = (row: ListedRow) => fieldValue(row, { field: field as keyof ListedRow & FilterField }) ?? ''
  const isTime = field.endsWith('Time')
  return (one, other) => {
    const [left, right] = [of(one), of(other)]
    return sign * (isTime ? parseTime(left) - parseTime(right) : left.localeCompare(right))
  }
}
