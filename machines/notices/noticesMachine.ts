import { assign, setup } from 'xstate'
import type { Notice } from '#contract/rows.ts'
import { unprovided, unprovidedEffect } from '../unprovided.ts'

export interface NoticesContext {
  items: Notice[]
  /** Whether the tab is seen; an unseen one looks less often. */
  shown: boolean
  /** What was here before a type was cleared, should the gateway not agree. */
  before: Notice[]
}

export type NoticesEvent =
  | { type: 'notices.fetch' }
  | { type: 'notices.clear'; kind: string }
  | { type: 'tab.shown' }
  | { type: 'tab.hidden' }

/** Notices, looked for now and then. Clearing shows at once and is taken back when the gateway refuses. */
export const noticesMachine = setup({
  types: { context: {} as NoticesContext, events: {} as NoticesEvent },
  actors: {
    fetchNotices: unprovided<Notice[]>('fetchNotices'),
    clearNotices: unprovided<{ remaining: number }, { type: string }>('clearNotices'),
  },
  actions: {
    /** The number on the badge. */
    count: (_, _params: { count: number }) => unprovidedEffect('count')(),
  },
  guards: {
    isSignedOut: (_, { error }: { error: unknown }) => (error as { status?: number } | undefined)?.status === 401,
  },
  delays: { pollDelay: ({ context }) => (context.shown ? 30_000 : 120_000) },
}).createMachine({
  id: 'notices',
  context: { items: [], shown: true, before: [] },
  initial: 'fetching',
  on: {
    'tab.hidden': { actions: assign({ shown: false }) },
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
    fetching: {
      on: { 'tab.shown': { actions: assign({ shown: true }) } },
      invoke: {
        id: 'fetchNotices',
        src: 'fetchNotices',
        onDone: {
          target: 'resting',
          actions: [
            assign({ items: ({ event }) => event.output }),
            { type: 'count', params: ({ event }) => ({ count: event.output.length }) },
          ],
        },
        onError: [
          { guard: { type: 'isSignedOut', params: ({ event }) => ({ error: event.error }) }, target: 'stopped' },
          { target: 'resting' },
        ],
      },
    },
    resting: {
      after: { pollDelay: 'fetching' },
      on: {
        'notices.fetch': 'fetching',
        'tab.shown': { target: 'fetching', actions: assign({ shown: true }) },
      },
    },
    /** The session is over: asking again would be told so again. Whoever is here finds out with what he does next. */
    stopped: { on: { 'notices.fetch': 'fetching' } },
    clearing: {
      on: { 'tab.shown': { actions: assign({ shown: true }) }, 'notices.clear': {} },
      invoke: {
        id: 'clearNotices',
        src: 'clearNotices',
        input: ({ event }) => ({ type: (event as Extract<NoticesEvent, { type: 'notices.clear' }>).kind }),
        onDone: { target: 'resting', actions: assign({ before: [] }) },
        onError: {
          target: 'resting',
          actions: [
            assign(({ context }) => ({ items: context.before, before: [] })),
            { type: 'count', params: ({ context }) => ({ count: context.items.length }) },
          ],
        },
      },
    },
  },
})
