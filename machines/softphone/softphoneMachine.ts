import { assign, enqueueActions, fromCallback, sendTo, setup } from 'xstate'
import { requiredAction } from '../requiredActor.ts'

/** What a telephone is told. */
export type PhoneOrder =
  | { type: 'dial'; number: string }
  | { type: 'answer' }
  | { type: 'hangUp' }
  | { type: 'mute'; on: boolean }

/** What a telephone tells. */
export type PhoneNews =
  | { type: 'phone.rings'; from: string }
  | { type: 'phone.answered' }
  | { type: 'phone.ended'; cause: EndCause }
  /** The exchange does not know it any more. It goes on asking to be known. */
  | { type: 'phone.lost' }
  /** It cannot be had at all: its script is not here, or its settings make no sense. */
  | { type: 'phone.broken' }

/** Why a call is over. */
export type EndCause = 'done' | 'busy' | 'unanswered' | 'unknownNumber' | 'noMicrophone' | 'failed'

export interface SoftphoneContext {
  /** Whether there is an exchange to be known to. */
  isConfigured: boolean
  number: string
  /** Who has called here, for as long as the call lasts; null for one that was made here. */
  from: string | null
  /** How many points stand behind the word while it rings: 0 to 3. */
  points: number
  isMuted: boolean
  cause: EndCause | null
  /** Whether the exchange has known it once. */
  wasKnown: boolean
}

export type SoftphoneEvent =
  | { type: 'call' }
  | { type: 'number.typed'; number: string }
  | { type: 'answer' }
  | { type: 'mute' }
  | { type: 'hangUp' }
  /** Nobody looks at the call any more. */
  | { type: 'putAway' }
  | { type: 'retry' }
  | PhoneNews

export const CALL_TEXT_MS = 1_000
export const REGISTER_POLL_MS = 300
const REGISTER_LIMIT_MS = 30_000
const COME_BACK_MS = 30_000

const ENDED = { target: 'ready', actions: 'keepCause' } as const
const HUNG_UP = { target: 'ready', actions: ['putDown', 'sayDone'] } as const

/** What ends a call that was taken or made; what is shown meanwhile is who is at the other end. */
const IN_CALL = { 'phone.ended': ENDED, hangUp: HUNG_UP, putAway: HUNG_UP, 'number.typed': {} } as const

/** A telephone: known to its exchange first, then one call at a time, until it is stopped, which hangs up. */
export const softphoneMachine = setup({
  types: {
    context: {} as SoftphoneContext,
    events: {} as SoftphoneEvent,
    input: {} as { number: string; isConfigured: boolean },
  },
  actors: {
    phone: fromCallback<PhoneOrder>(() => {
      throw new Error('required actor was not provided: "phone"')
    }),
  },
  guards: {
    /** Whether the exchange knows this telephone. */
    isRegistered: (): boolean => {
      requiredAction('isRegistered')()
      return false
    },
    isConfigured: ({ context }) => context.isConfigured,
    hasNumber: ({ context }) => context.number !== '',
    wasKnown: ({ context }) => context.wasKnown,
  },
  actions: {
    dial: sendTo('phone', ({ context }) => ({ type: 'dial', number: context.number }) satisfies PhoneOrder),
    pickUp: sendTo('phone', { type: 'answer' } satisfies PhoneOrder),
    putDown: sendTo('phone', { type: 'hangUp' } satisfies PhoneOrder),
    keepCause: assign(({ event }) => (event.type === 'phone.ended' ? { cause: event.cause } : {})),
    sayDone: assign({ cause: 'done' }),
    toggleMute: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ isMuted: !context.isMuted })
      enqueue.sendTo('phone', { type: 'mute', on: !context.isMuted } satisfies PhoneOrder)
    }),
  },
  delays: {
    callTextDelay: CALL_TEXT_MS,
    registerPoll: REGISTER_POLL_MS,
    registerLimit: REGISTER_LIMIT_MS,
    comeBackDelay: COME_BACK_MS,
  },
}).createMachine({
  id: 'softphone',
  context: ({ input }) => ({ ...input, from: null, points: 0, isMuted: false, cause: null, wasKnown: false }),
  initial: 'opening',
  on: { 'number.typed': { actions: assign({ number: ({ event }) => event.number }) } },
  states: {
    opening: { always: [{ guard: 'isConfigured', target: 'online' }, { target: 'unconfigured' }] },
    /** There is no exchange: the number is there to be copied. */
    unconfigured: {},
    /** Who was known once is waited for by somebody: it tries again by itself. */
    unreachable: {
      on: { retry: 'online' },
      after: { comeBackDelay: { guard: 'wasKnown', target: 'online' } },
    },
    online: {
      invoke: { id: 'phone', src: 'phone', onError: 'unreachable' },
      on: { 'phone.broken': 'unreachable' },
      initial: 'registering',
      states: {
        registering: {
          entry: assign({ cause: null, from: null }),
          after: { registerLimit: '#softphone.unreachable' },
          // Who is called is known, be it between two looks.
          on: { 'phone.rings': { target: 'ringing', actions: assign({ from: ({ event }) => event.from }) } },
          initial: 'waiting',
          states: {
            waiting: {
              after: {
                registerPoll: [
                  { guard: 'isRegistered', target: '#softphone.online.ready' },
                  { target: 'waiting', reenter: true },
                ],
              },
            },
          },
        },
        ready: {
          entry: assign({ from: null, wasKnown: true }),
          on: {
            'phone.lost': 'registering',
            call: { guard: 'hasNumber', target: 'calling', actions: ['dial', assign({ cause: null })] },
            'phone.rings': { target: 'ringing', actions: assign({ from: ({ event }) => event.from, cause: null }) },
          },
        },
        calling: {
          entry: assign({ points: 0 }),
          initial: 'told',
          states: {
            told: {
              after: {
                callTextDelay: {
                  target: 'told',
                  reenter: true,
                  actions: assign({ points: ({ context }) => (context.points + 1) % 4 }),
                },
              },
            },
          },
          on: {
            'phone.answered': 'talking',
            ...IN_CALL,
          },
        },
        /** Somebody calls here. */
        ringing: {
          on: {
            answer: { target: 'connecting', actions: 'pickUp' },
            hangUp: { target: 'ready', actions: 'putDown' },
            'phone.ended': ENDED,
          },
        },
        /** Taken, and not yet heard. */
        connecting: {
          on: {
            'phone.answered': 'talking',
            ...IN_CALL,
          },
        },
        talking: {
          exit: assign({ isMuted: false }),
          on: {
            mute: { actions: 'toggleMute' },
            ...IN_CALL,
          },
        },
      },
    },
  },
})
