import { assign, emit, setup } from 'xstate'
import type { Notice } from '#contract/rows/notices.ts'
import { byEvent, requiredAction, requiredActor } from '../parts.ts'

export interface NoticesContext {
  items: Notice[]
  /** Whether the tab is visible; a hidden tab polls less often. */
  shown: boolean
  isFollowed: boolean
  /** Whether there may be newer notices than those being fetched. */
  isStale: boolean
  /** The types to clear. The first one is being cleared, the others wait for it. */
  clearing: readonly string[]
  /** The notices with those of the types to clear, to restore a type that the gateway refuses. */
  before: Notice[]
}

export type NoticesEvent =
  | { type: 'notices.fetch' }
  | { type: 'notices.clear'; kind: string }
  | { type: 'tab.shown' }
  | { type: 'tab.hidden' }
  /** Whether an event stream reports new notices. */
  | { type: 'notices.follow'; isFollowed: boolean }

/** Emitted after each fetch with all notices. */
export interface NoticesArrived {
  type: 'notices.arrived'
  items: readonly Notice[]
}

const COUNT = {
  type: 'count',
  params: ({ context: { items } }: { context: NoticesContext }) => ({ count: items.length }),
} as const

const without = (items: readonly Notice[], types: readonly string[]): Notice[] =>
  items.filter(({ type }) => !types.includes(type))

/**
 * Notices. The first fetch waits for the event stream, so that no notice is lost in between; without a stream it starts as soon
 * as that is known. Later fetches follow stream events, with a slow poll as a fallback. Types are cleared one after the other.
 * Clearing is optimistic and rolled back when the gateway refuses.
 */
export const noticesMachine = setup({
  types: { context: {} as NoticesContext, events: {} as NoticesEvent, emitted: {} as NoticesArrived },
  actors: {
    fetchNotices: requiredActor<Notice[]>('fetchNotices'),
    clearNotices: requiredActor<{ remaining: number | null }, { type: string }>('clearNotices'),
  },
  actions: {
    /** Sets the number on the badge. */
    count: (_, _params: { count: number }) => requiredAction('count')(),
    enqueue: assign(({ context: { clearing, before, items }, event }) => {
      if (event.type !== 'notices.clear' || clearing.includes(event.kind)) return {}
      return {
        clearing: [...clearing, event.kind],
        before: clearing.length === 0 ? items : before,
        items: without(items, [event.kind]),
      }
    }),
    keepFollowed: assign(({ event }) => (event.type === 'notices.follow' ? { isFollowed: event.isFollowed } : {})),
  },
  guards: {
    hasMore: ({ context }) => context.clearing.length > 0,
    isStale: ({ context }) => context.isStale,
    begins: ({ context, event }) => event.type === 'notices.follow' && event.isFollowed && !context.isFollowed,
    isSignedOut: (_, { error }: { error: unknown }) => (error as { status?: number } | undefined)?.status === 401,
  },
  delays: { firstLook: 10_000, pollDelay: ({ context }) => (context.shown ? 30_000 : 120_000) },
}).createMachine({
  id: 'notices',
  context: { items: [], shown: true, isFollowed: false, isStale: false, clearing: [], before: [] },
  initial: 'awaiting',
  on: {
    'tab.hidden': { actions: assign({ shown: false }) },
    'tab.shown': { actions: assign({ shown: true }) },
    // Notices from before the stream opened are not reported by it.
    'notices.follow': [{ guard: 'begins', actions: assign({ isFollowed: true, isStale: true }) }, { actions: 'keepFollowed' }],
    'notices.clear': { target: '.clearing', actions: ['enqueue', COUNT] },
  },
  states: {
    awaiting: {
      on: {
        'notices.fetch': 'fetching',
        'notices.follow': { target: 'fetching', actions: 'keepFollowed' },
      },
      after: { firstLook: 'fetching' },
    },
    fetching: {
      entry: assign({ isStale: false }),
      on: {
        // The answer in flight may predate the reported notice.
        'notices.fetch': { actions: assign({ isStale: true }) },
        // It also predates the clearing, and the notice that it was to bring is still missing.
        'notices.clear': { target: 'clearing', actions: ['enqueue', COUNT, assign({ isStale: true })] },
      },
      invoke: {
        id: 'fetchNotices',
        src: 'fetchNotices',
        onDone: {
          target: 'answered',
          actions: [
            assign({ items: ({ event }) => event.output }),
            COUNT,
            emit(({ event }) => ({ type: 'notices.arrived' as const, items: event.output })),
          ],
        },
        onError: [{ guard: byEvent('isSignedOut'), target: 'stopped' }, { target: 'answered' }],
      },
    },
    answered: { always: [{ guard: 'isStale', target: 'fetching' }, { target: 'resting' }] },
    resting: {
      on: {
        'notices.fetch': 'fetching',
        'notices.follow': [{ guard: 'begins', target: 'fetching', actions: 'keepFollowed' }, { actions: 'keepFollowed' }],
        'tab.shown': { target: 'fetching', actions: assign({ shown: true }) },
      },
      after: { pollDelay: 'fetching' },
    },
    /** The session has ended, so polling would only fail again. The user's next call shows that. */
    stopped: { on: { 'notices.fetch': 'fetching' } },
    clearing: {
      on: {
        'notices.fetch': { actions: assign({ isStale: true }) },
        'notices.clear': { actions: ['enqueue', COUNT] },
      },
      invoke: {
        id: 'clearNotices',
        src: 'clearNotices',
        input: ({ context }) => ({ type: context.clearing[0] as string }),
        onDone: {
          target: 'cleared',
          actions: assign(({ context: { clearing, before, isStale }, event }) => {
            const left = without(before, clearing.slice(0, 1))
            // A list of a limited length had no room for the others.
            const hasOthers = (event.output.remaining ?? left.length) !== left.length
            return { before: left, clearing: clearing.slice(1), isStale: isStale || hasOthers }
          }),
        },
        onError: {
          target: 'cleared',
          actions: [
            assign(({ context: { clearing, before } }) => ({
              items: without(before, clearing.slice(1)),
              clearing: clearing.slice(1),
            })),
            COUNT,
          ],
        },
      },
    },
    cleared: { always: [{ guard: 'hasMore', target: 'clearing' }, { target: 'answered' }] },
  },
})
