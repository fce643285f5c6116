import type { ActorRefFrom } from 'xstate'
import type { ListedRow } from '#contract/listedRow.ts'
import { rowCount } from '#machines/paging/pageCache.ts'
import { type PagingContext, shown, shownIndex, shownRow } from '#machines/paging/pagingContext.ts'
import type { ListFilter } from '../filters/query.ts'
import type { pagingLogic } from './listActors.ts'

/** The rows of an open list, as far as they are here. */
export interface ListRows {
  pages(): PagingContext<ListedRow, ListFilter>
  /** Rows there is room for in the grid. */
  count(): number
  /** As many as the gateway counts; null where it does not, or has not yet. */
  total(): number | null
  /** Undefined while its page is on its way. */
  rowAt(index: number): ListedRow | undefined
  /** Where a row stands, if its page is here. */
  indexOf(id: string): number | null
  rowOf(id: string): ListedRow | null
  /** Each that is here, and where it stands. */
  loaded(): Iterable<readonly [index: number, row: ListedRow]>
  /** Whether those that are shown are of another query, until others come. What could not be read replaces nothing. */
  areStale(): boolean
}

/** Before the first answer a few empty rows stand for those that will come. */
const PLACEHOLDER_ROWS = 10

export function createListRows(paging: ActorRefFrom<ReturnType<typeof pagingLogic>>): ListRows {
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
