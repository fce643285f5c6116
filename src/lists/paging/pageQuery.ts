import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { Page } from '../../api/page.ts'
import type { ListFilter } from '../filters/listFilter.ts'

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
  /** The number of rows that were searched for a number, when more may follow: the gateway does not filter by it. */
  readonly searched?: number
}

export type RowReader = (query: PageQuery, signal: AbortSignal) => Promise<RowsRead>
