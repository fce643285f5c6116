import { assign, enqueueActions, raise, sendTo, setup } from 'xstate'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { createListChangesMachine } from '../live/listChangesMachine.ts'
import { pageOf } from '../paging/pageCache.ts'
import { shownRow } from '../paging/pagingContext.ts'
import { createPagingMachine } from '../paging/pagingMachine.ts'
import { createSummaryMachine } from '../paging/summaryMachine.ts'
import { requiredAction, requiredActor } from '../parts.ts'
import {
  countOf,
  type FoundRow,
  HEADER_ROW,
  indexIn,
  isExactIn,
  isUnanswered,
  keptCursor,
  type ListContext,
  type LoadedDetail,
  NO_DETAIL,
  NOT_AHEAD,
  type Pages,
  type QueryBase,
  rowAtCursor,
} from './listContext.ts'
import type { HistoryMode, ListEvent, ListInput, QueryChanges } from './listEvents.ts'

/** Above this number of pages the whole list is read again. */
const MAX_SINGLE_PAGES = 4

/** The actors, actions, guards and delays of an open list. */
export const createListSetup = <Row extends ListedRow, Query extends QueryBase<unknown>, Trail, Summary>() => {
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
      fetchTrail: requiredActor<LoadedDetail<Row, Trail>, { row: Row }>('fetchTrail'),
      /** Looks a row up by its id. */
      findRow: requiredActor<FoundRow<Row>, { id: string }>('findRow'),
    },
    actions: {
      navigate: (_, _params: { changes: QueryChanges<Query>; how: HistoryMode }) => requiredAction('navigate')(),
      /** Writes the query into the address, without an entry in the history. */
      writeAddress: (_, _params: { query: Query }) => requiredAction('writeAddress')(),
      announceLoaded: (_, _params: { count: number; isExact: boolean }) => requiredAction('announceLoaded')(),
      announceGone: (_) => requiredAction('announceGone')(),
      announceBeyondEnd: (_, _params: { page: number }) => requiredAction('announceBeyondEnd')(),
      /** The end of the result is not known: rows may follow the last one. */
      announceOpenEnd: (_, _params: { count: number }) => requiredAction('announceOpenEnd')(),
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
      search: sendTo('paging', (_, { query: { filter, sort, page } }: { query: Query }) => ({
        type: 'search',
        filter,
        sort,
        page,
      })),
      tellPlaced: raise((_, { isFirst }: { isFirst: boolean }) => ({ type: 'rows.placed', isFirst })),
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
      /** After the first answer to a query. Keys could already move the cursor in placeholder rows and in those of the previous query. */
      placeCursor: enqueueActions(({ context, enqueue }) => {
        const { pages, query, cursor, epoch, staysInHeader, ahead } = context
        const { current, pageSize } = pages.context
        const last = countOf(pages) - 1
        const index = (query.at === null ? null : indexIn(pages, query.at)) ?? (current - 1) * pageSize
        const from = ahead.to === 'last' ? last : (ahead.to ?? index)
        // After a sort by the header it may have moved on from there.
        // A click in a placeholder row moves it as well.
        const by = epoch === 0 && ahead.to === null ? Math.max(ahead.by, cursor.row) : ahead.by
        const wanted = staysInHeader ? cursor.row : Math.max(0, from + by)
        const row = Math.min(last, wanted)
        enqueue.assign({ anchor: shownRow(pages.context, row)?.id ?? null, epoch: epoch + 1, ahead: NOT_AHEAD })
        enqueue.raise({ type: 'cursor.set', row })
        if (wanted > last && last >= 0 && !isExactIn(pages)) enqueue.raise({ type: 'cursor.reach', row: wanted })
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
      setReached: assign((_, { row }: { row: number }) => ({ reached: row })),
      seekReached: sendTo('paging', ({ context }) => ({ type: 'seek', row: context.reached })),
      /** To the awaited row, or to the last one. */
      moveToReached: enqueueActions(({ context, enqueue }) => {
        const last = countOf(context.pages) - 1
        enqueue.raise({ type: 'cursor.set', row: Math.max(HEADER_ROW, Math.min(last, context.reached)) })
        if (context.reached > last && !isExactIn(context.pages)) enqueue.raise({ type: 'end.open', count: last + 1 })
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
      isKnown: ({ context: { pages } }, { row }: { row: number }) => row < countOf(pages) || isExactIn(pages),
      isReachSettled: ({ context: { pages } }) => pages.context.sought === null,
      isPush: (_, { how }: { how: HistoryMode }) => how === 'push',
      isFiltered: ({ context }, { query }: { query: Query }) => query.filter !== context.query.filter,
      isSorted: ({ context }, { query }: { query: Query }) => query.sort !== context.query.sort,
      isResized: ({ context }, { query }: { query: Query }) => query.size !== context.query.size,
      isRepositioned: ({ context: { query: before } }, { query }: { query: Query }) =>
        query.filter === before.filter &&
        query.sort === before.sort &&
        query.size === before.size &&
        (query.at !== before.at || query.page !== before.page),
      isAnotherResult: ({ context: { query: before } }, { query }: { query: Query }) =>
        query.filter !== before.filter || query.sort !== before.sort || query.size !== before.size,
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
      /** The rows are those of the previous query, or placeholders. */
      isBeforeAnswer: ({ context: { pages } }) => isUnanswered(pages),
      /** The row under the cursor is one of the previous query, and that of the next one is meant. */
      isReplaced: ({ context }, { isAhead = false }: { isAhead?: boolean }) =>
        isAhead && isUnanswered(context.pages) && rowAtCursor(context) !== undefined,
      isOnRow: ({ context }) => rowAtCursor(context) !== undefined,
      isGivenUp: ({ context: { awaited, cursor, pages } }) =>
        (awaited !== 'placed' && awaited !== cursor.row) || pages.value === 'failed',
      /** The key that opened the row no longer counts. */
      isGridBlurred: (_) => requiredAction('isGridBlurred')() as never,

      isClosed: ({ context }) => context.query.view === null,
      isWantedShown: ({ context }) => context.detail.row !== null && wantedRow(context)?.id === context.detail.id,
      isPeekLoaded: ({ context }) => context.query.view === 'peek' && rowAtCursor(context) !== undefined,
      isWantedLoaded: ({ context }) => wantedRow(context) !== undefined,
      isNotInResult: ({ context: { query, pages, detail } }) =>
        query.view !== 'peek' && query.open !== null && pages.context.isAnswered && detail.id !== query.open,
      isFound: (_, { row }: FoundRow<Row>) => row !== null,
    },
    delays: { writeDelay: 300, settleDelay: 150 },
  })
}
