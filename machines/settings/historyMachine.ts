import { assign, setup } from 'xstate'
import type { AuditEvent } from '#contract/rows/audit.ts'
import { requiredActor } from '../requiredActor.ts'
import type { Refusal, SaveOutcome } from './savingMachine.ts'

export interface DeedsWanted {
  startDate: string
  endDate: string
  action: string
}

export interface DeedsPage {
  rows: readonly AuditEvent[]
  /** Null where the gateway does not count. */
  total: number | null
}

export interface HistoryContext extends DeedsPage {
  wanted: DeedsWanted
  page: number
  /** The deed that was to be undone last, and why it was not. */
  undoing: AuditEvent | null
  refusal: Refusal | null
  /** What reading it failed with last. */
  failure: unknown
}

export type HistoryEvent =
  | { type: 'deeds.filter'; wanted: Partial<DeedsWanted> }
  | { type: 'deeds.turn'; page: number }
  | { type: 'deeds.reload' }
  | { type: 'deed.undo'; deed: AuditEvent }
  | { type: 'undo.confirm' }
  | { type: 'undo.leave' }

/** What somebody did, a page at a time, and the way back from it where there is one. */
export const historyMachine = setup({
  types: { context: {} as HistoryContext, events: {} as HistoryEvent },
  actors: {
    fetchDeeds: requiredActor<DeedsPage, { wanted: DeedsWanted; page: number }>('fetchDeeds'),
    undo: requiredActor<SaveOutcome<null>, { deed: AuditEvent }>('undo'),
  },
}).createMachine({
  id: 'history',
  context: {
    wanted: { startDate: '', endDate: '', action: '' },
    page: 1,
    rows: [],
    total: null,
    undoing: null,
    refusal: null,
    failure: null,
  },
  initial: 'loading',
  on: {
    'deeds.filter': {
      target: '.loading',
      actions: assign(({ context, event }) => ({ wanted: { ...context.wanted, ...event.wanted }, page: 1 })),
    },
    'deeds.turn': { target: '.loading', actions: assign({ page: ({ event }) => event.page }) },
    'deeds.reload': '.loading',
  },
  states: {
    loading: {
      invoke: {
        id: 'fetchDeeds',
        src: 'fetchDeeds',
        input: ({ context: { wanted, page } }) => ({ wanted, page }),
        onDone: { target: 'showing', actions: assign(({ event }) => event.output) },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => event.error }) },
      },
    },
    failed: {},
    showing: {
      on: {
        'deed.undo': {
          guard: ({ event }) => event.deed.undo !== null,
          target: 'confirming',
          actions: assign({ undoing: ({ event }) => event.deed, refusal: null }),
        },
      },
    },
    confirming: { on: { 'undo.confirm': 'undoing', 'undo.leave': 'showing' } },
    undoing: {
      // What is being done is done, whatever is asked for meanwhile.
      on: { 'deeds.filter': {}, 'deeds.turn': {}, 'deeds.reload': {} },
      invoke: {
        id: 'undo',
        src: 'undo',
        input: ({ context }) => ({ deed: context.undoing as AuditEvent }),
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'refused',
            target: 'loading',
            actions: assign(({ event }) =>
              event.output.kind === 'refused' ? { refusal: { code: event.output.code, message: event.output.message } } : {},
            ),
          },
          // It is a deed like any other, and the newest now.
          { target: 'loading', actions: assign({ page: 1, undoing: null }) },
        ],
        // Whether it was undone stands in the list.
        onError: { target: 'loading', actions: assign({ page: 1, refusal: { code: 'NO_ANSWER', message: '' } }) },
      },
    },
  },
})
