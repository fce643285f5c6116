import { assign } from 'xstate'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { byEvent } from '../parts.ts'
import { countOf, isExactIn, movedAhead, type Pages, type QueryBase } from './listContext.ts'
import type { createListSetup } from './listSetup.ts'

const ANNOUNCE_LOADED = {
  type: 'announceLoaded',
  params: <Row, Filter>({ context: { pages } }: { context: { pages: Pages<Row, Filter> } }) => ({
    count: countOf(pages),
    isExact: isExactIn(pages),
  }),
} as const

/** The cursor. It stays on its row while rows come and go, and waits for a row that is not known yet. */
export const cursorRegion = <Row extends ListedRow, Query extends QueryBase<unknown>, Trail, Summary>(
  list: ReturnType<typeof createListSetup<Row, Query, Trail, Summary>>,
) =>
  list.createStateConfig({
    initial: 'resting',
    on: {
      'cursor.set': { guard: byEvent('isMoved'), actions: [byEvent('setCursor'), 'noteCursor'] },
      'cursor.ahead': {
        guard: 'isBeforeAnswer',
        actions: assign(({ context, event }) => ({ ahead: movedAhead(context.ahead, event) })),
      },
      'cursor.reach': [
        { guard: byEvent('isKnown'), target: '.resting', actions: [byEvent('setReached'), 'moveToReached'] },
        { target: '.reaching', actions: [byEvent('setReached'), 'seekReached'] },
      ],
      'query.read': {
        guard: byEvent('isRepositioned'),
        actions: { type: 'moveToQuery', params: ({ event }) => event.query },
      },
      'list.reload': { actions: assign(({ event: { inserted } }) => ({ inserted })) },
      'rows.came': [
        {
          guard: byEvent('isFirst'),
          actions: [ANNOUNCE_LOADED, 'placeCursor', 'selectAsAddressed', byEvent('tellPlaced')],
        },
        { guard: byEvent('isAsked'), actions: [ANNOUNCE_LOADED, 'keepCursor', byEvent('tellPlaced')] },
        { actions: ['keepCursor', byEvent('tellPlaced')] },
      ],
      'row.gone': { actions: 'announceGone' },
      'end.open': { actions: byEvent('announceOpenEnd') },
      'page.beyond': {
        actions: [byEvent('announceBeyondEnd'), { type: 'moveToQuery', params: ({ event: { page } }) => ({ at: null, page }) }],
      },
    },
    states: {
      resting: {},
      // Any other move ends the wait.
      reaching: {
        on: {
          'cursor.set': { guard: byEvent('isMoved'), target: 'resting', actions: [byEvent('setCursor'), 'noteCursor'] },
          'query.read': { guard: byEvent('isAnotherResult'), target: 'resting' },
          'rows.placed': { guard: 'isReachSettled', target: 'resting', actions: 'moveToReached' },
        },
      },
    },
  })
