import { assign, setup } from 'xstate'
import type { Movement } from '#contract/rows/movements.ts'
import { requiredAction, requiredActor } from '../requiredActor.ts'
import type { SubmissionOutput } from './submissionContext.ts'

export type RechargeMode = 'online' | 'offline'

export interface RechargeContext {
  readonly mode: RechargeMode
  /** Number of the recharge that is to be gone on with, where one was named. */
  readonly named: string | null
  /** The recharge that is to be paid. */
  readonly record: Movement | null
  /** Looks that are still made by themselves after one that found nothing. */
  readonly looksLeft: number
  /** Looks that have found nothing. */
  readonly looks: number
}

export type RechargeEvent =
  | { type: 'mode.choose'; mode: RechargeMode }
  /** Goes on with this one, if it can still be paid. */
  | { type: 'recharge.continue'; mode: RechargeMode; id: string }
  /** Looks at once whether the money is there. */
  | { type: 'recharge.check' }
  | { type: 'recharge.again' }
  /** There is one open already: it is gone on with. */
  | { type: 'recharge.reopen' }

/** How often an offline recharge is looked at by itself after somebody has asked. */
export const LOOKS = 6

type Looked = { record: Movement | null }

const LAPSED = new Set(['EXPIRED', 'FAILED'])

const filled = ({ event: { output } }: { event: { output: SubmissionOutput } }): Looked => ({
  record: output.kind === 'accepted' ? output.receipt : null,
})

const looked = ({ event }: { event: { output: Movement | null } }): Looked => ({ record: event.output })

/** What an answer can settle, whoever asked for it. */
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

/**
 * Puts money on the account. Online a channel collects it, and what the gateway hears is noticed; offline it is sent by
 * hand and looked for. The form of each is a submission of its own.
 */
export const rechargeMachine = setup({
  types: {
    context: {} as RechargeContext,
    events: {} as RechargeEvent,
    input: {} as { mode: RechargeMode },
  },
  actors: {
    /** The recharge that was named, as it is; else the one that waits for its money already, if there is one. */
    findOpen: requiredActor<Movement | null, { mode: RechargeMode; named: string | null }>('findOpen'),
    /** The form of a mode, from the first figure to the gateway's answer. */
    fill: requiredActor<SubmissionOutput, { mode: RechargeMode }>('fill'),
    /** The record as it is now. */
    read: requiredActor<Movement, { record: Movement }>('read'),
    /** Has the gateway look for money that was sent by hand. */
    check: requiredActor<Movement, { record: Movement }>('check'),
  },
  actions: {
    /** What is needed to pay it, for a page that is loaded again. */
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
        onDone: [
          ...ENDED,
          {
            guard: { type: 'isOpen', params: looked },
            target: 'instructed',
            actions: { type: 'hold', params: looked },
          },
          { target: 'filling' },
        ],
        // The form itself tells what cannot be had.
        onError: 'filling',
      },
    },
    filling: {
      invoke: {
        id: 'fill',
        src: 'fill',
        input: ({ context: { mode } }) => ({ mode }),
        onDone: [
          // What was made a while ago, and is found only now, may have been paid since.
          { guard: { type: 'isPaid', params: filled }, target: 'paid', actions: { type: 'hold', params: filled } },
          { guard: { type: 'isLapsed', params: filled }, target: 'lapsed', actions: { type: 'hold', params: filled } },
          { guard: { type: 'isOpen', params: filled }, target: 'instructed', actions: { type: 'hold', params: filled } },
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
          states: {
            idle: { on: { 'recharge.check': { target: 'checking', actions: assign({ looksLeft: LOOKS }) } } },
            checking: {
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
            /** Looked for in vain; it is looked for again by itself. */
            notYet: {
              on: { 'recharge.check': { target: 'checking', actions: assign({ looksLeft: LOOKS }) } },
              after: { checkDelay: 'checking' },
            },
            /** Looked for often enough; from here somebody has to ask. */
            notFound: { on: { 'recharge.check': { target: 'checking', actions: assign({ looksLeft: LOOKS }) } } },
            /** The gateway could not be asked. */
            unchecked: { on: { 'recharge.check': { target: 'checking', actions: assign({ looksLeft: LOOKS }) } } },
          },
        },
      },
    },
    paid: { type: 'final', entry: { type: 'keepOpen', params: { record: null } } },
    lapsed: { type: 'final', entry: { type: 'keepOpen', params: { record: null } } },
    refused: { type: 'final' },
  },
})
