import type { ActorRefFrom } from 'xstate'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { rowCount } from '#machines/paging/pageCache.ts'
import { type PagingContext, shown, shownIndex, shownRow } from '#machines/paging/pagingContext.ts'
import type { createPagingMachine } from '#machines/paging/pagingMachine.ts'
import type { ListFilter } from '../filters/listFilter.ts'

export type PagingActor = ActorRefFrom<ReturnType<typeof createPagingMachine<ListedRow, ListFilter>>>

/** Reads the rows of an open list from the page cache. */
export interface ListRows {
  pages(): PagingContext<ListedRow, ListFilter>
  /** The number of rows in the grid, placeholders included. */
  count(): number
  /** The gateway's count; null when it sends none or has not answered yet. */
  total(): number | null
  /** Undefined while its page is loading. */
  rowAt(index: number): ListedRow | undefined
  /** The index of a row; null when its page is not loaded. */
  indexOf(id: string): number | null
  /** Null when the row is not loaded. */
  rowOf(id: string): ListedRow | null
  /** The loaded rows with their indexes. */
  loaded(): Iterable<readonly [index: number, row: ListedRow]>
  /** Whether rows of the previous query are shown while the next ones load. A failed read is not loading. */
  areStale(): boolean
}

/** Empty rows shown before the first answer. */
const PLACEHOLDER_ROWS = 10

export function createListRows(paging: PagingActor): ListRows {
  const pages = () => paging.getSnapshot().context
  const hasFailed = () => paging.getSnapshot().matches('failed')
  const rowAt = (index: number) => shownRow(pages(), index)
  const indexOf = (id: string) => shownIndex(pages(), (row) => row.id === id)
  return {
    pages,
    count() {
      const { isAnswered, former } = pages()
      if (isAnswered || former !== null) return rowCount(shown(pages()))
      return hasFailed() ? 0 : PLACEHOLDER_ROWS
    },
    total() {
      const { isAnswered, isCounted, total } = pages()
      return isAnswered && isCounted ? total : null
    },
    rowAt,
    indexOf,
    rowOf(id) {
      const index = indexOf(id)
      return index === null ? null : (rowAt(index) ?? null)
    },
    *loaded() {
      const { dataBins, pageSize } = shown(pages())
      for (const [page, some] of Object.entries(dataBins)) {
        for (const [at, row] of some.entries()) yield [(Number(page) - 1) * pageSize + at, row] as const
      }
    },
    areStale() {
      const { isAnswered, former, isReread } = pages()
      return !isAnswered && former !== null && !isReread && !hasFailed()
    },
  }
}
