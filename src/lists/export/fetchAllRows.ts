import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { ListController } from '../listController.ts'
import type { PageQuery } from '../paging/pageQuery.ts'
import { createRowReader, type RowReaderOptions } from '../paging/rowReader.ts'
import type { Chosen } from '../selection/selection.ts'

/** Rows per request. */
const BATCH_SIZE = 1_000

interface AllRowsOptions extends RowReaderOptions {
  signal?: AbortSignal
  /** Stop reading once there are more rows than this. */
  most?: number
  onProgress?(done: number): void
}

/**
 * Reads all rows of a query in batches, except those that a selection of all rows leaves out. The count of the gateway is not
 * needed: the end is an incomplete batch. A row that moved into the next batch meanwhile is returned once.
 */
export async function fetchAllRows(
  { console, list }: Pick<ListController, 'console' | 'list'>,
  { chosen, ...query }: Pick<PageQuery, 'filter' | 'sort'> & { chosen: Chosen<ListedRow> },
  { signal = new AbortController().signal, most = Number.POSITIVE_INFINITY, onProgress, ...options }: AllRowsOptions = {},
): Promise<ListedRow[]> {
  const read = createRowReader(console.api, list, options)
  const all: ListedRow[] = []
  for (let page = 1; ; page++) {
    const offset = (page - 1) * BATCH_SIZE
    const { rows } = await read({ ...query, page, limit: BATCH_SIZE, offset }, signal)
    all.push(...newRows(all, rows.slice(0, BATCH_SIZE)))
    onProgress?.(all.length)
    if (rows.length < BATCH_SIZE || all.length > most)
      return chosen.kind === 'all' ? all.filter(({ id }) => !chosen.except.has(id)) : all
  }
}

/** The rows of a batch without those at its start that the batch before it ended with. */
function newRows(before: readonly ListedRow[], rows: readonly ListedRow[]): readonly ListedRow[] {
  const last = new Map(before.slice(-BATCH_SIZE).map((row) => [row.id, row]))
  // Different rows of a gateway without ids can share one.
  const isKnown = (row: ListedRow) => last.has(row.id) && JSON.stringify(last.get(row.id)) === JSON.stringify(row)
  return rows.filter((row) => !isKnown(row))
}
