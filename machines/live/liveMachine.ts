import { assign, setup } from 'xstate'
import { byEvent, requiredAction, requiredCallback } from '../parts.ts'

/** Events of the stream. `stream.over` without an error: the gateway has closed it. */
export type StreamEvent<Kind> =
  | { type: 'stream.opened' }
  | { type: 'stream.heard'; kind: Kind }
  | { type: 'stream.over'; error: unknown }

export type LiveEvent<Kind> =
  | StreamEvent<Kind>
  | { type: 'tab.shown' }
  | { type: 'tab.hidden' }
  | { type: 'tab.focused' }
  | { type: 'connection.lost' }
  | { type: 'connection.found' }

export interface LiveContext {
  /** Failed attempts since the stream was last open. */
  readonly tries: number
  readonly isShown: boolean
}

const QUICK_RETRIES = 4
const SECOND = 1_000

/** Any data may have changed. */
const NOTIFY_ALL = { type: 'notify', params: { kind: null } } as const

const statusOf = (error: unknown): number => (error as { status?: number } | null)?.status ?? 0

/**
 * The event stream of one console. Events are hints without data: listeners fetch what they need. Opening the stream notifies
 * all listeners, so nothing is lost while there was none. Without a stream, listeners are notified periodically. There is no
 * stream while the tab is hidden or the connection is lost.
 */
export const createLiveMachine = <Kind extends string>() =>
  setup({
    types: { context: {} as LiveContext, events: {} as LiveEvent<Kind> },
    actors: {
      listen: requiredCallback<LiveEvent<Kind>>('listen'),
    },
    actions: {
      /** Data of this kind may have changed; null: any data. */
      notify: (_, _params: { kind: Kind | null }) => requiredAction('notify')(),
      countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    },
    guards: {
      isSessionOver: (_, { error }: { error: unknown }) => statusOf(error) === 401,
      // A gateway without this stream. It may answer an unknown path with an HTML page.
      isUnsupported: (_, { error }: { error: unknown }) => [200, 403, 404, 405, 406, 501].includes(statusOf(error)),
      isRefused: (_, { error }: { error: unknown }) => statusOf(error) === 429,
      canRetryQuickly: ({ context }) => context.tries < QUICK_RETRIES,
      isShown: ({ context }) => context.isShown,
    },
    delays: {
      retryDelay: ({ context }) => 2 ** Math.max(0, context.tries - 1) * SECOND,
      pollDelay: 15 * SECOND,
    },
  }).createMachine({
    id: 'live',
    context: { tries: 0, isShown: true },
    initial: 'listening',
    on: {
      'tab.hidden': { target: '.paused', actions: assign({ isShown: false }) },
      'connection.lost': '.offline',
    },
    states: {
      listening: {
        initial: 'connecting',
        invoke: { id: 'listen', src: 'listen' },
        on: {
          'stream.over': [
            { guard: byEvent('isSessionOver'), target: 'stopped' },
            { guard: byEvent('isUnsupported'), target: 'unsupported' },
            { guard: byEvent('isRefused'), target: 'polling' },
            { guard: 'canRetryQuickly', target: 'retrying', actions: 'countTry' },
            { target: 'polling' },
          ],
        },
        states: {
          connecting: {
            on: { 'stream.opened': { target: 'streaming', actions: [assign({ tries: 0 }), NOTIFY_ALL] } },
          },
          streaming: { on: { 'stream.heard': { actions: byEvent('notify') } } },
        },
      },
      /** The stream broke a moment ago; a gateway that restarts is back within seconds. */
      retrying: { after: { retryDelay: 'listening' } },
      /** No stream for now: notify periodically, and try to open a stream each time. */
      polling: {
        on: { 'tab.focused': { target: 'listening', actions: NOTIFY_ALL } },
        after: { pollDelay: { target: 'listening', actions: NOTIFY_ALL } },
      },
      /** This gateway has no stream: notify periodically. */
      unsupported: {
        on: { 'tab.focused': { target: 'unsupported', reenter: true, actions: NOTIFY_ALL } },
        after: { pollDelay: { target: 'unsupported', reenter: true, actions: NOTIFY_ALL } },
      },
      offline: {
        on: {
          'tab.hidden': { actions: assign({ isShown: false }) },
          'tab.shown': { actions: assign({ isShown: true }) },
          'connection.lost': {},
          'connection.found': [{ guard: 'isShown', target: 'listening', actions: assign({ tries: 0 }) }, { target: 'paused' }],
        },
      },
      paused: {
        on: {
          'tab.shown': { target: 'listening', actions: assign({ isShown: true, tries: 0 }) },
          'connection.lost': {},
        },
      },
      /** The session has ended. The user's next call shows that. */
      stopped: { on: { 'tab.hidden': {}, 'connection.lost': {} } },
    },
  })
