import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { Api } from '../../api/client.ts'
import type { List } from '../list.ts'
import { createRowReader, type PageQuery, type RowReaderOptions } from '../paging/rowReader.ts'

/** Rows per request. */
const BATCH_SIZE = 1_000

/** Returns a function that reads all rows of a query in batches and reports its progress. */
export const fetchAllRows = (api: Api, list: List, options: RowReaderOptions = {}) => {
  const read = createRowReader(api, list, options)
  return async (
    query: Pick<PageQuery, 'filter' | 'sort'>,
    signal: AbortSignal,
    progress: (done: number) => void = () => {},
  ): Promise<ListedRow[]> => {
    const all: ListedRow[] = []
    for (let page = 1; ; page++) {
      const offset = (page - 1) * BATCH_SIZE
      const { rows } = await read({ ...query, page, limit: BATCH_SIZE, offset }, signal)
      all.push(...rows.slice(0, BATCH_SIZE))
      progress(all.length)
      if (rows.length < BATCH_SIZE) return all
    }
  }
}
