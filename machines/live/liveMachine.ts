import { assign, type CallbackActorLogic, fromCallback, setup } from 'xstate'
import { requiredAction } from '../requiredActor.ts'

/** What a stream says. `stream.over` without an error: the gateway has ended it. */
export type StreamNews<Kind> =
  | { type: 'stream.opened' }
  | { type: 'stream.heard'; kind: Kind }
  | { type: 'stream.over'; error: unknown }

export type LiveEvent<Kind> =
  | StreamNews<Kind>
  | { type: 'tab.shown' }
  | { type: 'tab.hidden' }
  | { type: 'tab.focused' }
  | { type: 'connection.lost' }
  | { type: 'connection.found' }

export interface LiveContext {
  /** Attempts that failed since the stream was last open. */
  readonly tries: number
  readonly isShown: boolean
}

/** So often a stream is tried again soon; then now and then. */
const SOON = 4
const SECOND = 1_000

const statusOf = (error: unknown): number => (error as { status?: number } | null)?.status ?? 0

/**
 * One stream of a console, on which the gateway says that something happened. An event is a hint: whoever is told looks for
 * himself, so nothing is lost while there is no stream, and everybody is told to look when there is one again. Without one
 * he is told to look now and then. Nothing is asked for a tab that nobody sees, nor while there is no connection.
 */
export const createLiveMachine = <Kind extends string>() =>
  setup({
    types: { context: {} as LiveContext, events: {} as LiveEvent<Kind> },
    actors: {
      listen: fromCallback(() => {
        throw new Error('required actor was not provided: "listen"')
      }) as CallbackActorLogic<LiveEvent<Kind>>,
    },
    actions: {
      /** Something of the kind may look different; null: anything may. */
      tell: (_, _params: { kind: Kind | null }) => requiredAction('tell')(),
      countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    },
    guards: {
      isSessionOver: (_, { error }: { error: unknown }) => statusOf(error) === 401,
      // Another gateway, which may also answer what it does not know with a page.
      hasNone: (_, { error }: { error: unknown }) => [200, 403, 404, 405, 406, 501].includes(statusOf(error)),
      isRefused: (_, { error }: { error: unknown }) => statusOf(error) === 429,
      isSoon: ({ context }) => context.tries < SOON,
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
            { guard: { type: 'isSessionOver', params: ({ event }) => event }, target: 'stopped' },
            { guard: { type: 'hasNone', params: ({ event }) => event }, target: 'alone' },
            { guard: { type: 'isRefused', params: ({ event }) => event }, target: 'polling' },
            { guard: 'isSoon', target: 'retrying', actions: 'countTry' },
            { target: 'polling' },
          ],
        },
        states: {
          connecting: {
            on: {
              'stream.opened': {
                target: 'streaming',
                actions: [assign({ tries: 0 }), { type: 'tell', params: { kind: null } }],
              },
            },
          },
          streaming: {
            on: { 'stream.heard': { actions: { type: 'tell', params: ({ event }) => ({ kind: event.kind }) } } },
          },
        },
      },
      /** It broke a moment ago: a gateway that starts again is back in a few seconds. */
      retrying: { after: { retryDelay: 'listening' } },
      /** No stream for now: looks now and then, and tries for one each time. */
      polling: {
        on: { 'tab.focused': { target: 'listening', actions: { type: 'tell', params: { kind: null } } } },
        after: { pollDelay: { target: 'listening', actions: { type: 'tell', params: { kind: null } } } },
      },
      /** This gateway has no stream: looks now and then. */
      alone: {
        on: { 'tab.focused': { target: 'alone', reenter: true, actions: { type: 'tell', params: { kind: null } } } },
        after: { pollDelay: { target: 'alone', reenter: true, actions: { type: 'tell', params: { kind: null } } } },
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
      /** The session is over; whoever is here finds out with what he does next. */
      stopped: { on: { 'tab.hidden': {}, 'connection.lost': {} } },
    },
  })
