import { assign, setup } from 'xstate'
import type { Movement } from '#contract/rows/movements.ts'
import { isTimed } from '../isTimed.ts'
import { byEvent, byOutput, requiredAction, requiredActor } from '../parts.ts'

export type RechargeMode = 'online' | 'offline'

export interface RechargeContext {
  readonly mode: RechargeMode
  /** The number of the recharge to continue, if any was named. */
  readonly named: string | null
  /** Whether the user asked to continue: an open recharge is shown at once. Otherwise it is announced. */
  readonly isAsked: boolean
  /** The recharge to be paid. */
  readonly record: Movement | null
  readonly checksLeft: number
  /** The number of checks that found no money. */
  readonly checks: number
  /** The recharge being cancelled, with the idempotency key of that call. Kept when the call gets no answer. */
  readonly cancelled: { readonly id: string; readonly idempotencyKey: string } | null
  readonly newIdempotencyKey: () => string
}

export type RechargeEvent =
  | { type: 'mode.choose'; mode: RechargeMode }
  /** Continues with this recharge if it can still be paid. */
  | { type: 'recharge.continue'; mode: RechargeMode; id: string }
  /** Checks at once whether the money has arrived. */
  | { type: 'recharge.check' }
  | { type: 'recharge.again' }
  /** A recharge is open already: continue with it. */
  | { type: 'recharge.reopen' }
  /** Goes on with the announced recharge. */
  | { type: 'recharge.resume' }
  /** Cancels the offline recharge, for another one. */
  | { type: 'recharge.cancel' }
  /** The screen is open again: an offline recharge may have ended elsewhere. */
  | { type: 'recharge.refresh' }

/** The number of automatic checks of an offline recharge after the user has asked for one. */
export const MAX_CHECKS = 6

const LAPSED = new Set(['EXPIRED', 'FAILED', 'CANCELLED'])

interface Polled {
  readonly record: Movement
  /** The user did not ask for it. */
  readonly isPolled: boolean
}

/** The transitions that any answer can cause. */
const ENDED = [
  { guard: byOutput('isPaid'), target: '#recharge.paid', actions: byOutput('hold') },
  { guard: byOutput('isLapsed'), target: '#recharge.lapsed', actions: byOutput('hold') },
] as const

const OPEN = { guard: byOutput('isOpen'), target: '#recharge.instructed', actions: byOutput('hold') } as const

/** The transitions of an offline recharge that was read and is still open. The screen goes on showing how its checks ended. */
const UNCHANGED = [{ guard: 'wasChecked', target: 'notFound' }, { target: 'idle' }] as const

const CLOSED = { type: 'final', entry: 'forgetOpen' } as const

/**
 * A recharge. Online: a payment channel collects the money, and its result is polled. Offline: the user transfers the money,
 * and the gateway is asked to check for it. The form of each mode is a submission of its own.
 */
export const rechargeMachine = setup({
  types: {
    context: {} as RechargeContext,
    events: {} as RechargeEvent,
    input: {} as Pick<RechargeContext, 'mode' | 'newIdempotencyKey'>,
  },
  actors: {
    /** The named recharge; otherwise the open recharge of the mode, if any. */
    findOpen: requiredActor<Movement | null, { mode: RechargeMode; named: string | null }>('findOpen'),
    /** Runs the form of a mode up to the gateway's answer; null for a refusal. */
    fill: requiredActor<Movement | null, { mode: RechargeMode }>('fill'),
    /** The current state of the recharge. */
    read: requiredActor<Movement, Polled>('read'),
    /** Asks the gateway to check for the money of an offline recharge. */
    check: requiredActor<Movement, Polled>('check'),
    /** Cancels an offline recharge; null for a refusal, whose reason is shown. An unknown outcome is an error. */
    cancel: requiredActor<Movement | null, { record: Movement; idempotencyKey: string }>('cancel'),
  },
  actions: {
    /** Keeps the payment details, so that they survive a reload. */
    keepOpen: requiredAction('keepOpen'),
    /** Forgets the payment details of the recharge that has ended. */
    forgetOpen: requiredAction('forgetOpen'),
    notifyCancelled: (_, _params: { record: Movement }) => requiredAction('notifyCancelled')(),
    beginCancelling: assign(({ context: { record, cancelled, newIdempotencyKey } }) =>
      cancelled?.id === record!.id ? {} : { cancelled: { id: record!.id, idempotencyKey: newIdempotencyKey() } },
    ),
    hold: assign((_, record: Movement | null) => ({ record, checks: 0 })),
    leave: assign({ record: null }),
  },
  guards: {
    isOnline: ({ context }) => context.mode === 'online',
    isOther: ({ context }, { mode }: { mode: RechargeMode }) => context.mode !== mode,
    isOpen: (_, record: Movement | null) => record !== null,
    isUnasked: ({ context }, record: Movement | null) => record !== null && context.mode === 'offline' && !context.isAsked,
    isCancelled: (_, record: Movement | null) => record !== null,
    isPaid: (_, record: Movement | null) => record?.status === 'SUCCESS',
    isLapsed: (_, record: Movement | null) => record !== null && LAPSED.has(record.status ?? ''),
    wasChecked: ({ context }) => context.checks > 0,
    checksAgain: ({ context }) => context.checksLeft > 0,
  },
  delays: { readDelay: 5_000, checkDelay: 10_000 },
}).createMachine({
  id: 'recharge',
  context: ({ input }) => ({
    ...input,
    named: null,
    isAsked: false,
    record: null,
    checksLeft: 0,
    checks: 0,
    cancelled: null,
  }),
  initial: 'opening',
  on: {
    'recharge.reopen': { target: '.opening', actions: assign({ isAsked: true }) },
    'recharge.continue': {
      target: '.opening',
      actions: assign(({ event: { mode, id } }) => ({ mode, named: id, isAsked: true, record: null })),
    },
    'mode.choose': {
      guard: byEvent('isOther'),
      target: '.opening',
      actions: assign({ mode: ({ event }) => event.mode, isAsked: false, record: null }),
    },
  },
  states: {
    opening: {
      exit: assign({ named: null }),
      invoke: {
        id: 'findOpen',
        src: 'findOpen',
        input: ({ context: { mode, named } }) => ({ mode, named }),
        onDone: [
          ...ENDED,
          { guard: byOutput('isUnasked'), target: 'announced', actions: byOutput('hold') },
          OPEN,
          { target: 'filling' },
        ],
        // The form shows the failed request.
        onError: 'filling',
      },
    },
    /** An offline recharge of earlier is open. */
    announced: {
      on: {
        'recharge.resume': 'instructed',
        'recharge.cancel': 'cancelling',
        'recharge.again': { target: 'filling', actions: 'leave' },
        'recharge.refresh': { target: 'opening', actions: 'leave' },
      },
    },
    cancelling: {
      entry: 'beginCancelling',
      invoke: {
        id: 'cancel',
        src: 'cancel',
        input: ({ context }) => ({ record: context.record!, idempotencyKey: context.cancelled!.idempotencyKey }),
        onDone: [
          {
            guard: byOutput('isCancelled'),
            target: 'filling',
            actions: [{ type: 'notifyCancelled', params: ({ event }) => ({ record: event.output! }) }, 'leave'],
          },
          // It may have been paid in the meantime: a check tells.
          { target: 'announced', actions: assign({ cancelled: null }) },
        ],
        onError: 'announced',
      },
    },
    filling: {
      invoke: {
        id: 'fill',
        src: 'fill',
        input: ({ context: { mode } }) => ({ mode }),
        onDone: [
          // A recharge created earlier and found only now may have been paid since.
          ...ENDED,
          OPEN,
          { target: 'refused' },
        ],
      },
    },
    instructed: {
      entry: 'keepOpen',
      on: { 'recharge.again': { guard: 'isOnline', target: 'filling', actions: 'leave' } },
      initial: 'arriving',
      states: {
        arriving: { always: [{ guard: 'isOnline', target: 'online' }, { target: 'offline' }] },
        online: {
          initial: 'waiting',
          states: {
            waiting: { on: { 'recharge.check': 'reading' }, after: { readDelay: 'reading' } },
            reading: {
              invoke: {
                id: 'read',
                src: 'read',
                input: ({ context, event }) => ({ record: context.record!, isPolled: isTimed(event) }),
                onDone: [...ENDED, { target: 'waiting' }],
                onError: 'waiting',
              },
            },
          },
        },
        offline: {
          initial: 'idle',
          on: {
            'recharge.check': { target: '.checking', actions: assign({ checksLeft: MAX_CHECKS }) },
            'recharge.cancel': '#recharge.cancelling',
          },
          states: {
            idle: { on: { 'recharge.refresh': 'reading' } },
            /** Whether the recharge was cancelled or paid while the screen was closed. */
            reading: {
              invoke: {
                id: 'read',
                src: 'read',
                input: ({ context, event }) => ({ record: context.record!, isPolled: isTimed(event) }),
                onDone: [...ENDED, ...UNCHANGED],
                onError: UNCHANGED,
              },
            },
            checking: {
              on: { 'recharge.check': {} },
              invoke: {
                id: 'check',
                src: 'check',
                input: ({ context, event }) => ({ record: context.record!, isPolled: isTimed(event) }),
                onDone: [
                  ...ENDED,
                  {
                    guard: 'checksAgain',
                    target: 'notYet',
                    actions: assign(({ context }) => ({ checksLeft: context.checksLeft - 1, checks: context.checks + 1 })),
                  },
                  { target: 'notFound', actions: assign({ checks: ({ context }) => context.checks + 1 }) },
                ],
                onError: 'unchecked',
              },
            },
            /** Not found yet; checked again automatically. */
            notYet: { after: { checkDelay: 'checking' } },
            /** All automatic checks are used; the user has to ask. */
            notFound: { on: { 'recharge.refresh': 'reading' } },
            /** The check could not be made. */
            unchecked: { on: { 'recharge.refresh': 'reading' } },
          },
        },
      },
    },
    paid: CLOSED,
    lapsed: CLOSED,
    refused: { type: 'final' },
  },
})
