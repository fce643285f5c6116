import { assign, raise, setup } from 'xstate'
import type { CallbackHealth, RedeliveryPlan } from '#contract/rows/callbacks.ts'
import type { CallbackAddress } from '#contract/shapes/callbacks.ts'
import { isTimed } from '../isTimed.ts'
import { byEvent, requiredAction, requiredActor } from '../parts.ts'

interface CallbacksContext {
  /** The merchant of the callbacks shown; empty for the user's own. */
  merchantNo: string
  rows: readonly CallbackHealth[] | null
  /** The error of the latest read. Rows read before remain visible. */
  fault: unknown
  address: CallbackAddress | null
  action: CallbackAction
  plan: RedeliveryPlan | null
}

export type CallbacksEvent =
  | { type: 'merchant.pick'; merchantNo: string }
  | { type: 'health.read' }
  | { type: 'redelivery.plan'; address: CallbackAddress }
  | { type: 'redelivery.confirm' }
  | { type: 'redelivery.dismiss' }
  | { type: 'redelivery.cancel'; address: CallbackAddress }
  | { type: 'address.enable'; address: CallbackAddress }

export type CallbackAction = 'enable' | 'redeliver' | 'cancel'

/** Callback health, polled faster while a redelivery is running, and the operations on it, planned and confirmed. */
export const callbacksMachine = setup({
  types: {
    context: {} as CallbacksContext,
    events: {} as CallbacksEvent,
    input: {} as Pick<CallbacksContext, 'merchantNo'> | undefined,
  },
  actors: {
    readHealth: requiredActor<readonly CallbackHealth[], { merchantNo: string; isPolled: boolean }>('readHealth'),
    plan: requiredActor<RedeliveryPlan, { address: CallbackAddress }>('plan'),
    /** Resolves with the number of callbacks affected. */
    act: requiredActor<number, { action: CallbackAction; address: CallbackAddress }>('act'),
  },
  actions: {
    notifyDone: (_, _params: { action: CallbackAction; count: number }) => requiredAction('notifyDone')(),
    notifyError: (_, _params: { error: unknown }) => requiredAction('notifyError')(),
  },
  guards: {
    isBusy: ({ context }) => context.rows?.some(({ redelivering }) => redelivering > 0) === true,
  },
  delays: { busyDelay: 2_000, calmDelay: 30_000 },
}).createMachine({
  id: 'callbacks',
  type: 'parallel',
  context: ({ input }) => ({
    merchantNo: input?.merchantNo ?? '',
    rows: null,
    fault: null,
    address: null,
    action: 'enable',
    plan: null,
  }),
  states: {
    health: {
      initial: 'reading',
      on: {
        'merchant.pick': {
          target: '.reading',
          actions: assign({ merchantNo: ({ event }) => event.merchantNo, rows: null, fault: null }),
        },
        'health.read': '.reading',
      },
      states: {
        reading: {
          invoke: {
            id: 'readHealth',
            src: 'readHealth',
            input: ({ context: { merchantNo }, event }) => ({ merchantNo, isPolled: isTimed(event) }),
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
    action: {
      initial: 'none',
      states: {
        none: {
          on: {
            'redelivery.plan': { target: 'planning', actions: assign({ address: ({ event }) => event.address, plan: null }) },
            'redelivery.cancel': {
              target: 'acting',
              actions: assign(({ event: { address } }) => ({ address, action: 'cancel' })),
            },
            'address.enable': {
              target: 'acting',
              actions: assign(({ event: { address } }) => ({ address, action: 'enable' })),
            },
          },
        },
        planning: {
          on: { 'redelivery.dismiss': 'none', 'merchant.pick': 'none' },
          invoke: {
            id: 'plan',
            src: 'plan',
            input: ({ context }) => ({ address: context.address! }),
            onDone: { target: 'confirming', actions: assign({ plan: ({ event }) => event.output }) },
            onError: { target: 'none', actions: byEvent('notifyError') },
          },
        },
        confirming: {
          on: {
            'redelivery.confirm': { target: 'acting', actions: assign({ action: 'redeliver' as const }) },
            'redelivery.dismiss': 'none',
            'merchant.pick': 'none',
          },
        },
        /** Refresh the health whatever the outcome. */
        acting: {
          exit: raise({ type: 'health.read' }),
          invoke: {
            id: 'act',
            src: 'act',
            input: ({ context }) => ({ action: context.action, address: context.address! }),
            onDone: {
              target: 'none',
              actions: {
                type: 'notifyDone',
                params: ({ context, event }) => ({ action: context.action, count: event.output }),
              },
            },
            onError: { target: 'none', actions: byEvent('notifyError') },
          },
        },
      },
    },
  },
})
