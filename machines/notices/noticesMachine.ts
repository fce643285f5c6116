import { assign, emit, setup } from 'xstate'
import type { Notice } from '#contract/rows/notices.ts'
import { requiredAction, requiredActor } from '../requiredActor.ts'

export interface NoticesContext {
  items: Notice[]
  /** Whether the tab is seen; an unseen one looks less often. */
  shown: boolean
  isFollowed: boolean
  /** Whether there may be newer ones than those that are on their way. */
  isStale: boolean
  /** What was here before a type was cleared, should the gateway not agree. */
  before: Notice[]
}

export type NoticesEvent =
  | { type: 'notices.fetch' }
  | { type: 'notices.clear'; kind: string }
  | { type: 'tab.shown' }
  | { type: 'tab.hidden' }
  /** Whether somebody says when there are new ones. */
  | { type: 'notices.follow'; isFollowed: boolean }

/** What is told to whoever listens: these are the notices as the gateway has them now. */
export interface NoticesArrived {
  type: 'notices.arrived'
  items: readonly Notice[]
}

/**
 * Notices. The first look waits for the stream, so that nothing can come between the two; without a stream it is taken as soon as
 * that is known. From then on they are looked for when somebody says that there are new ones, and now and then in case nobody did.
 * Clearing shows at once and is taken back when the gateway refuses.
 */
export const noticesMachine = setup({
  types: { context: {} as NoticesContext, events: {} as NoticesEvent, emitted: {} as NoticesArrived },
  actors: {
    fetchNotices: requiredActor<Notice[]>('fetchNotices'),
    clearNotices: requiredActor<{ remaining: number }, { type: string }>('clearNotices'),
  },
  actions: {
    /** The number on the badge. */
    count: (_, _params: { count: number }) => requiredAction('count')(),
    keepFollowed: assign(({ event }) => (event.type === 'notices.follow' ? { isFollowed: event.isFollowed } : {})),
  },
  guards: {
    isStale: ({ context }) => context.isStale,
    begins: ({ context, event }) => event.type === 'notices.follow' && event.isFollowed && !context.isFollowed,
    isSignedOut: (_, { error }: { error: unknown }) => (error as { status?: number } | undefined)?.status === 401,
  },
  delays: { firstLook: 10_000, pollDelay: ({ context }) => (context.shown ? 30_000 : 120_000) },
}).createMachine({
  id: 'notices',
  context: { items: [], shown: true, isFollowed: false, isStale: false, before: [] },
  initial: 'awaiting',
  on: {
    'tab.hidden': { actions: assign({ shown: false }) },
    // What happened before somebody tells is told by nobody.
    'notices.follow': [{ guard: 'begins', actions: assign({ isFollowed: true, isStale: true }) }, { actions: 'keepFollowed' }],
    // Also while they are fetched: an answer that is on its way is from before.
    'notices.clear': {
      target: '.clearing',
      actions: [
        assign(({ context, event }) => ({
          before: context.items,
          items: context.items.filter(({ type }) => type !== event.kind),
        })),
        { type: 'count', params: ({ context }) => ({ count: context.items.length }) },
      ],
    },
  },
  states: {
    awaiting: {
      on: {
        'notices.fetch': 'fetching',
        'notices.follow': { target: 'fetching', actions: 'keepFollowed' },
        'tab.shown': { actions: assign({ shown: true }) },
      },
      after: { firstLook: 'fetching' },
    },
    fetching: {
      entry: assign({ isStale: false }),
      on: {
        'tab.shown': { actions: assign({ shown: true }) },
        // What is on its way may have been read before what is told of now.
        'notices.fetch': { actions: assign({ isStale: true }) },
      },
      invoke: {
        id: 'fetchNotices',
        src: 'fetchNotices',
        onDone: {
          target: 'told',
          actions: [
            assign({ items: ({ event }) => event.output }),
            { type: 'count', params: ({ event }) => ({ count: event.output.length }) },
            emit(({ event }) => ({ type: 'notices.arrived' as const, items: event.output })),
          ],
        },
        onError: [
          { guard: { type: 'isSignedOut', params: ({ event }) => ({ error: event.error }) }, target: 'stopped' },
          { target: 'told' },
        ],
      },
    },
    told: { always: [{ guard: 'isStale', target: 'fetching' }, { target: 'resting' }] },
    resting: {
      on: {
        'notices.fetch': 'fetching',
        'notices.follow': [{ guard: 'begins', target: 'fetching', actions: 'keepFollowed' }, { actions: 'keepFollowed' }],
        'tab.shown': { target: 'fetching', actions: assign({ shown: true }) },
      },
      after: { pollDelay: 'fetching' },
    },
    /** The session is over: asking again would be told so again. Whoever is here finds out with what he does next. */
    stopped: { on: { 'notices.fetch': 'fetching' } },
    clearing: {
      on: {
        'tab.shown': { actions: assign({ shown: true }) },
        'notices.fetch': { actions: assign({ isStale: true }) },
        'notices.clear': {},
      },
      invoke: {
        id: 'clearNotices',
        src: 'clearNotices',
        input: ({ event }) => ({ type: (event as Extract<NoticesEvent, { type: 'notices.clear' }>).kind }),
        onDone: { target: 'told', actions: assign({ before: [] }) },
        onError: {
          target: 'told',
          actions: [
            assign(({ context }) => ({ items: context.before, before: [] })),
            { type: 'count', params: ({ context }) => ({ count: context.items.length }) },
          ],
        },
      },
    },
  },
})
