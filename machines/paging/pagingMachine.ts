import { assign, cancel, enqueueActions, raise, setup } from 'xstate'
import { type ActorDone, type ActorError, type ActorEvent, byEvent, requiredAction, requiredActor } from '../parts.ts'
import { emptyCache, type FetchedPage, turnTo } from './pageCache.ts'
import {
  arrived,
  cacheOf,
  except,
  failuresIn,
  isSoughtSettled,
  MOST_AT_ONCE,
  neededPages,
  overlapsAhead,
  overlapsBefore,
  type PageRequest,
  type PagingContext,
  shown,
  type View,
  withoutPage,
} from './pagingContext.ts'

export type PagingEvent<Row, Filter> =
  /** A new query; a restored query starts on the page where it was left. */
  | { type: 'search'; filter: Filter; sort?: string | null; page?: number }
  | { type: 'sort'; sort: string | null }
  | { type: 'resize'; pageSize: number }
  | ({ type: 'view' } & View)
  | { type: 'turn'; page: number }
  /** Read on until this row, counted from 0, is known to exist or not. */
  | { type: 'seek'; row: number }
  | { type: 'reload' }
  /** A row of this page has been changed. */
  | { type: 'touch'; page: number }
  | { type: 'retry' }
  | { type: 'throttle.elapsed' }
  | ActorEvent<FetchedPage<Row>>

interface Arrival<Row> {
  readonly page: number
  readonly fetched: FetchedPage<Row>
}

export interface PagingInput<Filter> {
  readonly filter: Filter
  readonly sort: string | null
  readonly pageSize: number
  readonly page: number
}

const THROTTLE = 'throttle'

const unsettled = {
  wanted: null,
  sought: null,
  inFlight: [],
  touched: [],
  overlapping: [],
  failures: {},
  isAnswered: false,
  isThrottled: false,
}

/** Whether the viewport jumped instead of scrolling on. */
const isLeap = (before: View | null, { first, last }: View): boolean =>
  before !== null && Math.abs(first - before.first) * 2 > last - first + 1

const actorOf = (page: number): string => `page ${page}`
const pageOfActor = (actorId: string): number => Number(actorId.slice('page '.length))
const arrivalOf = <Row>({ event: { actorId, output } }: { event: ActorDone<FetchedPage<Row>> }): Arrival<Row> => ({
  page: pageOfActor(actorId),
  fetched: output,
})
const failureOf = ({ event: { actorId, error } }: { event: ActorError }) => ({ page: pageOfActor(actorId), error })

/**
 * The paging cache of a list with continuous scrolling: missing pages of the viewport are fetched, a few at a time, each once.
 * Pages scrolled past are not fetched, or their fetch is stopped and its answer dropped.
 */
export const createPagingMachine = <Row, Filter>() => {
  type Context = PagingContext<Row, Filter>

  /** Starts over on a page; the former rows stay visible until the answer. */
  const startedOver = (context: Context, changes: Partial<Context>, page = 1): Context => {
    const next = { ...context, ...changes }
    const view = next.isReread ? context.view : null
    return { ...next, ...emptyCache<Row>(next.pageSize, page), ...unsettled, view, former: cacheOf(shown(context)) }
  }

  const store = { type: 'store' as const, params: arrivalOf<Row> }
  /** The page turned to is empty: the position moves back to the last page with rows. */
  const beyondEnd = {
    guard: { type: 'isBeyondEnd' as const, params: arrivalOf<Row> },
    actions: [
      store,
      {
        type: 'sayBeyondEnd' as const,
        params: ({ context: { wanted, current } }: { context: Context }) => ({ page: wanted ?? current }),
      },
    ],
  }
  const shiftedAhead = {
    guard: { type: 'hasShiftedAhead' as const, params: arrivalOf<Row> },
    actions: { type: 'leaveOut' as const, params: arrivalOf<Row> },
  }
  const shifted = {
    guard: { type: 'hasShifted' as const, params: arrivalOf<Row> },
    actions: ['stopAll' as const, { type: 'storeAnew' as const, params: arrivalOf<Row> }],
  }

  return setup({
    types: {
      context: {} as Context,
      events: {} as PagingEvent<Row, Filter>,
      input: {} as PagingInput<Filter>,
    },
    actors: { fetchPage: requiredActor<FetchedPage<Row>, PageRequest<Filter>>('fetchPage') },
    actions: {
      /** The page turned to is beyond the end; the cursor belongs on this page. */
      sayBeyondEnd: (_, _params: { page: number }) => requiredAction('sayBeyondEnd')(),
      stopAll: enqueueActions(({ context, enqueue }) => {
        for (const page of context.inFlight) enqueue.stopChild(actorOf(page))
        enqueue.assign({ inFlight: [] })
      }),
      fetchMissing: enqueueActions(({ context, enqueue }) => {
        const needed = neededPages(context)
        for (const page of context.inFlight) if (!needed.includes(page)) enqueue.stopChild(actorOf(page))
        const kept = context.inFlight.filter((page) => needed.includes(page))
        const sent = needed.filter((page) => !kept.includes(page)).slice(0, MOST_AT_ONCE - kept.length)
        const { filter, sort, pageSize: limit } = context
        for (const page of sent) {
          const input = { filter, sort, page, limit, offset: (page - 1) * limit }
          enqueue.spawnChild('fetchPage', { id: actorOf(page), input })
        }
        enqueue.assign({ inFlight: [...kept, ...sent] })
      }),
      /** Begins another query. */
      startOver: assign(({ context }, { query, page }: { query: Partial<Context>; page?: number | undefined }) =>
        startedOver(context, { ...query, isReread: false }, page),
      ),
      // XState keeps actors that have ended, and with them the rows of their answers, until they are stopped.
      store: enqueueActions(({ context, enqueue }, { page, fetched }: Arrival<Row>) => {
        enqueue.stopChild(actorOf(page))
        enqueue.assign(arrived(context, page, fetched))
      }),
      leaveOut: enqueueActions(({ context, enqueue }, { page }: Arrival<Row>) => {
        enqueue.stopChild(actorOf(page))
        enqueue.assign({
          inFlight: except(context.inFlight, page),
          overlapping: [...except(context.overlapping, page), page],
        })
      }),
      storeAnew: assign(({ context }, { page, fetched }: Arrival<Row>) => {
        const anew = startedOver(context, { isReread: true }, context.current)
        return arrived({ ...anew, wanted: context.wanted ?? context.current }, page, fetched)
      }),
      fail: enqueueActions(({ context, enqueue }, { page, error }: { page: number; error: unknown }) => {
        enqueue.stopChild(actorOf(page))
        enqueue.assign({
          inFlight: except(context.inFlight, page),
          touched: except(context.touched, page),
          sought: null,
          failures: { ...context.failures, [page]: error },
        })
      }),
      // An answer in flight may predate the change.
      readAgain: enqueueActions(({ context, enqueue }, { page }: { page: number }) => {
        enqueue.stopChild(actorOf(page))
        enqueue.assign({
          inFlight: except(context.inFlight, page),
          touched: [...except(context.touched, page), page],
        })
      }),
      look: assign(({ context }, { first, last, direction }: View) => {
        const view = { first, last, direction }
        return { view, failures: failuresIn(context, view) }
      }),
      turn: assign(({ context }, { page }: { page: number }) => ({
        ...(page in context.dataBins ? { ...turnTo(context, page), wanted: null } : { wanted: page }),
        failures: withoutPage(context.failures, page),
      })),
      seek: assign(({ context }, { row }: { row: number }) => ({
        sought: isSoughtSettled({ ...context, sought: row }) ? null : row,
        failures: {},
      })),
      throttle: enqueueActions(({ enqueue }) => {
        enqueue.assign({ isThrottled: true })
        enqueue(cancel(THROTTLE))
        enqueue(raise({ type: 'throttle.elapsed' }, { id: THROTTLE, delay: 'throttleDelay' }))
      }),
    },
    guards: {
      isBeyondEnd: ({ context }, { page, fetched }: Arrival<Row>) =>
        fetched.rows.length === 0 && page > 1 && page === (context.wanted ?? context.current),
      hasShiftedAhead: ({ context }, { page, fetched }: Arrival<Row>) => overlapsAhead(context, page, fetched),
      // A reloaded page came with another total, or a page begins with rows that end the one before: other rows have shifted.
      hasShifted: ({ context }, { page, fetched }: Arrival<Row>) =>
        (context.isCounted && context.touched.includes(page) && fetched.total !== context.total) ||
        overlapsBefore(context, page, fetched),
      isLeap: ({ context }, view: View) => isLeap(context.view, view),
      isLeapAgain: ({ context }, view: View) => context.isThrottled && isLeap(context.view, view),
      isThrottled: ({ context }) => context.isThrottled,
      isOfFormer: ({ context }) => !context.isAnswered && context.former !== null && !context.isReread,
      isFirstAnswer: ({ context }) => !context.isAnswered && !context.isReread,
      hasEverything: ({ context }) => neededPages(context).every((page) => context.inFlight.includes(page)),
      isIdle: ({ context }) => context.inFlight.length === 0,
      hasFailed: ({ context }) => context.inFlight.length === 0 && Object.keys(context.failures).length > 0,
    },
    delays: { frameDelay: 20, settleDelay: 60, throttleDelay: 80 },
  }).createMachine({
    id: 'paging',
    context: ({ input }) => ({
      ...emptyCache<Row>(input.pageSize, input.page),
      ...unsettled,
      filter: input.filter,
      sort: input.sort,
      view: null,
      former: null,
      isReread: false,
    }),
    initial: 'fetching',
    on: {
      search: {
        target: '.fetching',
        actions: ['stopAll', { type: 'startOver', params: ({ event: { type: _, page, ...query } }) => ({ query, page }) }],
      },
      sort: {
        target: '.fetching',
        actions: ['stopAll', { type: 'startOver', params: ({ event: { sort } }) => ({ query: { sort } }) }],
      },
      resize: {
        target: '.fetching',
        actions: ['stopAll', { type: 'startOver', params: ({ event: { pageSize } }) => ({ query: { pageSize } }) }],
      },
      reload: {
        target: '.fetching',
        actions: [
          'stopAll',
          assign(({ context }) =>
            startedOver(context, { isReread: context.isAnswered || context.isReread }, context.wanted ?? context.current),
          ),
        ],
      },
      turn: [
        { guard: 'isThrottled', target: '.settling', actions: byEvent('turn') },
        { target: '.showing', actions: byEvent('turn') },
      ],
      seek: { target: '.fetching', actions: byEvent('seek') },
      touch: { target: '.fetching', actions: byEvent('readAgain') },
      view: [
        // The viewport still shows the former query.
        { guard: 'isOfFormer' },
        // Scrolling fast, or a held key: skip the pages flying past.
        {
          guard: byEvent('isLeapAgain'),
          target: '.settling',
          actions: [byEvent('look'), 'throttle'],
        },
        {
          guard: byEvent('isLeap'),
          target: '.showing',
          actions: [byEvent('look'), 'throttle'],
        },
        { target: '.showing', actions: byEvent('look') },
      ],
      'throttle.elapsed': { actions: assign({ isThrottled: false }) },
      retry: { target: '.fetching', actions: assign({ failures: {} }) },
      'xstate.done.actor.*': [
        { ...beyondEnd, target: '.fetching' },
        { guard: 'isFirstAnswer', target: '.showing', actions: store },
        { ...shiftedAhead, target: '.fetching' },
        { ...shifted, target: '.fetching' },
        { target: '.fetching', actions: store },
      ],
      'xstate.error.actor.*': { target: '.fetching', actions: { type: 'fail', params: failureOf } },
    },
    states: {
      fetching: {
        entry: 'fetchMissing',
        always: [
          { guard: 'hasFailed', target: 'failed' },
          { guard: 'isIdle', target: 'ready' },
        ],
      },
      // Render the new position before fetching: requests would delay the frame.
      showing: {
        always: { guard: 'hasEverything', target: 'fetching' },
        after: { frameDelay: 'fetching' },
      },
      settling: {
        on: {
          'xstate.done.actor.*': [beyondEnd, shiftedAhead, shifted, { actions: store }],
          'xstate.error.actor.*': { actions: { type: 'fail', params: failureOf } },
        },
        after: { settleDelay: 'fetching' },
      },
      ready: { entry: assign({ former: null }) },
      failed: {},
    },
  })
}
