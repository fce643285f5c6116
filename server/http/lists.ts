import type { Paginator } from '#contract/reply.ts'
import type { ListSettings } from '../config.ts'

const PAGE_SIZE = 10

/** Rows of a list. Without a total, they may hold one more row than `limit`, which shows that there is a next page. */
export interface Page<Row> {
  rows: Row[]
  totalCount: number | null
  /** Totals over all rows, when the list has them. */
  summary?: object
}

/** The requested page. `totals` says whether to count the rows. */
export interface PageRequest {
  page: number
  offset: number
  limit: number
  sort?: string
  totals: boolean
}

interface PagingInput {
  offset?: string
  limit?: string
  page?: string
  sort?: string
}

/** Reads the page from the input. `offset` takes precedence over `page`. */
export function readPageRequest({ offset, limit, page, sort }: PagingInput, { totals }: ListSettings): PageRequest {
  const size = Number(limit ?? PAGE_SIZE)
  const start = offset === undefined ? (Number(page ?? 1) - 1) * size : Number(offset)
  return { page: Number(page ?? Math.floor(start / size) + 1), offset: start, limit: size, ...(sort && { sort }), totals }
}

/** Wraps the rows in the configured list envelope. */
export function wrapPage<Row>(
  { rows, totalCount, summary }: Page<Row>,
  { page, limit, offset }: PageRequest,
  { shape }: ListSettings,
): object {
  const total = totalCount === null ? {} : { totalCount }
  const paginator: Paginator = { page, limit, offset, ...total }
  const sums = summary === undefined ? {} : { summary }
  switch (shape) {
    case 'item':
      return { status: 'ok', item: rows, paginator, ...sums }
    case 'data.item':
      return { status: 'ok', data: { item: rows, ...total }, ...sums }
    case 'data.list':
      return { status: 'ok', data: { list: rows, ...total }, ...sums }
    case 'data':
      return { status: 'ok', data: rows, paginator, ...sums }
  }
}
