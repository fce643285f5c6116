import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { ListFilter } from '../filters/listFilter.ts'
import { matchesFilter } from '../filters/matchesFilter.ts'
import { searchRows } from './numberSearch.ts'
import type { PageQuery, RowReader, RowsRead } from './pageQuery.ts'

/** The rows that meet conditions which the gateway does not know, and how many were searched when more may follow. */
interface Found {
  readonly rows: readonly ListedRow[]
  readonly searched: number | null
}

/**
 * Reads rows by conditions that the gateway does not know, among the first rows of the other conditions. They are searched again with each
 * first page.
 */
export function createFilterSearch(read: RowReader) {
  let last: { filter: ListFilter; sort: string | null; found: Promise<Found> } | null = null

  async function search(query: PageQuery, local: ListFilter, signal: AbortSignal): Promise<Found> {
    const rows: ListedRow[] = []
    const searched = await searchRows(read, query, signal, (page) => {
      rows.push(...page.filter((row) => matchesFilter(row, local)))
      return false
    })
    return { rows, searched }
  }

  return async (
    query: PageQuery,
    { sent, local }: { sent: ListFilter; local: ListFilter },
    signal: AbortSignal,
  ): Promise<RowsRead> => {
    const { filter, sort, offset, limit } = query
    if (offset === 0 || last?.filter !== filter || last.sort !== sort) {
      last = { filter, sort, found: search({ ...query, filter: sent }, local, signal) }
    }
    const { rows, searched } = await last.found
    return { rows: rows.slice(offset, offset + limit), total: rows.length, ...(searched === null ? {} : { searched }) }
  }
}
