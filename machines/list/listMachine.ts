import { assign, raise, sendTo } from 'xstate'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { byEvent } from '../parts.ts'
import { cursorRegion } from './cursorRegion.ts'
import { detailRegion } from './detailRegion.ts'
import {
  countOf,
  HEADER_ROW,
  type ListContext,
  loadedRows,
  NO_DETAIL,
  NOT_AHEAD,
  type Pages,
  type QueryBase,
  rowAtCursor,
} from './listContext.ts'
import type { ListEvent, RowsCame } from './listEvents.ts'
import { createListSetup } from './listSetup.ts'

const WRITE_ADDRESS = {
  type: 'writeAddress',
  params: <Context>({ context }: { context: Context }): Context => context,
} as const

/** The snapshot of the rows has no answer to the query yet. */
const UNANSWERED = { actions: [byEvent('takePages'), 'leavePlaceholders'] } as const

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
  /** The first rows of a result that was empty count as first: the cursor waits in the header. */
  const cameAfter = (before: Pages<Row, Filter>, now: Pages<Row, Filter>): RowsCame => ({
    type: 'rows.came',
    isFirst: countOf(before) === 0 && countOf(now) > 0,
  })
  const openRow = raise<Context, Event, Event, undefined>(({ context }) => {
    const id = rowAtCursor(context)?.id ?? null
    return { type: 'query.navigate', changes: { open: id, view: 'inside', at: id }, how: 'push' }
  })

  const list = createListSetup<Row, Query, Trail, Summary>()
  return list.createMachine({
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
        ahead: NOT_AHEAD,
        staysInHeader: false,
        epoch: 0,
        detail: NO_DETAIL,
        awaited: 0,
        reached: 0,
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
          written: { on: { 'query.navigate': { actions: byEvent('navigate') } } },
          // The address is written when the cursor rests.
          unwritten: {
            after: { writeDelay: { target: 'written', actions: WRITE_ADDRESS } },
            on: {
              'query.navigate': [
                {
                  // Write the cursor position first, so that Back leads to it even right after a move.
                  guard: byEvent('isPush'),
                  target: 'written',
                  actions: [WRITE_ADDRESS, byEvent('navigate')],
                },
                { target: 'written', actions: byEvent('navigate') },
              ],
              // Write the last position before teardown (session expiry).
              'list.close': { target: 'written', actions: WRITE_ADDRESS },
            },
          },
        },
      },
      rows: {
        initial: 'reading',
        on: {
          'query.read': [
            {
              guard: byEvent('isFiltered'),
              target: '.reading.filtered',
              actions: [
                'clearMessage',
                'clearSelection',
                assign({ staysInHeader: false, ahead: NOT_AHEAD }),
                { type: 'askSummary', params: ({ event }) => event.query },
                { type: 'restartChanges', params: ({ event }) => ({ filter: event.query.filter, isAgain: false }) },
                byEvent('search'),
              ],
            },
            {
              guard: byEvent('isSorted'),
              actions: [
                'clearMessage',
                assign(({ context }) => ({ staysInHeader: context.cursor.row === HEADER_ROW, ahead: NOT_AHEAD })),
                { type: 'restartChanges', params: ({ event }) => ({ filter: event.query.filter, isAgain: true }) },
                byEvent('search'),
              ],
            },
            {
              guard: byEvent('isResized'),
              actions: sendTo('paging', ({ event }) => ({ type: 'resize', pageSize: event.query.size })),
            },
          ],
          'list.reload': [
            {
              guard: byEvent('hasOtherFilter'),
              actions: raise(({ context, event: { filter } }) => ({ type: 'query.read', query: { ...context.query, filter } })),
            },
            {
              actions: [
                { type: 'restartChanges', params: ({ event }) => ({ filter: event.filter, isAgain: true }) },
                byEvent('askSummary'),
                sendTo('paging', { type: 'reload' }),
                raise({ type: 'rows.asked' }),
              ],
            },
          ],
          'list.retry': { actions: 'retryFailed' },
          'rows.touch': {
            actions: [byEvent('touchPages'), { type: 'askSummary', params: ({ context }) => context.query }],
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
                  guard: byEvent('isAnswered'),
                  target: 'read',
                  actions: [byEvent('takePages'), raise({ type: 'rows.came', isFirst: true })],
                },
                UNANSWERED,
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
                { guard: byEvent('isNewQuery'), target: 'reading', ...UNANSWERED },
                {
                  guard: byEvent('isAnswered'),
                  actions: [raise(({ context, event }) => cameAfter(context.pages, event.snapshot)), byEvent('takePages')],
                },
                UNANSWERED,
              ],
            },
            states: {
              shown: {},
              /** The user has asked for the rows again, so that the answer is announced. */
              asked: {
                on: {
                  'xstate.snapshot.paging': {
                    guard: byEvent('isAnswered'),
                    target: 'shown',
                    actions: [
                      raise(({ context, event }) => ({ ...cameAfter(context.pages, event.snapshot), isAsked: true })),
                      byEvent('takePages'),
                    ],
                  },
                },
              },
            },
          },
        },
      },
      cursor: cursorRegion(list),
      detail: detailRegion(list),
      /** A row whose page is not loaded yet. */
      awaited: {
        initial: 'none',
        on: {
          'row.open': [
            { guard: byEvent('isReplaced'), target: '.toOpen', actions: assign({ awaited: 'placed' }) },
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
              'cursor.ahead': { guard: 'isBeforeAnswer', target: 'none' },
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
                actions: { type: 'moveTo', params: ({ context }) => ({ index: Number(context.awaited) }) },
              },
            },
          },
        },
      },
    },
  })
}
