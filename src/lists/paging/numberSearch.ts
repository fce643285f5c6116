import { hasNumbers } from '#commands/rows/hasNumbers.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { ListFilter } from '../filters/listFilter.ts'
import type { PageQuery, RowReader, RowsRead } from './pageQuery.ts'

const SEARCH_PAGE = 100
/** The most rows that are searched for a number. */
const MOST_SEARCHED = 500

/**
 * Reads a result from its first row, page by page, until the end, a page that is enough, or the limit. Returns the number of rows read
 * when more may follow, else null.
 */
export async function searchRows(
  read: RowReader,
  query: Pick<PageQuery, 'filter' | 'sort'>,
  signal: AbortSignal,
  isEnough: (rows: readonly ListedRow[]) => boolean,
): Promise<number | null> {
  for (let offset = 0; offset < MOST_SEARCHED; offset += SEARCH_PAGE) {
    const { rows } = await read({ ...query, page: offset / SEARCH_PAGE + 1, limit: SEARCH_PAGE, offset }, signal)
    if (isEnough(rows.slice(0, SEARCH_PAGE)) || rows.length < SEARCH_PAGE) return null
  }
  return MOST_SEARCHED
}

/**
 * The rows with the numbers of the filter, from a gateway that ignores it. They are searched until each number has a row, up to a
 * limit; `searched` says how many rows that were, when more may follow.
 */
export async function searchByNumbers(read: RowReader, query: PageQuery, signal: AbortSignal): Promise<RowsRead> {
  const { filter, offset, limit } = query
  const missing = new Set(numbersAsked(filter))
  const found: ListedRow[] = []
  const searched = await searchRows(read, query, signal, (rows) => {
    for (const row of rows) {
      if (hasNumbers(row, filter) === false) continue
      found.push(row)
      for (const one of missing) if (hasNumbers(row, one) === true) missing.delete(one)
    }
    // Any row may have the end of a number.
    return filter.orderTail === undefined && missing.size === 0
  })
  return { rows: found.slice(offset, offset + limit), total: found.length, ...(searched === null ? {} : { searched }) }
}

const NUMBER_FIELDS = ['orderNo', 'merchantOrderNo', 'platOrderNo', 'payOrderNo'] as const

/** The numbers that the filter asks for, as one filter each. */
const numbersAsked = (filter: ListFilter): ListFilter[] =>
  NUMBER_FIELDS.flatMap((field) => [filter[field] ?? []].flat().map((number) => ({ [field]: number })))
