import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { ListController } from '../listController.ts'
import { createRowReader, type PageQuery, type RowReaderOptions } from '../paging/rowReader.ts'
import type { Chosen } from '../selection/selection.ts'

/** Rows per request. */
const BATCH_SIZE = 1_000

interface AllRowsOptions extends RowReaderOptions {
  signal?: AbortSignal
  onProgress?(done: number): void
}

/** Reads all rows of a query in batches, except those that a selection of all rows leaves out. */
export async function fetchAllRows(
  { console, list }: Pick<ListController, 'console' | 'list'>,
  { chosen, ...query }: Pick<PageQuery, 'filter' | 'sort'> & { chosen: Chosen<ListedRow> },
  { signal = new AbortController().signal, onProgress, ...options }: AllRowsOptions = {},
): Promise<ListedRow[]> {
  const read = createRowReader(console.api, list, options)
  const all: ListedRow[] = []
  for (let page = 1; ; page++) {
    const offset = (page - 1) * BATCH_SIZE
    const { rows } = await read({ ...query, page, limit: BATCH_SIZE, offset }, signal)
    all.push(...rows.slice(0, BATCH_SIZE))
    onProgress?.(all.length)
    if (rows.length < BATCH_SIZE) return chosen.kind === 'all' ? all.filter(({ id }) => !chosen.except.has(id)) : all
  }
}
