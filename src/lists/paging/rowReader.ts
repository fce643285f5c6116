import { hasNumbers } from '#commands/rows/hasNumbers.ts'
import type { Call } from '#contract/call.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { Api, CallOptions } from '../../api/client.ts'
import type { Filter } from '../filters/filter.ts'
import { splitFilter, toRequest } from '../filters/listFilter.ts'
import type { PageQuery, RowReader } from './pageQuery.ts'
import { createSliceReader } from './slices.ts'

/** A call that takes the filter of a list. Every list has filter fields of its own. */
// biome-ignore lint/suspicious/noExplicitAny: the input is contravariant, so anything narrower would accept no call at all
export type ListCall<Out> = Call<any, Out>

/** The parts of a list that its rows are read with. */
export interface RowSource {
  readonly call: ListCall<readonly object[]>
  readonly filters: readonly Filter[]
  /** The gateway filters by alternatives, patterns and hours; otherwise the console does, among the first rows. */
  readonly takesTrees: boolean
  /** Replaces the server-side reader when the call cannot filter, sort or page. */
  readonly createReader?: CreateRowReader
  /** Adds to a row what only this browser knows of it. */
  readonly annotate?: (row: ListedRow) => ListedRow
}

export type RowReaderOptions = Pick<CallOptions, 'quiet'>

export type CreateRowReader = (api: Api, source: RowSource, options: RowReaderOptions) => RowReader

/** A row as the gateway sends it. Rows of some lists have no id. */
export type WireRow = Omit<ListedRow, 'id'> & { id?: string }

/** Adds the row id where the gateway sends none: the date of a day, the number of a merchant. */
export const withRowId = ({ id, ...row }: WireRow): ListedRow => ({ id: id ?? row.date ?? row.merchantNo ?? '', ...row })

/** Returns a function that reads pages of a list, filtered by the gateway or in the browser. */
export function createRowReader(api: Api, source: RowSource, options: RowReaderOptions = {}): RowReader {
  const { annotate, createReader = serverSideReader } = source
  const read = createReader(api, source, options)
  if (annotate === undefined) return read
  return async (query, signal) => {
    const page = await read(query, signal)
    return { ...page, rows: page.rows.map(annotate) }
  }
}

/** Reads slices of the rows of a call, as the gateway sends them: it may ignore a filter. */
export const createCallReader = (
  api: Pick<Api, 'has' | 'rows'>,
  call: ListCall<readonly object[]>,
  options: Omit<CallOptions, 'signal'>,
): RowReader =>
  createSliceReader(
    async ({ filter, sort, page, limit, offset }, signal) => {
      const slice = { offset: String(offset), limit: String(limit), page: String(page) }
      const request = { ...toRequest(filter), ...slice, ...(sort === null ? {} : { sort }) }
      const { rows, total } = await api.rows(call as ListCall<WireRow[]>, request, { ...options, signal })
      return { rows: rows.map(withRowId), total }
    },
    { isTrusted: api.has('filters') },
  )

const serverSideReader: CreateRowReader = (api, { call, takesTrees }, options) => {
  const read = createCallReader(api, call, options)
  async function readSent(query: PageQuery, signal: AbortSignal) {
    const page = await read(query, signal)
    // Fields that the gateway does not send cannot be checked.
    if (page.rows.every((row) => hasNumbers(row, query.filter) !== false)) return page
    // The gateway has ignored the numbers. Other rows must not stand in the result, and those looked for may come later.
    const { searchByNumbers } = await import('./numberSearch.ts')
    return searchByNumbers(read, query, signal)
  }
  let search: ReturnType<typeof import('./filterSearch.ts').createFilterSearch> | null = null
  return async (query, signal) => {
    const { sent, local } = splitFilter(query.filter, takesTrees)
    if (local === null) return readSent(query, signal)
    const { createFilterSearch } = await import('./filterSearch.ts')
    search ??= createFilterSearch(read)
    return search(query, { sent, local }, signal)
  }
}
