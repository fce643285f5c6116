import { and, assign, enqueueActions, not, raise, sendTo, setup, stateIn } from 'xstate'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { createListChangesMachine } from '../live/listChangesMachine.ts'
import { pageOf } from '../paging/pageCache.ts'
import { shownRow } from '../paging/pagingContext.ts'
import { createPagingMachine } from '../paging/pagingMachine.ts'
import { createSummaryMachine } from '../paging/summaryMachine.ts'
import { requiredAction, requiredActor } from '../requiredActor.ts'
import {
  countOf,
  HEADER_ROW,
  indexIn,
  keptCursor,
  type ListContext,
  type LoadedDetail,
  loadedRows,
  NO_DETAIL,
  type Pages,
  type QueryBase,
  rowAtCursor,
} from './listContext.ts'

export type HistoryMode = 'push' | 'replace'

/** The machine itself changes only the fields that it reads. */
export type QueryChanges<Query extends QueryBase<unknown>> = Partial<Query> | Partial<QueryBase<Query['filter']>>

export type ListEvent<Row, Query extends QueryBase<unknown>> =
  /** The query as the address has it. The only way in which filter, sort, size and view change. */
  | { type: 'query.read'; query: Query }
  /** Navigate to the query with these changes. */
  | { type: 'query.navigate'; changes: QueryChanges<Query>; how: HistoryMode }
  | { type: 'cursor.set'; row: number; column?: string; anchor?: string | null }
  /** Read the rows again. `filter` has the days of today; `inserted` new rows are expected before the cursor. */
  | { type: 'list.reload'; filter: Query['filter']; inserted: number }
  /** Retry what has failed. */
  | { type: 'list.retry' }
  /** These rows have been changed. */
  | { type: 'rows.touch'; ids: ReadonlySet<string> }
  /** Open the row under the cursor, as soon as it is loaded. */
  | { type: 'row.open' }
  | { type: 'row.cancel' }
  /** Open the row this many rows away. */
  | { type: 'row.move'; by: number }
  | { type: 'row.close' }
  /** The focus moves into the pane that follows the cursor, which keeps its row. */
  | { type: 'peek.pin' }
  /** The focus moves back to the list, and the pane follows the cursor again. */
  | { type: 'peek.resume' }
  /** Look the open row up, which is not in the result. */
  | { type: 'detail.find' }
  /** The open row has been changed. */
  | { type: 'detail.reload' }
  | { type: 'detail.retry' }
  | { type: 'list.close' }
  | { type: 'xstate.snapshot.paging'; snapshot: Pages<Row, Query['filter']> }
  /** Raised by the machine itself. The cursor has a place that the address does not have yet. */
  | { type: 'cursor.placed' }
  /** Pages came, or were turned to. Then, with the cursor in its place. */
  | RowsCame
  | { type: 'rows.placed'; isFirst: boolean }
  /** Pages were stored, perhaps newer than known. */
  | { type: 'rows.loaded' }
  /** The user asks for the rows again. */
  | { type: 'rows.asked' }
  /** The row under the cursor has left the result. */
  | { type: 'row.gone' }
  /** Show the row that the query names. Then, it was shown by its id. */
  | { type: 'row.sync' }
  | { type: 'row.entered' }
  /** The row to move to is not loaded. */
  | { type: 'row.awaited' }
  /** Show the row that was moved to, and fetch its history when the move is over. */
  | { type: 'row.follow' }

interface RowsCame {
  type: 'rows.came'
  /** The first rows of a query, or of a result that was empty. Both put the cursor in place. */
  isFirst: boolean
  isAsked?: boolean
}

export interface ListInput<Query> {
  readonly query: Query
  /** The column of the cursor. */
  readonly column: string
  readonly hasSummary: boolean
  /** Changes are fetched since the rows were read. */
  readonly isLive: boolean
}

const ofEvent = <Event>({ event }: { event: Event }): Event => event
const ofContext = <Context>({ context }: { context: Context }): Context => context

/** Above this number of pages the whole list is read again. */
const MAX_SINGLE_PAGES = 4

/**
 * An open list: the query and its place in the address, the rows, the cursor that stays on its row, the open row and the row
 * awaited by a key. The address is an input: the console navigates, reads the query back and sends `query.read`.
 */
export const createListMachine = <Row extends ListedRow, Query extends QueryBase<unknown>, Trail, Summary>() => {
  type Filter = Query['filter']
  type Context = ListContext<Row, Query, Filter, Trail>
  type Event = ListEvent<Row, Query>

  /** The row that the query asks for: under the cursor, or by its id. Undefined while it is not loaded. */
  function wantedRow(context: Context): Row | undefined {
    const { pages, query } = context
    if (query.view === 'peek') return rowAtCursor(context)
    const index = query.open === null ? null : indexIn(pages, query.open)
    return index === null ? undefined : shownRow(pages.context, index)
  }
  const movedIndex = ({ pages, cursor }: Context, by: number): number =>
    Math.max(0, Math.min(countOf(pages) - 1, cursor.row + by))
  const search = ({ filter, sort, page }: Query) => ({ type: 'search' as const, filter, sort, page })
  /** The first rows of a result that was empty count as first: the cursor waits in the header. */
  const cameAfter = (before: Pages<Row, Filter>, now: Pages<Row, Filter>): RowsCame => ({
    type: 'rows.came',
    isFirst: countOf(before) === 0 && countOf(now) > 0,
  })
  const navigate = (changes: (context: Context) => Partial<QueryBase<Filter>>, how: HistoryMode) =>
    raise<Context, Event, Event, undefined>(({ context }) => ({ type: 'query.navigate', changes: changes(context), how }))
  const openRow = navigate((context) => {
    const id = rowAtCursor(context)?.id ?? null
    return { open: id, view: 'inside', at: id }
  }, 'push')

  return setup({
    types: {
      context: {} as Context,
      events: {} as Event,
      input: {} as ListInput<Query>,
      children: {} as { paging: 'paging'; summary: 'summary'; changes: 'changes' },
    },
    actors: {
      paging: createPagingMachine<Row, Filter>(),
      summary: createSummaryMachine<Summary, Filter>(),
      changes: createListChangesMachine<Filter>(),
      /** Fetches the current row and its history. */
      fetchTrail: requiredActor<LoadedDetail<Row, Trail>, { row: Row }>('fetchTrail'),
      /** Looks a row up by its id; null when it does not exist. */
      findRow: requiredActor<Row | null, { id: string }>('findRow'),
    },
    actions: {
      navigate: (_, _params: { changes: QueryChanges<Query>; how: HistoryMode }) => requiredAction('navigate')(),
      /** Writes the query into the address, without an entry in the history. */
      writeAddress: (_, _params: { query: Query }) => requiredAction('writeAddress')(),
      announceLoaded: (_, _params: { count: number }) => requiredAction('announceLoaded')(),
      announceGone: (_) => requiredAction('announceGone')(),
      clearMessage: (_) => requiredAction('clearMessage')(),
      clearSelection: (_) => requiredAction('clearSelection')(),
      /** Selects all rows of the first result when the address says so. */
      selectAsAddressed: (_) => requiredAction('selectAsAddressed')(),
      /** Rows of the result were loaded, perhaps newer than known. */
      noteRows: (_, _params: { rows: readonly Row[] }) => requiredAction('noteRows')(),
      addToRecents: (_, _params: { row: Row }) => requiredAction('addToRecents')(),

      takePages: enqueueActions(({ context, enqueue }, { snapshot }: { snapshot: Pages<Row, Filter> }) => {
        const { dataBins, isAnswered } = snapshot.context
        enqueue.assign({ pages: snapshot })
        if (!isAnswered || dataBins === context.pages.context.dataBins) return
        enqueue.raise({ type: 'rows.loaded' })
        if (context.isLive) enqueue.sendTo('changes', { type: 'rows.loaded' })
      }),
      askSummary: enqueueActions(({ context, enqueue }, { filter }: { filter: Filter }) => {
        if (context.hasSummary) enqueue.sendTo('summary', { type: 'summary.ask', filter })
      }),
      noteCursor: enqueueActions(({ context, enqueue }) => {
        if (context.isLive) enqueue.sendTo('changes', { type: 'cursor.moved', id: rowAtCursor(context)?.id ?? null })
      }),
      restartChanges: enqueueActions(({ context, enqueue }, { filter, isAgain }: { filter: Filter; isAgain: boolean }) => {
        if (context.isLive) enqueue.sendTo('changes', { type: 'list.read', filter, isAgain })
      }),
      retryFailed: enqueueActions(({ context, enqueue }) => {
        if (context.pages.value === 'failed') enqueue.sendTo('paging', { type: 'retry' })
        // It usually failed for the same reason.
        if (context.hasSummary) enqueue.sendTo('summary', { type: 'summary.retry' })
      }),
      touchPages: enqueueActions(({ context, enqueue }, { ids }: { ids: ReadonlySet<string> }) => {
        const { dataBins } = context.pages.context
        const touched = Object.keys(dataBins).filter((page) => dataBins[Number(page)]?.some(({ id }) => ids.has(id)))
        if (touched.length > MAX_SINGLE_PAGES) enqueue.sendTo('paging', { type: 'reload' })
        else for (const page of touched) enqueue.sendTo('paging', { type: 'touch', page: Number(page) })
      }),

      setCursor: enqueueActions(({ context, enqueue }, to: { row: number; column?: string; anchor?: string | null }) => {
        const { pages, query } = context
        const cursor = { row: to.row, column: to.column ?? context.cursor.column }
        enqueue.assign({ cursor, anchor: rowAtCursor({ pages, cursor })?.id ?? to.anchor ?? null })
        if (query.view === 'peek') enqueue.raise({ type: 'row.sync' })
        const { isAnswered, wanted, current, pageSize } = pages.context
        if (cursor.row === HEADER_ROW || !isAnswered) return
        const page = pageOf(cursor.row, pageSize)
        if (page !== (wanted ?? current)) enqueue.sendTo('paging', { type: 'turn', page })
        enqueue.raise({ type: 'cursor.placed' })
      }),
      /** The first row is the default, so the address does not name it. */
      placeQuery: assign(({ context }) => {
        const { cursor, pages, query } = context
        const at = cursor.row === 0 ? null : (rowAtCursor(context)?.id ?? null)
        return { query: { ...query, at, page: pageOf(cursor.row, pages.context.pageSize) } }
      }),
      /** After the first answer to a query. The cursor could already move in the placeholder rows. */
      placeCursor: enqueueActions(({ context, enqueue }) => {
        const { pages, query, cursor, epoch } = context
        const { current, pageSize } = pages.context
        const index = (query.at === null ? null : indexIn(pages, query.at)) ?? (current - 1) * pageSize
        const ahead = epoch === 0 ? Math.max(0, cursor.row) : 0
        const row = Math.min(countOf(pages) - 1, index + ahead)
        enqueue.assign({ anchor: shownRow(pages.context, row)?.id ?? null, epoch: epoch + 1 })
        enqueue.raise({ type: 'cursor.set', row })
      }),
      keepCursor: enqueueActions(({ context, enqueue }) => {
        const kept = keptCursor(context)
        if (kept === null) return
        const { row, anchor, inserted, isGone } = kept
        enqueue.assign({ anchor, inserted })
        if (row === context.cursor.row) enqueue.raise({ type: 'cursor.placed' })
        else enqueue.raise({ type: 'cursor.set', row, anchor })
        if (isGone) enqueue.raise({ type: 'row.gone' })
      }),
      moveToQuery: enqueueActions(({ context: { pages }, enqueue }, { at, page }: { at: string | null; page: number }) => {
        const index = (at === null ? null : indexIn(pages, at)) ?? (page - 1) * pages.context.pageSize
        enqueue.raise({ type: 'cursor.set', row: Math.min(countOf(pages) - 1, index) })
      }),
      /** The placeholder rows are gone, and the focus would go with them. */
      leavePlaceholders: enqueueActions(({ context, enqueue }) => {
        if (countOf(context.pages) === 0) enqueue.raise({ type: 'cursor.set', row: HEADER_ROW })
      }),

      showWanted: assign(({ context }) => {
        const row = wantedRow(context)
        const { detail } = context
        if (row === undefined) return {}
        return { detail: row.id === detail.id ? { ...detail, row } : { ...NO_DETAIL, id: row.id, row } }
      }),
      /** The cursor goes to the row that was opened by its id. */
      enterWanted: enqueueActions(({ context: { pages, query }, enqueue }) => {
        const index = query.view === 'peek' || query.open === null ? null : indexIn(pages, query.open)
        if (index === null) return
        enqueue.raise({ type: 'cursor.set', row: index })
        enqueue.raise({ type: 'row.entered' })
      }),
      noteDetailError: assign(({ context }, { error }: { error: unknown }) => ({ detail: { ...context.detail, error } })),
      rememberPeek: assign(({ context }) => ({ closesTo: context.query.view === 'peek' ? ('peek' as const) : null })),
      moveTo: enqueueActions(({ context, enqueue }, { index }: { index: number }) => {
        const row = shownRow(context.pages.context, index)
        enqueue.assign({ awaited: index, ...(row === undefined ? {} : { query: { ...context.query, open: row.id } }) })
        enqueue.raise({ type: 'cursor.set', row: index })
        if (row === undefined) return enqueue.raise({ type: 'row.awaited' })
        enqueue.raise({ type: 'cursor.placed' })
        enqueue.raise({ type: 'row.follow' })
      }),
    },
    guards: {
      isPush: (_, { how }: { how: HistoryMode }) => how === 'push',
      isFiltered: ({ context }, { query }: { query: Query }) => query.filter !== context.query.filter,
      isSorted: ({ context }, { query }: { query: Query }) => query.sort !== context.query.sort,
      isResized: ({ context }, { query }: { query: Query }) => query.size !== context.query.size,
      isRepositioned: ({ context: { query: before } }, { query }: { query: Query }) =>
        query.filter === before.filter &&
        query.sort === before.sort &&
        query.size === before.size &&
        (query.at !== before.at || query.page !== before.page),
      isReopened: ({ context }, { query }: { query: Query }) =>
        query.open !== context.query.open || query.view !== context.query.view,
      hasOtherFilter: ({ context }, { filter }: { filter: Filter }) => filter !== context.query.filter,

      isAnswered: (_, { snapshot }: { snapshot: Pages<Row, Filter> }) => snapshot.context.isAnswered,
      isNewQuery: (_, { snapshot: { context } }: { snapshot: Pages<Row, Filter> }) => !context.isAnswered && !context.isReread,
      isMoved: ({ context: { cursor } }, { row, column = cursor.column }: { row: number; column?: string }) =>
        row !== cursor.row || column !== cursor.column,
      isFirst: (_, { isFirst }: { isFirst: boolean }) => isFirst,
      isAsked: (_, { isAsked = false }: { isAsked?: boolean }) => isAsked,
      mustSync: ({ context }, { isFirst }: { isFirst: boolean }) => isFirst || context.query.view === 'peek',
      isPeeking: ({ context }) => context.query.view === 'peek',
      isInside: ({ context }) => context.query.view === 'inside',
      isOnRow: ({ context }) => rowAtCursor(context) !== undefined,
      isAwaited: ({ context }) => context.awaited === context.cursor.row,
      /** The key that opened the row still counts: the focus is in the grid. */
      isGridFocused: (_) => requiredAction('isGridFocused')() as never,
      hasFailed: ({ context }) => context.pages.value === 'failed',

      isClosed: ({ context }) => context.query.view === null,
      isWantedShown: ({ context }) => context.detail.row !== null && wantedRow(context)?.id === context.detail.id,
      isWantedLoaded: ({ context }) => wantedRow(context) !== undefined,
      isNotInResult: ({ context: { query, pages, detail } }) =>
        query.view !== 'peek' && query.open !== null && pages.context.isAnswered && detail.id !== query.open,
      isFound: (_, { row }: { row: Row | null }) => row !== null,
    },
    delays: { writeDelay: 300, settleDelay: 150 },
  }).createMachine({
    id: 'list',
    type: 'parallel',
    context: ({ input: { query, column, hasSummary, isLive }, spawn }) => {
      const { filter, sort, size: pageSize, page } = query
      const paging = spawn('paging', { id: 'paging', syncSnapshot: true, input: { filter, sort, pageSize, page } })
      if (hasSummary) spawn('summary', { id: 'summary' })
      const rows = loadedRows(() => paging.getSnapshot())
      if (isLive) spawn('changes', { id: 'changes', input: { filter, rows } })
      return {
        query,
        pages: paging.getSnapshot(),
        cursor: { row: 0, column },
        anchor: null,
        inserted: 0,
        epoch: 0,
        detail: NO_DETAIL,
        awaited: 0,
        closesTo: null,
        hasSummary,
        isLive,
      }
    },
    entry: { type: 'askSummary', params: ({ context: { query } }) => query },
    states: {
      /** The query, and whether the address has it. */
      address: {
        initial: 'written',
        on: {
          'query.read': { target: '.written', actions: assign({ query: ({ event }) => event.query }) },
          'cursor.placed': { target: '.unwritten', actions: 'placeQuery' },
        },
        states: {
          written: {
            on: { 'query.navigate': { actions: { type: 'navigate', params: ofEvent } } },
          },
          // The address is written when the cursor rests.
          unwritten: {
            after: {
              writeDelay: { target: 'written', actions: { type: 'writeAddress', params: ofContext } },
            },
            on: {
              'query.navigate': [
                {
                  // Write the cursor position first, so that Back leads to it even right after a move.
                  guard: { type: 'isPush', params: ofEvent },
                  target: 'written',
                  actions: [
                    { type: 'writeAddress', params: ofContext },
                    { type: 'navigate', params: ofEvent },
                  ],
                },
                { target: 'written', actions: { type: 'navigate', params: ofEvent } },
              ],
              // Flush the pending position before teardown (session expiry).
              'list.close': { target: 'written', actions: { type: 'writeAddress', params: ofContext } },
            },
          },
        },
      },
      rows: {
        initial: 'reading',
        on: {
          'query.read': [
            {
              guard: { type: 'isFiltered', params: ofEvent },
              target: '.reading.filtered',
              actions: [
                'clearMessage',
                'clearSelection',
                { type: 'askSummary', params: ({ event }) => event.query },
                { type: 'restartChanges', params: ({ event }) => ({ filter: event.query.filter, isAgain: false }) },
                sendTo('paging', ({ event: { query } }) => search(query)),
              ],
            },
            {
              guard: { type: 'isSorted', params: ofEvent },
              actions: [
                'clearMessage',
                { type: 'restartChanges', params: ({ event }) => ({ filter: event.query.filter, isAgain: true }) },
                sendTo('paging', ({ event: { query } }) => search(query)),
              ],
            },
            {
              guard: { type: 'isResized', params: ofEvent },
              actions: sendTo('paging', ({ event }) => ({ type: 'resize', pageSize: event.query.size })),
            },
          ],
          'list.reload': [
            {
              guard: { type: 'hasOtherFilter', params: ofEvent },
              actions: raise(({ context, event: { filter } }) => ({ type: 'query.read', query: { ...context.query, filter } })),
            },
            {
              actions: [
                { type: 'restartChanges', params: ({ event }) => ({ filter: event.filter, isAgain: true }) },
                { type: 'askSummary', params: ofEvent },
                sendTo('paging', { type: 'reload' }),
                raise({ type: 'rows.asked' }),
              ],
            },
          ],
          'list.retry': { actions: 'retryFailed' },
          'rows.touch': {
            actions: [
              { type: 'touchPages', params: ofEvent },
              { type: 'askSummary', params: ({ context }) => context.query },
            ],
          },
          'rows.loaded': {
            actions: {
              type: 'noteRows',
              params: ({ context }) => ({ rows: Object.values(context.pages.context.dataBins).flat() }),
            },
          },
        },
        states: {
          /** Until the first answer to the query. */
          reading: {
            initial: 'same',
            on: {
              'xstate.snapshot.paging': [
                {
                  guard: { type: 'isAnswered', params: ofEvent },
                  target: 'read',
                  actions: [{ type: 'takePages', params: ofEvent }, raise({ type: 'rows.came', isFirst: true })],
                },
                { actions: [{ type: 'takePages', params: ofEvent }, 'leavePlaceholders'] },
              ],
            },
            states: {
              same: {},
              /** Rows of the previous filter are shown, and can be selected until the answer. */
              filtered: { exit: 'clearSelection' },
            },
          },
          read: {
            initial: 'shown',
            on: {
              'rows.asked': '.asked',
              'xstate.snapshot.paging': [
                {
                  guard: { type: 'isNewQuery', params: ofEvent },
                  target: 'reading',
                  actions: [{ type: 'takePages', params: ofEvent }, 'leavePlaceholders'],
                },
                {
                  guard: { type: 'isAnswered', params: ofEvent },
                  actions: [
                    raise(({ context, event }) => cameAfter(context.pages, event.snapshot)),
                    { type: 'takePages', params: ofEvent },
                  ],
                },
                { actions: [{ type: 'takePages', params: ofEvent }, 'leavePlaceholders'] },
              ],
            },
            states: {
              shown: {},
              /** The user has asked for the rows again, so that the answer is announced. */
              asked: {
                on: {
                  'xstate.snapshot.paging': {
                    guard: { type: 'isAnswered', params: ofEvent },
                    target: 'shown',
                    actions: [
                      raise(({ context, event }) => ({ ...cameAfter(context.pages, event.snapshot), isAsked: true })),
                      { type: 'takePages', params: ofEvent },
                    ],
                  },
                },
              },
            },
          },
        },
      },
      cursor: {
        on: {
          'cursor.set': {
            guard: { type: 'isMoved', params: ofEvent },
            actions: [{ type: 'setCursor', params: ofEvent }, 'noteCursor'],
          },
          'query.read': {
            guard: { type: 'isRepositioned', params: ofEvent },
            actions: { type: 'moveToQuery', params: ({ event }) => event.query },
          },
          'list.reload': { actions: assign(({ event: { inserted } }) => ({ inserted })) },
          'rows.came': [
            {
              guard: { type: 'isFirst', params: ofEvent },
              actions: [
                { type: 'announceLoaded', params: ({ context }) => ({ count: countOf(context.pages) }) },
                'placeCursor',
                'selectAsAddressed',
                raise({ type: 'rows.placed', isFirst: true }),
              ],
            },
            {
              guard: { type: 'isAsked', params: ofEvent },
              actions: [
                { type: 'announceLoaded', params: ({ context }) => ({ count: countOf(context.pages) }) },
                'keepCursor',
                raise({ type: 'rows.placed', isFirst: false }),
              ],
            },
            { actions: ['keepCursor', raise({ type: 'rows.placed', isFirst: false })] },
          ],
          'row.gone': { actions: 'announceGone' },
        },
      },
      /** The open row. It is shown at once and its trail when it arrives. Moving on before that drops the answer. */
      detail: {
        initial: 'closed',
        on: {
          'query.read': { guard: { type: 'isReopened', params: ofEvent }, actions: raise({ type: 'row.sync' }) },
          'rows.placed': {
            guard: and([not(stateIn({ awaited: 'toMove' })), { type: 'mustSync', params: ofEvent }]),
            actions: raise({ type: 'row.sync' }),
          },
          'row.sync': [
            { guard: 'isClosed', target: '.closed' },
            { guard: 'isWantedShown', actions: ['showWanted', 'enterWanted'] },
            { guard: and(['isPeeking', 'isWantedLoaded']), target: '.settling', actions: 'showWanted' },
            { guard: 'isWantedLoaded', target: '.loading', actions: ['showWanted', 'enterWanted'] },
            {
              guard: 'isNotInResult',
              target: '.missing',
              actions: assign(({ context }) => ({ detail: { ...NO_DETAIL, id: context.query.open } })),
            },
          ],
          'row.follow': [
            { guard: 'isWantedShown', actions: 'showWanted' },
            { target: '.settling', actions: 'showWanted' },
          ],
          'row.entered': {
            guard: 'isWantedLoaded',
            actions: { type: 'addToRecents', params: ({ context }) => ({ row: context.detail.row as Row }) },
          },
          'row.close': [
            { guard: 'isPeeking', actions: navigate(() => ({ view: null }), 'replace') },
            {
              actions: [navigate(({ closesTo }) => ({ open: null, view: closesTo }), 'replace'), assign({ closesTo: null })],
            },
          ],
          'peek.resume': {
            guard: 'isInside',
            actions: [
              assign(({ context }) => ({ query: { ...context.query, open: null, view: 'peek' } })),
              raise({ type: 'cursor.placed' }),
              raise({ type: 'row.sync' }),
            ],
          },
        },
        states: {
          closed: { entry: assign({ detail: NO_DETAIL }) },
          // Fetch only when the cursor stays on the row.
          settling: { after: { settleDelay: 'loading' } },
          loading: {
            on: { 'detail.reload': { target: 'loading', reenter: true } },
            invoke: {
              id: 'fetchTrail',
              src: 'fetchTrail',
              input: ({ context }) => ({ row: context.detail.row as Row }),
              onDone: {
                target: 'shown',
                actions: assign(({ context, event }) => ({ detail: { ...context.detail, ...event.output, error: null } })),
              },
              onError: { target: 'failed', actions: { type: 'noteDetailError', params: ofEvent } },
            },
          },
          shown: { on: { 'detail.reload': 'loading' } },
          failed: { on: { 'detail.retry': 'loading', 'detail.reload': 'loading' } },
          /** The row is not in the result, or on a page that is not loaded. */
          missing: {
            on: { 'detail.find': 'finding', 'rows.placed': { actions: raise({ type: 'row.sync' }) } },
          },
          finding: {
            invoke: {
              id: 'findRow',
              src: 'findRow',
              input: ({ context }) => ({ id: context.detail.id ?? '' }),
              onDone: [
                {
                  guard: { type: 'isFound', params: ({ event }) => ({ row: event.output }) },
                  target: 'loading',
                  actions: assign(({ context, event }) => ({ detail: { ...context.detail, row: event.output } })),
                },
                { target: 'gone' },
              ],
              onError: { target: 'unfound', actions: { type: 'noteDetailError', params: ofEvent } },
            },
          },
          unfound: { on: { 'detail.retry': 'finding' } },
          gone: {},
        },
      },
      /** A row whose page is not loaded yet. */
      awaited: {
        initial: 'none',
        on: {
          'row.open': [
            { guard: 'isOnRow', target: '.none', actions: ['rememberPeek', openRow] },
            { target: '.toOpen', actions: assign(({ context }) => ({ awaited: context.cursor.row })) },
          ],
          'peek.pin': { guard: and(['isPeeking', 'isOnRow']), actions: ['rememberPeek', openRow] },
          'row.move': {
            target: '.none',
            actions: { type: 'moveTo', params: ({ context, event }) => ({ index: movedIndex(context, event.by) }) },
          },
          'row.awaited': '.toMove',
          'row.close': '.none',
        },
        states: {
          none: {},
          toOpen: {
            on: {
              'row.cancel': 'none',
              'rows.placed': [
                { guard: not(and(['isAwaited', 'isGridFocused', not('hasFailed')])), target: 'none' },
                { guard: 'isOnRow', target: 'none', actions: ['rememberPeek', openRow] },
              ],
            },
          },
          toMove: {
            on: {
              'rows.placed': {
                target: 'none',
                actions: { type: 'moveTo', params: ({ context }) => ({ index: context.awaited }) },
              },
            },
          },
        },
      },
    },
  })
}
