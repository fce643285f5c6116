import { assign, enqueueActions, sendTo, setup } from 'xstate'
import { requiredAction, requiredCallback } from '../parts.ts'

export type PhoneCommand =
  | { type: 'dial'; number: string }
  | { type: 'answer' }
  | { type: 'hangUp' }
  | { type: 'mute'; on: boolean }

export type PhoneEvent =
  | { type: 'phone.rings'; from: string }
  | { type: 'phone.answered' }
  | { type: 'phone.ended'; cause: EndCause }
  /** The exchange dropped the registration. The phone keeps trying to register. */
  | { type: 'phone.lost' }
  /** The phone is unusable: its script could not be loaded, or its settings are invalid. */
  | { type: 'phone.broken' }

/** Why a call ended. */
export type EndCause = 'done' | 'busy' | 'unanswered' | 'unknownNumber' | 'noMicrophone' | 'failed'

export interface SoftphoneContext {
  /** Whether an exchange is configured. */
  isConfigured: boolean
  number: string
  /** The caller, during an incoming call; null for an outgoing one. */
  from: string | null
  /** The number of dots in the animated text while it rings: 0 to 3. */
  points: number
  isMuted: boolean
  cause: EndCause | null
  /** Whether the phone was registered once. */
  wasKnown: boolean
}

export type SoftphoneEvent =
  | { type: 'call' }
  | { type: 'number.typed'; number: string }
  | { type: 'answer' }
  | { type: 'mute' }
  | { type: 'hangUp' }
  /** The call dialog was closed. */
  | { type: 'putAway' }
  | { type: 'retry' }
  | PhoneEvent

export const CALL_TEXT_MS = 1_000
export const REGISTER_POLL_MS = 300

const ENDED = { target: 'ended', actions: 'keepCause' } as const
const HUNG_UP = { target: 'ended', actions: ['putDown', 'sayDone'] } as const

/** Transitions that end a call. The number field shows the other party meanwhile. */
const IN_CALL = { 'phone.ended': ENDED, hangUp: HUNG_UP, putAway: HUNG_UP, 'number.typed': {} } as const

/** A softphone: registers first, then makes one call at a time until it is stopped, which hangs up. */
export const softphoneMachine = setup({
  types: {
    context: {} as SoftphoneContext,
    events: {} as SoftphoneEvent,
    input: {} as { number: string; isConfigured: boolean },
  },
  actors: {
    phone: requiredCallback<PhoneCommand>('phone'),
  },
  guards: {
    /** Whether the exchange has registered this phone. */
    isRegistered: (): boolean => {
      requiredAction('isRegistered')()
      return false
    },
    isConfigured: ({ context }) => context.isConfigured,
    hasNumber: ({ context }) => context.number !== '',
    wasKnown: ({ context }) => context.wasKnown,
  },
  actions: {
    dial: sendTo('phone', ({ context }) => ({ type: 'dial', number: context.number }) satisfies PhoneCommand),
    pickUp: sendTo('phone', { type: 'answer' } satisfies PhoneCommand),
    putDown: sendTo('phone', { type: 'hangUp' } satisfies PhoneCommand),
    keepCaller: assign(({ event }) => (event.type === 'phone.rings' ? { from: event.from, cause: null, wasKnown: true } : {})),
    keepCause: assign(({ event }) => (event.type === 'phone.ended' ? { cause: event.cause } : {})),
    sayDone: assign({ cause: 'done' }),
    toggleMute: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ isMuted: !context.isMuted })
      enqueue.sendTo('phone', { type: 'mute', on: !context.isMuted } satisfies PhoneCommand)
    }),
  },
  delays: {
    callTextDelay: CALL_TEXT_MS,
    registerPoll: REGISTER_POLL_MS,
    registerLimit: 30_000,
    comeBackDelay: 30_000,
  },
}).createMachine({
  id: 'softphone',
  context: ({ input }) => ({ ...input, from: null, points: 0, isMuted: false, cause: null, wasKnown: false }),
  initial: 'opening',
  on: { 'number.typed': { actions: assign({ number: ({ event }) => event.number }) } },
  states: {
    opening: { always: [{ guard: 'isConfigured', target: 'online' }, { target: 'unconfigured' }] },
    /** No exchange is configured: the number can only be copied. */
    unconfigured: {},
    /** A phone that was registered once reconnects automatically. */
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
          entry: assign({ from: null }),
          after: { registerLimit: '#softphone.unreachable' },
          // An incoming call proves the registration, even between two polls.
          on: { 'phone.rings': { target: 'ringing', actions: 'keepCaller' } },
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
            'phone.rings': { target: 'ringing', actions: 'keepCaller' },
          },
        },
        calling: {
          entry: assign({ points: 0 }),
          initial: 'counting',
          states: {
            counting: {
              after: {
                callTextDelay: {
                  target: 'counting',
                  reenter: true,
                  actions: assign({ points: ({ context }) => (context.points + 1) % 4 }),
                },
              },
            },
          },
          on: { 'phone.answered': 'talking', ...IN_CALL },
        },
        /** An incoming call. */
        ringing: {
          on: {
            answer: { target: 'connecting', actions: 'pickUp' },
            hangUp: { target: 'ended', actions: 'putDown' },
            'phone.ended': ENDED,
          },
        },
        /** Answered, but without media yet. */
        connecting: { on: { 'phone.answered': 'talking', ...IN_CALL } },
        talking: {
          exit: assign({ isMuted: false }),
          on: { mute: { actions: 'toggleMute' }, ...IN_CALL },
        },
        /** The exchange may have dropped the registration during the call. */
        ended: { always: [{ guard: 'isRegistered', target: 'ready' }, { target: 'registering' }] },
      },
    },
  },
})
