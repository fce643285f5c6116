import { assign, raise, sendTo } from 'xstate'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { countOf, type ListContext, loadedRows, NO_DETAIL, type Pages, type QueryBase, rowAtCursor } from './listContext.ts'
import type { HistoryMode, ListEvent, RowsCame } from './listEvents.ts'
import { createListSetup } from './listSetup.ts'

const ofEvent = <Event>({ event }: { event: Event }): Event => event
const ofContext = <Context>({ context }: { context: Context }): Context => context

/**
 * An open list: the query and its place in the address, the rows, the cursor that stays on its row, the open row and the row
 * awaited by a key. The address is an input: the console navigates, reads the query back and sends `query.read`.
 */
export const createListMachine = <Row extends ListedRow, Query extends QueryBase<unknown>, Trail, Summary>() => {
  type Filter = Query['filter']
  type Context = ListContext<Row, Query, Filter, Trail>
  type Event = ListEvent<Row, Query>

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

  return createListSetup<Row, Query, Trail, Summary>().createMachine({
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
          'page.beyond': {
            actions: [
              { type: 'announceBeyondEnd', params: ofEvent },
              { type: 'moveToQuery', params: ({ event: { page } }) => ({ at: null, page }) },
            ],
          },
        },
      },
      /** The open row. It is shown at once and its trail when it arrives. Moving on before that drops the answer. */
      detail: {
        initial: 'closed',
        on: {
          'query.read': { guard: { type: 'isReopened', params: ofEvent }, actions: raise({ type: 'row.sync' }) },
          'rows.placed': {
            guard: { type: 'mustSync', params: ofEvent },
            actions: raise({ type: 'row.sync' }),
          },
          'row.sync': [
            { guard: 'isClosed', target: '.closed' },
            { guard: 'isWantedShown', actions: ['showWanted', 'enterWanted'] },
            { guard: 'isPeekLoaded', target: '.settling', actions: 'showWanted' },
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
          'peek.pin': { guard: 'isPeekLoaded', actions: ['rememberPeek', openRow] },
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
                { guard: 'isGivenUp', target: 'none' },
                { guard: 'isGridBlurred', target: 'none' },
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
