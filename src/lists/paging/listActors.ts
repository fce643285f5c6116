import { fromPromise, sendParent } from 'xstate'
import { hasNumbers } from '#commands/rows/hasNumbers.ts'
import { lookupFieldOf, numberOf } from '#commands/rows/kinds.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { FoundRow } from '#machines/list/listContext.ts'
import { createListMachine } from '#machines/list/listMachine.ts'
import { createListChangesMachine } from '#machines/live/listChangesMachine.ts'
import { createPagingMachine } from '#machines/paging/pagingMachine.ts'
import { createSummaryMachine } from '#machines/paging/summaryMachine.ts'
import type { Api } from '../../api/client.ts'
import { isUnknownCall } from '../../api/errors.ts'
import { EMPTY_TRAIL, type Trail, trailOfRow } from '../../detail/trail.ts'
import { type ListFilter, splitFilter, toRequest } from '../filters/listFilter.ts'
import type { ListQuery } from '../filters/query.ts'
import type { List } from '../list.ts'
import type { Figures } from '../summary/figures.ts'
import { fetchChanges } from './fetchChanges.ts'
import type { RowReader } from './pageQuery.ts'
import { createRowReader } from './rowReader.ts'

const NO_FIGURES: Figures = { count: null, amount: null, fee: null, values: {} }

/** Merchants' numbers and accounts can find several rows. */
const LOOK_UP_ROWS = 10

/** Finds a row by its number or identity. Rows of some kinds cannot be looked up by number. */
async function findRow(read: RowReader, { kind }: List, number: string, signal: AbortSignal): Promise<FoundRow<ListedRow>> {
  const by = lookupFieldOf(kind)
  if (by === null) return { row: null, searched: null }
  const { rows, searched = null } = await read(
    // An identity of both numbers ends with that of the order.
    { filter: { [by]: number.split('/').at(-1) ?? number }, sort: null, page: 1, limit: LOOK_UP_ROWS, offset: 0 },
    signal,
  )
  const row = rows.find(({ id }) => id === number) ?? rows.find((one) => hasNumbers(one, { orderNo: number }) === true) ?? null
  return { row, searched }
}

/** The list machine, connected to the gateway. */
export function listLogic(api: Api, list: List, total: () => number | null) {
  const read = createRowReader(api, list)
  const lookUp = createRowReader(api, list)
  let { trail: call } = list
  const paging = createPagingMachine<ListedRow, ListFilter>().provide({
    actors: { fetchPage: fromPromise(({ input, signal }) => read(input, signal)) },
    actions: { sayBeyondEnd: sendParent((_, { page }) => ({ type: 'page.beyond', page })) },
  })
  const summary = createSummaryMachine<Figures, ListFilter>().provide({
    actors: {
      fetchSummary: fromPromise(async ({ input: { filter, isFirst }, signal }) => {
        const { sent, local } = splitFilter(filter, list.takesTrees)
        // The gateway would sum rows that the list does not show.
        return local === null ? list.summary!.read(api, toRequest(sent), { signal, isFirst }) : NO_FIGURES
      }),
    },
  })
  const changesSince = fetchChanges(api, list, total)
  const changes = createListChangesMachine<ListFilter>().provide({
    actors: { ask: fromPromise(({ input, signal }) => changesSince(input, signal)) },
  })
  return createListMachine<ListedRow, ListQuery, Trail, Figures>().provide({
    actors: {
      paging,
      summary,
      changes,
      fetchTrail: fromPromise(async ({ input: { row }, signal }) => {
        if (call === 'row') return { row, trail: trailOfRow(row) }
        if (!list.tabs.includes('timeline') && call === null) return { row, trail: EMPTY_TRAIL }
        try {
          if (call !== null) {
            const answer = await api.call(call, { id: row.id }, { signal, quiet: true })
            // Fields that only the list call returns are kept. The history of another row is none of this one.
            if ('order' in answer) {
              const { order, ...trail } = answer
              return order.id === row.id ? { row: { ...row, ...order }, trail } : { row, trail: trailOfRow(row) }
            }
            const { record, moves, postings, actions } = answer
            if (record.id !== row.id) return { row, trail: trailOfRow(row) }
            return { row: { ...row, ...record }, trail: { ...EMPTY_TRAIL, moves, postings, actions } }
          }
        } catch (cause) {
          if (!isUnknownCall(cause)) throw cause
          call = null
        }
        const { row: read } = await findRow(lookUp, list, numberOf({ kind: list.kind, row }), signal)
        const found = read?.id === row.id ? read : row
        return { row: found, trail: { ...EMPTY_TRAIL, moves: found.history ?? [] } }
      }),
      findRow: fromPromise(({ input, signal }) => findRow(lookUp, list, input.id, signal)),
    },
  })
}
