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
  /** The event last chosen to be undone, and the reason it was not. */
  undoing: AuditEvent | null
  refusal: Refusal | null
  /** The error of the latest read. */
  failure: unknown
}

export type HistoryEvent =
  | { type: 'deeds.filter'; wanted: Partial<DeedsWanted> }
  | { type: 'deeds.turn'; page: number }
  | { type: 'deeds.reload' }
  | { type: 'deed.undo'; deed: AuditEvent }
  | { type: 'undo.confirm' }
  | { type: 'undo.leave' }

/** The user's audit events, page by page, and their undo. */
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
      // A running undo is not interrupted.
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
          // The undo is an event itself, and the newest.
          { target: 'loading', actions: assign({ page: 1, undoing: null }) },
        ],
        // The list shows whether it was undone.
        onError: { target: 'loading', actions: assign({ page: 1, refusal: { code: 'NO_ANSWER', message: '' } }) },
      },
    },
  },
})
