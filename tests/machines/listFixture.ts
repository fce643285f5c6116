import { createActor } from 'xstate'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { DetailMode, Pages } from '#machines/list/listContext.ts'
import { createListMachine } from '#machines/list/listMachine.ts'
import type { PagingContext } from '#machines/paging/pagingContext.ts'
import { createPagingMachine } from '#machines/paging/pagingMachine.ts'

export interface Row extends ListedRow {
  text: string
}

export interface Query {
  filter: string
  sort: string | null
  size: number
  page: number
  at: string | null
  open: string | null
  view: DetailMode | null
}

export const QUERY: Query = { filter: 'all', sort: null, size: 10, page: 1, at: null, open: null, view: null }
export const INPUT = { query: QUERY, column: 'number', hasSummary: false, isLive: false }

export const rowOf = (id: string, text = `row of ${id}`): Row => ({ id, text })

const noPages = createActor(createPagingMachine<Row, string>(), {
  input: { filter: 'all', sort: null, pageSize: 10, page: 1 },
}).getSnapshot().context

/** The rows as the paging machine reports them. */
export function pagesWith(
  rows: readonly Row[] | null,
  { value = 'ready', ...changes }: Partial<PagingContext<Row, string>> & { value?: string } = {},
): { type: 'xstate.snapshot.paging'; snapshot: Pages<Row, string> } {
  const answer = rows === null ? {} : { isAnswered: true, isCounted: true, total: rows.length, dataBins: { 1: rows } }
  return { type: 'xstate.snapshot.paging', snapshot: { value, context: { ...noPages, ...answer, ...changes } } }
}

const nothing = () => {}

/** A list machine whose effects do nothing. */
export const quietList = () =>
  createListMachine<Row, Query, string, number>().provide({
    actions: {
      navigate: nothing,
      writeAddress: nothing,
      announceLoaded: nothing,
      announceGone: nothing,
      announceBeyondEnd: nothing,
      announceOpenEnd: nothing,
      clearMessage: nothing,
      clearSelection: nothing,
      selectAsAddressed: nothing,
      noteRows: nothing,
      addToRecents: nothing,
    },
    guards: { isGridBlurred: () => false },
  })
