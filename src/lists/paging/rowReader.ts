import type { Call } from '#contract/call.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { Api, CallOptions } from '../../api/client.ts'
import type { Page } from '../../api/page.ts'
import type { Filter } from '../filters/filter.ts'
import { hasNumbers } from '../filters/hasNumbers.ts'
import { type ListFilter, toRequest } from '../filters/listFilter.ts'
import { createSliceReader } from './slices.ts'

/** A call that takes the filter of a list. Every list has filter fields of its own. */
// biome-ignore lint/suspicious/noExplicitAny: the input is contravariant, so anything narrower would accept no call at all
export type ListCall<Out> = Call<any, Out>

/** The parts of a list that its rows are read with. */
export interface RowSource {
  readonly call: ListCall<readonly object[]>
  readonly filters: readonly Filter[]
  /** Replaces the server-side reader when the call cannot filter, sort or page. */
  readonly createReader?: CreateRowReader
  /** Adds to a row what only this browser knows of it. */
  readonly annotate?: (row: ListedRow) => ListedRow
}

/** A slice of a filtered and sorted result. */
export interface PageQuery {
  readonly filter: ListFilter
  readonly sort: string | null
  readonly page: number
  readonly limit: number
  readonly offset: number
}

export interface RowsRead extends Pick<Page<ListedRow>, 'rows' | 'total'> {
  /** The gateway sent the rows of page 1 again, which were left out. */
  readonly isRepeated?: boolean
}

export type RowReader = (query: PageQuery, signal: AbortSignal) => Promise<RowsRead>

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

const serverSideReader: CreateRowReader = (api, { call }, options) =>
  createSliceReader(async ({ filter, sort, page, limit, offset }, signal) => {
    const slice = { offset: String(offset), limit: String(limit), page: String(page) }
    const request = { ...toRequest(filter), ...slice, ...(sort === null ? {} : { sort }) }
    const { rows, total } = await api.rows(call as ListCall<WireRow[]>, request, { ...options, signal })
    const wanted = rows.map(withRowId).filter((row) => hasNumbers(row, filter))
    return { rows: wanted, total: wanted.length < rows.length ? null : total }
  })
