import { assign, raise, setup } from 'xstate'
import type { CallbackHealth, Direction, RedeliveryPlan } from '#contract/rows/callbacks.ts'
import { requiredAction, requiredActor } from '../requiredActor.ts'

/** One of the two callback addresses of a merchant. */
export interface Line {
  readonly merchantNo: string
  readonly direction: Direction
}

interface CallbacksContext {
  /** The merchant of the callbacks shown; empty for the user's own. */
  merchantNo: string
  rows: readonly CallbackHealth[] | null
  /** The error of the latest read. Rows read before remain visible. */
  fault: unknown
  line: Line | null
  deed: Deed
  plan: RedeliveryPlan | null
}

export type CallbacksEvent =
  | { type: 'merchant.pick'; merchantNo: string }
  | { type: 'health.read' }
  | { type: 'redelivery.ask'; line: Line }
  | { type: 'redelivery.confirm' }
  | { type: 'redelivery.leave' }
  | { type: 'redelivery.cancel'; line: Line }
  | { type: 'address.enable'; line: Line }

/** An operation on one callback address. */
export type Deed = 'enable' | 'redeliver' | 'cancel'

/** Callback health, polled faster while a redelivery is running, and the operations on it, planned and confirmed. */
export const callbacksMachine = setup({
  types: {
    context: {} as CallbacksContext,
    events: {} as CallbacksEvent,
  },
  actors: {
    readHealth: requiredActor<readonly CallbackHealth[], { merchantNo: string }>('readHealth'),
    plan: requiredActor<RedeliveryPlan, { line: Line }>('plan'),
    /** Resolves with the number of callbacks affected. */
    act: requiredActor<number, { deed: Deed; line: Line }>('act'),
  },
  actions: {
    say: (_, _params: { deed: Deed; count: number }) => requiredAction('say')(),
    sayFault: (_, _params: { error: unknown }) => requiredAction('sayFault')(),
  },
  guards: {
    isBusy: ({ context }) => context.rows?.some(({ redelivering }) => redelivering > 0) === true,
  },
  delays: { busyDelay: 2_000, calmDelay: 30_000 },
}).createMachine({
  id: 'callbacks',
  type: 'parallel',
  context: { merchantNo: '', rows: null, fault: null, line: null, deed: 'enable', plan: null },
  states: {
    health: {
      initial: 'reading',
      on: {
        'merchant.pick': {
          target: '.reading',
          reenter: true,
          actions: assign({ merchantNo: ({ event }) => event.merchantNo, rows: null, fault: null }),
        },
        'health.read': '.reading',
      },
      states: {
        reading: {
          invoke: {
            id: 'readHealth',
            src: 'readHealth',
            input: ({ context: { merchantNo } }) => ({ merchantNo }),
            onDone: { target: 'shown', actions: assign({ rows: ({ event }) => event.output, fault: null }) },
            onError: { target: 'failed', actions: assign({ fault: ({ event }) => event.error }) },
          },
        },
        shown: { always: [{ guard: 'isBusy', target: 'busy' }, { target: 'calm' }] },
        /** A redelivery is running; its progress is polled. */
        busy: { after: { busyDelay: 'reading' } },
        calm: { after: { calmDelay: 'reading' } },
        failed: { after: { calmDelay: 'reading' } },
      },
    },
    deed: {
      initial: 'none',
      states: {
        none: {
          on: {
            'redelivery.ask': { target: 'planning', actions: assign({ line: ({ event }) => event.line, plan: null }) },
            'redelivery.cancel': {
              target: 'acting',
              actions: assign(({ event: { line } }) => ({ line, deed: 'cancel' as const })),
            },
            'address.enable': {
              target: 'acting',
              actions: assign(({ event: { line } }) => ({ line, deed: 'enable' as const })),
            },
          },
        },
        planning: {
          on: { 'redelivery.leave': 'none' },
          invoke: {
            id: 'plan',
            src: 'plan',
            input: ({ context }) => ({ line: context.line! }),
            onDone: { target: 'confirming', actions: assign({ plan: ({ event }) => event.output }) },
            onError: { target: 'none', actions: { type: 'sayFault', params: ({ event: { error } }) => ({ error }) } },
          },
        },
        confirming: {
          on: {
            'redelivery.confirm': { target: 'acting', actions: assign({ deed: 'redeliver' as const }) },
            'redelivery.leave': 'none',
          },
        },
        /** Refresh the health whatever the outcome. */
        acting: {
          exit: raise({ type: 'health.read' }),
          invoke: {
            id: 'act',
            src: 'act',
            input: ({ context }) => ({ deed: context.deed, line: context.line! }),
            onDone: {
              target: 'none',
              actions: { type: 'say', params: ({ context, event }) => ({ deed: context.deed, count: event.output }) },
            },
            onError: { target: 'none', actions: { type: 'sayFault', params: ({ event: { error } }) => ({ error }) } },
          },
        },
      },
    },
  },
})
