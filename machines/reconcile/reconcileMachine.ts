import { assign, setup } from 'xstate'
import { requiredCallback } from '../parts.ts'
import type { ReconcileContext, ReconcileEvent, ReconcileProgress } from './reconcileEvents.ts'

const START = { preview: null, summary: null, session: null, lookups: [], isAttached: false }

/**
 * Reconciling a statement: choose it, check its columns, fetch the orders of its days, match, decide. From `held` on the session is
 * stored, and the persisted snapshot continues where the page ended: `attach` opens the session again in a new page, and the other
 * actors wait for it.
 */
export const createReconcileMachine = <Source, Preview, Summary, Settings, Change>() =>
  setup({
    types: {
      context: {} as ReconcileContext<Source, Preview, Summary, Settings, Change>,
      events: {} as ReconcileEvent<Source, Preview, Summary, Settings, Change>,
      input: {} as { settings: Settings },
    },
    actors: {
      read: requiredCallback<ReconcileEvent<Source, Preview, Summary, Settings, Change>, { source: Source | null }>('read'),
      open: requiredCallback<ReconcileEvent<Source, Preview, Summary, Settings, Change>, { session: string | null }>('open'),
      attach: requiredCallback<ReconcileEvent<Source, Preview, Summary, Settings, Change>, { session: string | null }>(
        'attach',
      ),
      layout: requiredCallback<ReconcileEvent<Source, Preview, Summary, Settings, Change>, { change: Change | null }>('layout'),
      fetch: requiredCallback<ReconcileEvent<Source, Preview, Summary, Settings, Change>, { settings: Settings }>('fetch'),
      match: requiredCallback<ReconcileEvent<Source, Preview, Summary, Settings, Change>, { settings: Settings }>('match'),
      lookUp: requiredCallback<
        ReconcileEvent<Source, Preview, Summary, Settings, Change>,
        { settings: Settings; numbers: readonly string[] }
      >('lookUp'),
    },
    actions: {
      progress: assign((_, { progress }: { progress: ReconcileProgress }) => ({ progress })),
      forgetProgress: assign({ progress: null }),
      fail: assign(
        (_, failure: { failedIn: ReconcileContext<Source, Preview, Summary, Settings, Change>['failedIn']; error: unknown }) =>
          failure,
      ),
    },
    guards: {
      isFirstLookup: ({ context }, { lookups }: { lookups: readonly string[] }) => lookups.length > 0 && !context.hasLookedUp,
      failedIn: ({ context }, step: string) => context.failedIn === step,
      isNothing: (_, { found }: { found: number }) => found === 0,
      isMatched: (_, { summary }: { summary: unknown }) => summary !== null,
    },
  }).createMachine({
    id: 'reconcile',
    context: ({ input }) => ({
      ...START,
      settings: input.settings,
      source: null,
      change: null,
      progress: null,
      failedIn: null,
      error: null,
      hasLookedUp: false,
    }),
    initial: 'choosing',
    on: {
      'source.given': {
        target: '.reading',
        actions: assign(({ event }) => ({ ...START, source: event.source, hasLookedUp: false })),
      },
      'session.open': { target: '.opening', actions: assign(({ event }) => ({ ...START, session: event.session })) },
      'session.close': { target: '.choosing', actions: assign({ ...START, source: null }) },
    },
    states: {
      choosing: {},
      /** The worker reads the file. */
      reading: {
        entry: 'forgetProgress',
        invoke: { id: 'read', src: 'read', input: ({ context }) => ({ source: context.source }) },
        on: {
          'work.progress': { actions: { type: 'progress', params: ({ event }) => event } },
          'statement.read': {
            target: 'held',
            actions: assign(({ event: { preview, session, settings } }) => ({ preview, session, settings, isAttached: true })),
          },
          'work.failed': {
            target: 'failed',
            actions: { type: 'fail', params: ({ event }) => ({ failedIn: 'reading' as const, error: event.error }) },
          },
          'work.cancel': 'choosing',
        },
      },
      /** A stored session is opened from the list. */
      opening: {
        entry: 'forgetProgress',
        invoke: { id: 'open', src: 'open', input: ({ context }) => ({ session: context.session }) },
        on: {
          'work.progress': { actions: { type: 'progress', params: ({ event }) => event } },
          'session.opened': [
            {
              guard: { type: 'isMatched', params: ({ event }) => event },
              target: 'held.deciding',
              actions: assign(({ event: { preview, summary, settings } }) => ({
                preview,
                summary,
                settings,
                isAttached: true,
              })),
            },
            {
              target: 'held.columns',
              actions: assign(({ event: { preview, settings } }) => ({ preview, settings, isAttached: true })),
            },
          ],
          'work.failed': {
            target: 'failed',
            actions: { type: 'fail', params: ({ event }) => ({ failedIn: 'opening' as const, error: event.error }) },
          },
          'work.cancel': 'choosing',
        },
      },
      held: {
        invoke: { id: 'attach', src: 'attach', input: ({ context }) => ({ session: context.session }) },
        on: {
          'session.attached': {
            actions: assign(({ context, event: { preview, summary } }) => ({
              preview: preview ?? context.preview,
              summary: summary ?? context.summary,
              isAttached: true,
            })),
          },
          'session.lost': {
            target: 'failed',
            actions: { type: 'fail', params: ({ event }) => ({ failedIn: 'opening' as const, error: event.error }) },
          },
          'work.progress': { actions: { type: 'progress', params: ({ event }) => event } },
          'settings.change': {
            actions: assign(({ context, event }) => ({ settings: { ...context.settings, ...event.changes } })),
          },
        },
        initial: 'columns',
        states: {
          columns: {
            initial: 'shown',
            on: {
              'layout.change': { target: '.changing', actions: assign(({ event }) => ({ change: event.change })) },
              'columns.confirm': 'fetching',
            },
            states: {
              shown: {},
              changing: {
                invoke: { id: 'layout', src: 'layout', input: ({ context }) => ({ change: context.change }) },
                on: {
                  'layout.changed': { target: 'shown', actions: assign(({ event }) => ({ preview: event.preview })) },
                  'work.failed': 'shown',
                },
              },
            },
          },
          fetching: {
            entry: ['forgetProgress', assign({ hasLookedUp: false })],
            invoke: { id: 'fetch', src: 'fetch', input: ({ context }) => ({ settings: context.settings }) },
            on: {
              'orders.fetched': 'matching',
              'work.failed': {
                target: '#reconcile.failed',
                actions: { type: 'fail', params: ({ event }) => ({ failedIn: 'fetching' as const, error: event.error }) },
              },
              'work.cancel': 'columns',
            },
          },
          matching: {
            entry: 'forgetProgress',
            invoke: { id: 'match', src: 'match', input: ({ context }) => ({ settings: context.settings }) },
            on: {
              'lines.matched': [
                {
                  guard: { type: 'isFirstLookup', params: ({ event }) => event },
                  target: 'lookingUp',
                  actions: assign(({ event: { lookups, summary } }) => ({ lookups, summary, hasLookedUp: true })),
                },
                { target: 'deciding', actions: assign(({ event }) => ({ summary: event.summary })) },
              ],
              'work.failed': {
                target: '#reconcile.failed',
                actions: { type: 'fail', params: ({ event }) => ({ failedIn: 'matching' as const, error: event.error }) },
              },
              'work.cancel': 'columns',
            },
          },
          /** Numbers of orders outside of the days, where the gateway finds orders by number. */
          lookingUp: {
            entry: 'forgetProgress',
            invoke: {
              id: 'lookUp',
              src: 'lookUp',
              input: ({ context }) => ({ settings: context.settings, numbers: context.lookups }),
            },
            on: {
              'orders.fetched': [
                { guard: { type: 'isNothing', params: ({ event }) => event }, target: 'deciding' },
                'matching',
              ],
              'work.failed': {
                target: '#reconcile.failed',
                actions: { type: 'fail', params: ({ event }) => ({ failedIn: 'lookingUp' as const, error: event.error }) },
              },
              'work.cancel': { target: 'matching' },
            },
          },
          deciding: {
            on: {
              'summary.changed': { actions: assign(({ event }) => ({ summary: event.summary })) },
              'columns.edit': 'columns',
              'orders.reload': 'fetching',
              'statement.match': 'matching',
            },
          },
        },
      },
      failed: {
        exit: assign({ failedIn: null, error: null }),
        on: {
          'work.retry': [
            { guard: { type: 'failedIn', params: 'reading' }, target: 'reading' },
            { guard: { type: 'failedIn', params: 'opening' }, target: 'opening' },
            { guard: { type: 'failedIn', params: 'matching' }, target: 'held.matching' },
            { guard: { type: 'failedIn', params: 'lookingUp' }, target: 'held.lookingUp' },
            { target: 'held.fetching' },
          ],
          'work.cancel': [
            { guard: { type: 'failedIn', params: 'reading' }, target: 'choosing' },
            { guard: { type: 'failedIn', params: 'opening' }, target: 'choosing' },
            { target: 'held.columns' },
          ],
        },
      },
    },
  })
