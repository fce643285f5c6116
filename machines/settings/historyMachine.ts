import { assign, setup } from 'xstate'
import type { AuditEvent } from '#contract/rows/audit.ts'
import { requiredActor } from '../parts.ts'
import { NO_ANSWER, type Outcome, type Refusal } from '../submission/submission.ts'

export interface AuditEventFilter {
  startDate: string
  endDate: string
  action: string
}

export interface AuditEventPage {
  rows: readonly AuditEvent[]
  /** Null where the gateway does not count. */
  total: number | null
  /** Whether a page follows; without a count, after a full page. */
  hasNext: boolean
}

export interface HistoryContext extends AuditEventPage {
  filter: AuditEventFilter
  page: number
  /** The page that an empty one came after; null while none did. */
  lastPage: number | null
  /** The event last chosen to be undone, and the reason it was not. */
  undoing: AuditEvent | null
  refusal: Refusal | null
  /** The error of the latest read. */
  failure: unknown
}

export type HistoryEvent =
  | { type: 'auditEvents.filter'; filter: Partial<AuditEventFilter> }
  | { type: 'auditEvents.turn'; page: number }
  | { type: 'auditEvents.reload' }
  | { type: 'auditEvent.undo'; auditEvent: AuditEvent }
  | { type: 'undo.confirm' }
  | { type: 'undo.leave' }

/** The user's audit events, page by page, and their undo. */
export const historyMachine = setup({
  types: { context: {} as HistoryContext, events: {} as HistoryEvent },
  actors: {
    fetchAuditEvents: requiredActor<AuditEventPage, { filter: AuditEventFilter; page: number }>('fetchAuditEvents'),
    undo: requiredActor<Outcome<null>, { auditEvent: AuditEvent }>('undo'),
  },
}).createMachine({
  id: 'history',
  context: {
    filter: { startDate: '', endDate: '', action: '' },
    page: 1,
    rows: [],
    total: null,
    hasNext: false,
    lastPage: null,
    undoing: null,
    refusal: null,
    failure: null,
  },
  initial: 'loading',
  on: {
    'auditEvents.filter': {
      target: '.loading',
      actions: assign(({ context, event }) => ({ filter: { ...context.filter, ...event.filter }, page: 1, lastPage: null })),
    },
    'auditEvents.turn': { target: '.loading', actions: assign({ page: ({ event }) => event.page }) },
    'auditEvents.reload': { target: '.loading', actions: assign({ lastPage: null }) },
  },
  states: {
    loading: {
      invoke: {
        id: 'fetchAuditEvents',
        src: 'fetchAuditEvents',
        input: ({ context: { filter, page } }) => ({ filter, page }),
        onDone: [
          {
            guard: ({ context, event }) => event.output.rows.length === 0 && context.page > 1,
            target: 'loading',
            reenter: true,
            actions: assign(({ context }) => ({ page: context.page - 1, lastPage: context.page - 1 })),
          },
          { target: 'showing', actions: assign(({ event }) => event.output) },
        ],
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => event.error }) },
      },
    },
    failed: {},
    showing: {
      on: {
        'auditEvent.undo': {
          guard: ({ event }) => event.auditEvent.undo !== null,
          target: 'confirming',
          actions: assign({ undoing: ({ event }) => event.auditEvent, refusal: null }),
        },
      },
    },
    confirming: { on: { 'undo.confirm': 'undoing', 'undo.leave': 'showing' } },
    undoing: {
      // A running undo is not interrupted.
      on: { 'auditEvents.filter': {}, 'auditEvents.turn': {}, 'auditEvents.reload': {} },
      invoke: {
        id: 'undo',
        src: 'undo',
        input: ({ context }) => ({ auditEvent: context.undoing as AuditEvent }),
        onDone: [
          {
            guard: ({ event }) => event.output.kind !== 'accepted',
            target: 'loading',
            actions: assign(({ event }) => (event.output.kind === 'accepted' ? {} : { refusal: event.output.refusal })),
          },
          // The undo is an event itself, and the newest.
          { target: 'loading', actions: assign({ page: 1, undoing: null }) },
        ],
        // The list shows whether it was undone.
        onError: { target: 'loading', actions: assign({ page: 1, refusal: NO_ANSWER }) },
      },
    },
  },
})
