import type { Paginator } from '#contract/reply.ts'
import type { ListSettings } from '../config.ts'

const PAGE_SIZE = 10

/** Rows of a list; without a total they may hold one more than was asked for, so that one sees there is more. */
export interface Page<Row> {
  rows: Row[]
  totalCount: number | null
  /** Sums over all rows, where the list has any. */
  summary?: object
}

/** Which rows are wanted. `totals` is false where nobody is to count. */
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

/** The wish of a paging input. The offset counts; the page only where there is none. */
export function readPageRequest({ offset, limit, page, sort }: PagingInput, { totals }: ListSettings): PageRequest {
  const size = Number(limit ?? PAGE_SIZE)
  const start = offset === undefined ? (Number(page ?? 1) - 1) * size : Number(offset)
  return { page: Number(page ?? Math.floor(start / size) + 1), offset: start, limit: size, ...(sort && { sort }), totals }
}

/** The rows in the envelope of a list, in whichever of its shapes the gateway was set to. */
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
