import { fromCallback, fromPromise } from 'xstate'
import { orderKinds } from '#commands/orderKinds.ts'
import type { Call } from '#contract/call.ts'
import type { PayOrder } from '#contract/rows.ts'
import type { ExportQuery } from '#contract/shapes.ts'
import { createDetailMachine } from '#machines/detail/detailMachine.ts'
import { createExportMachine, type ExportEvent, type ExportInput } from '#machines/exporting/exportMachine.ts'
import { createPagingMachine } from '#machines/paging/pagingMachine.ts'
import { createSummaryMachine } from '#machines/paging/summaryMachine.ts'
import type { Api } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import type { Trail } from '../detail/timeline.ts'
import { type Figures, figuresOf } from './figures.ts'
import type { List } from './list.ts'
import { type ListFilter, requestOf } from './query.ts'

/** Where a list's machines get their answers from. */

export const paged = (offset: number, limit: number, page: number, sort: string | null) => ({
  offset: String(offset),
  limit: String(limit),
  page: String(page),
  ...(sort === null ? {} : { sort }),
})

export const pagingOver = (api: Api, list: List, sayBeyondEnd: (page: number) => void) =>
  createPagingMachine<PayOrder, ListFilter>().provide({
    actors: {
      fetchPage: fromPromise(({ input: { filter, sort, page, limit, offset }, signal }) =>
        api.rows(list.call, { ...requestOf(filter), ...paged(offset, limit, page, sort) }, { signal }),
      ),
    },
    actions: { sayBeyondEnd: (_, { page }) => sayBeyondEnd(page) },
  })

export const summaryOver = (api: Api, call: NonNullable<List['summary']>) =>
  createSummaryMachine<Figures, ListFilter>().provide({
    actors: {
      fetchSummary: fromPromise(async ({ input, signal }) =>
        figuresOf(await api.call(call, requestOf(input.filter), { signal })),
      ),
    },
  })

const historyOf = ({ history = [] }: PayOrder): Trail => ({
  notifyAddress: null,
  moves: history,
  postings: [],
  attempts: [],
  actions: [],
})

/** One row by its number, with the history that a gateway adds to a single row. */
const findOne = async (api: Api, list: List, number: string, signal: AbortSignal): Promise<PayOrder | null> => {
  const { rows } = await api.rows(list.call, { orderNo: number, ...paged(0, 1, 1, null) }, { signal })
  return rows[0] ?? null
}

/** A gateway that does not know the call says so; that is no news about the order. */
const isUnknownCall = (cause: unknown): boolean =>
  cause instanceof ApiError && (cause.status === 404 || cause.status === 405) && cause.code !== 'ORDER_NOT_FOUND'

export const detailOver = (api: Api, list: List) => {
  let { trail: call } = orderKinds[list.kind]
  return createDetailMachine<PayOrder, Trail>().provide({
    actors: {
      fetchTrail: fromPromise(async ({ input: { record }, signal }) => {
        try {
          if (call !== null) {
            const { order, ...trail } = await api.call(call, { id: record.id }, { signal, quiet: true })
            // What only its list tells of it stays.
            return { record: { ...record, ...order }, trail }
          }
        } catch (cause) {
          if (!isUnknownCall(cause)) throw cause
          call = null
        }
        const found = (await findOne(api, list, record.platOrderNo, signal)) ?? record
        return { record: found, trail: historyOf(found) }
      }),
      findRecord: fromPromise(({ input, signal }) => findOne(api, list, input.id, signal)),
    },
  })
}

type FileNews = ExportEvent<ExportQuery>

export const exportOver = (api: Api, call: Call<ExportQuery, Blob>, save: (name: string | null, blob: Blob) => void) =>
  createExportMachine<ExportQuery>().provide({
    actors: {
      fetchFile: fromCallback<FileNews, ExportInput<ExportQuery>>(({ sendBack, input }) => {
        const stopping = new AbortController()
        const grew = (done: number, all: number | null) => sendBack({ type: 'file.grew', done, all })
        api.download(call, input.request, { signal: stopping.signal }, grew).then(
          ({ name, blob }) => sendBack({ type: 'file.arrived', name, blob }),
          (error: unknown) => stopping.signal.aborted || sendBack({ type: 'file.failed', error }),
        )
        return () => stopping.abort()
      }),
    },
    actions: { save: (_, { name, blob }) => save(name, blob) },
  })
