import { assign, raise } from 'xstate'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { byEvent, byOutput } from '../parts.ts'
import { NO_DETAIL, type QueryBase } from './listContext.ts'
import type { createListSetup } from './listSetup.ts'

/** The open row. It is shown at once and its trail when it arrives. Moving on before that drops the answer. */
export const detailRegion = <Row extends ListedRow, Query extends QueryBase<unknown>, Trail, Summary>(
  list: ReturnType<typeof createListSetup<Row, Query, Trail, Summary>>,
) =>
  list.createStateConfig({
    initial: 'closed',
    on: {
      'query.read': { guard: byEvent('isReopened'), actions: raise({ type: 'row.sync' }) },
      'rows.placed': { guard: byEvent('mustSync'), actions: raise({ type: 'row.sync' }) },
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
        { guard: 'isPeeking', actions: raise({ type: 'query.navigate', changes: { view: null }, how: 'replace' }) },
        {
          actions: [
            raise(({ context }) => ({
              type: 'query.navigate',
              changes: { open: null, view: context.closesTo },
              how: 'replace',
            })),
            assign({ closesTo: null }),
          ],
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
          onError: { target: 'failed', actions: byEvent('noteDetailError') },
        },
      },
      shown: { on: { 'detail.reload': 'loading' } },
      failed: { on: { 'detail.retry': 'loading', 'detail.reload': 'loading' } },
      /** The row is not in the result, or on a page that is not loaded. */
      missing: { on: { 'detail.find': 'finding', 'rows.placed': { actions: raise({ type: 'row.sync' }) } } },
      finding: {
        invoke: {
          id: 'findRow',
          src: 'findRow',
          input: ({ context }) => ({ id: context.detail.id ?? '' }),
          onDone: [
            {
              guard: byOutput('isFound'),
              target: 'loading',
              actions: assign(({ context, event }) => ({ detail: { ...context.detail, row: event.output.row } })),
            },
            {
              target: 'gone',
              actions: assign(({ context, event }) => ({ detail: { ...context.detail, searched: event.output.searched } })),
            },
          ],
          onError: { target: 'unfound', actions: byEvent('noteDetailError') },
        },
      },
      unfound: { on: { 'detail.retry': 'finding' } },
      gone: {},
    },
  })
