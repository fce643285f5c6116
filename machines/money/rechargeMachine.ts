import { assign, setup } from 'xstate'
import type { Movement } from '#contract/rows/movements.ts'
import { requiredAction, requiredActor } from '../requiredActor.ts'

export type RechargeMode = 'online' | 'offline'

export interface RechargeContext {
  readonly mode: RechargeMode
  /** The number of the recharge to continue, if any was named. */
  readonly named: string | null
  /** The recharge to be paid. */
  readonly record: Movement | null
  /** The number of automatic checks left. */
  readonly looksLeft: number
  /** The number of checks that found no money. */
  readonly looks: number
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

/** The number of automatic checks of an offline recharge after the user has asked for one. */
export const LOOKS = 6

type Looked = { record: Movement | null }

const LAPSED = new Set(['EXPIRED', 'FAILED'])

const looked = ({ event }: { event: { output: Movement | null } }): Looked => ({ record: event.output })

/** The transitions that any answer can cause. */
const ENDED = [
  {
    guard: { type: 'isPaid', params: looked },
    target: '#recharge.paid',
    actions: { type: 'hold', params: looked },
  },
  {
    guard: { type: 'isLapsed', params: looked },
    target: '#recharge.lapsed',
    actions: { type: 'hold', params: looked },
  },
] as const

const OPEN = {
  guard: { type: 'isOpen', params: looked },
  target: '#recharge.instructed',
  actions: { type: 'hold', params: looked },
} as const

/**
 * A recharge. Online: a payment channel collects the money, and its result is polled. Offline: the user transfers the money,
 * and the gateway is asked to check for it. The form of each mode is a submission of its own.
 */
export const rechargeMachine = setup({
  types: {
    context: {} as RechargeContext,
    events: {} as RechargeEvent,
    input: {} as { mode: RechargeMode },
  },
  actors: {
    /** The named recharge; otherwise the open recharge of the mode, if any. */
    findOpen: requiredActor<Movement | null, { mode: RechargeMode; named: string | null }>('findOpen'),
    /** Runs the form of a mode up to the gateway's answer; null for a refusal. */
    fill: requiredActor<Movement | null, { mode: RechargeMode }>('fill'),
    /** The current state of the recharge. */
    read: requiredActor<Movement, { record: Movement }>('read'),
    /** Asks the gateway to check for the money of an offline recharge. */
    check: requiredActor<Movement, { record: Movement }>('check'),
  },
  actions: {
    /** Keeps the payment details, so that they survive a reload. */
    keepOpen: (_, _params: { record: Movement | null }) => requiredAction('keepOpen')(),
    hold: assign((_, { record }: Looked) => ({ record })),
    leave: assign({ record: null }),
  },
  guards: {
    isOnline: ({ context }) => context.mode === 'online',
    isOther: ({ context }, { mode }: { mode: RechargeMode }) => context.mode !== mode,
    isOpen: (_, { record }: Looked) => record !== null,
    isPaid: (_, { record }: Looked) => record?.status === 'SUCCESS',
    isLapsed: (_, { record }: Looked) => record !== null && LAPSED.has(record.status),
    looksAgain: ({ context }) => context.looksLeft > 0,
  },
  delays: { readDelay: 5_000, checkDelay: 10_000 },
}).createMachine({
  id: 'recharge',
  context: ({ input }) => ({ mode: input.mode, named: null, record: null, looksLeft: 0, looks: 0 }),
  initial: 'opening',
  on: {
    'recharge.reopen': '.opening',
    'recharge.continue': {
      target: '.opening',
      actions: assign(({ event: { mode, id } }) => ({ mode, named: id, record: null })),
    },
    'mode.choose': {
      guard: { type: 'isOther', params: ({ event }) => event },
      target: '.opening',
      actions: assign({ mode: ({ event }) => event.mode, record: null }),
    },
  },
  states: {
    opening: {
      exit: assign({ named: null }),
      invoke: {
        id: 'findOpen',
        src: 'findOpen',
        input: ({ context: { mode, named } }) => ({ mode, named }),
        onDone: [...ENDED, OPEN, { target: 'filling' }],
        // The form shows the failed request.
        onError: 'filling',
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
      entry: { type: 'keepOpen', params: ({ context }) => ({ record: context.record }) },
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
                input: ({ context }) => ({ record: context.record! }),
                onDone: [...ENDED, { target: 'waiting' }],
                onError: 'waiting',
              },
            },
          },
        },
        offline: {
          initial: 'idle',
          on: { 'recharge.check': { target: '.checking', actions: assign({ looksLeft: LOOKS }) } },
          states: {
            idle: {},
            checking: {
              on: { 'recharge.check': {} },
              invoke: {
                id: 'check',
                src: 'check',
                input: ({ context }) => ({ record: context.record! }),
                onDone: [
                  ...ENDED,
                  {
                    guard: 'looksAgain',
                    target: 'notYet',
                    actions: assign(({ context }) => ({ looksLeft: context.looksLeft - 1, looks: context.looks + 1 })),
                  },
                  { target: 'notFound', actions: assign({ looks: ({ context }) => context.looks + 1 }) },
                ],
                onError: 'unchecked',
              },
            },
            /** Not found yet; checked again automatically. */
            notYet: { after: { checkDelay: 'checking' } },
            /** All automatic checks are used; the user has to ask. */
            notFound: {},
            /** The check could not be made. */
            unchecked: {},
          },
        },
      },
    },
    paid: { type: 'final', entry: { type: 'keepOpen', params: { record: null } } },
    lapsed: { type: 'final', entry: { type: 'keepOpen', params: { record: null } } },
    refused: { type: 'final' },
  },
})
