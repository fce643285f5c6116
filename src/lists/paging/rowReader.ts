import type { ListedRow } from '#contract/listedRow.ts'
import type { Api, CallOptions } from '../../api/client.ts'
import type { Page } from '../../api/reply.ts'
import { type ListFilter, toRequest } from '../filters/query.ts'
import type { List, ListCall } from '../list.ts'

/** Which part of a result is wanted. */
export interface PageQuery {
  readonly filter: ListFilter
  readonly sort: string | null
  readonly page: number
  readonly limit: number
  readonly offset: number
}

type RowReader = (wish: PageQuery, signal: AbortSignal) => Promise<Pick<Page<ListedRow>, 'rows' | 'total'>>

/** A row as it is told: some lists have no ids. */
export type WireRow = Omit<ListedRow, 'id'> & { id?: string }

const paged = (offset: number, limit: number, page: number, sort: string | null) => ({
  offset: String(offset),
  limit: String(limit),
  page: String(page),
  ...(sort === null ? {} : { sort }),
})

/** A row under the id it has in its list: a day has its date, a merchant its number. */
export const withRowId = ({ id, ...row }: WireRow): ListedRow => ({ id: id ?? row.date ?? row.merchantNo ?? '', ...row })

/** What the place that asks says by itself, when it fails. */
export type RowReaderOptions = Pick<CallOptions, 'quiet'>

/** A way to read lists. */
export type CreateRowReader = (api: Api, list: List, how: RowReaderOptions) => RowReader

/** Reads a list, whoever filters, sorts and cuts it. */
export const createRowReader = (api: Api, list: List, how: RowReaderOptions = {}): RowReader =>
  (list.createReader ?? serverSideReader)(api, list, how)

/** Reads a list whose gateway filters, sorts and cuts. */
const serverSideReader: CreateRowReader =
  (api, { call }, how) =>
  async ({ filter, sort, page, limit, offset }, signal) => {
    const request = { ...toRequest(filter), ...paged(offset, limit, page, sort) }
    const { rows, total } = await api.rows(call as ListCall<WireRow[]>, request, { ...how, signal })
    return { rows: rows.map(withRowId), total }
  }
