import { assign, setup } from 'xstate'
import { byEvent, byOutput, requiredActor } from '../parts.ts'
import type { Outcome, Refusal } from '../submission/submission.ts'

export interface PasscodeContext {
  /** Null where the gateway does not say. */
  isOn: boolean | null
  /** Whether it is being turned on or off. */
  turnsOn: boolean
  /** The URL an authenticator is set up with. */
  otpAuthUrl: string
  refusal: Refusal | null
  /** Increases with each refusal, so that a repeated refusal is noticed. */
  refused: number
}

export type PasscodeEvent =
  | { type: 'passcode.switch'; on: boolean }
  | { type: 'passcode.give'; otp: string }
  | { type: 'passcode.confirm' }
  | { type: 'passcode.leave' }
  | { type: 'passcode.look' }

/**
 * Turns the user's own passcode on, with the first code of a newly enrolled authenticator, or off with a code of it. Where the gateway
 * enrols at the next sign-in only, turning it on is confirmed instead. Where it does not say whether the passcode is on, either can be
 * asked for, and the gateway decides.
 */
export const passcodeMachine = setup({
  types: { context: {} as PasscodeContext, events: {} as PasscodeEvent, input: {} as { isOn: boolean | null } },
  actors: {
    enrol: requiredActor<Outcome<string>>('enrol'),
    switchTo: requiredActor<Outcome<boolean>, { on: boolean; otp: string }>('switchTo'),
    look: requiredActor<boolean | null>('look'),
  },
  guards: {
    isAlready: ({ context }, { on }: { on: boolean }) => context.isOn === on,
    isOff: (_, { on }: { on: boolean }) => !on,
    /** Whether an authenticator is set up before the passcode is on. */
    enrolsNow: () => true,
    isConfirmed: ({ context }) => context.turnsOn && context.otpAuthUrl === '',
    isAccepted: (_, { kind }: Outcome<unknown>) => kind === 'accepted',
  },
  actions: {
    aim: assign((_, { on }: { on: boolean }) => ({ turnsOn: on })),
    forget: assign({ otpAuthUrl: '', refusal: null }),
    takeUrl: assign((_, outcome: Outcome<string>) =>
      outcome.kind === 'accepted' ? { otpAuthUrl: outcome.receipt, refusal: null } : {},
    ),
    takeState: assign((_, outcome: Outcome<boolean>) => (outcome.kind === 'accepted' ? { isOn: outcome.receipt } : {})),
    refuse: assign(({ context }, outcome: Outcome<unknown>) =>
      outcome.kind === 'accepted' ? {} : { refusal: outcome.refusal, refused: context.refused + 1 },
    ),
  },
}).createMachine({
  id: 'passcode',
  context: ({ input }) => ({ isOn: input.isOn, turnsOn: input.isOn !== true, otpAuthUrl: '', refusal: null, refused: 0 }),
  initial: 'resting',
  states: {
    resting: {
      on: {
        'passcode.switch': [
          { guard: byEvent('isAlready') },
          { guard: byEvent('isOff'), target: 'asking', actions: byEvent('aim') },
          { guard: 'enrolsNow', target: 'enrolling', actions: byEvent('aim') },
          { target: 'confirming', actions: byEvent('aim') },
        ],
      },
    },
    confirming: { on: { 'passcode.confirm': 'switching', 'passcode.leave': { target: 'resting', actions: 'forget' } } },
    enrolling: {
      invoke: {
        id: 'enrol',
        src: 'enrol',
        onDone: [
          { guard: byOutput('isAccepted'), target: 'asking', actions: byOutput('takeUrl') },
          { target: 'resting', actions: byOutput('refuse') },
        ],
        onError: 'unknown',
      },
    },
    asking: { on: { 'passcode.give': 'switching', 'passcode.leave': { target: 'resting', actions: 'forget' } } },
    switching: {
      invoke: {
        id: 'switchTo',
        src: 'switchTo',
        input: ({ context, event }) => ({ on: context.turnsOn, otp: event.type === 'passcode.give' ? event.otp : '' }),
        onDone: [
          { guard: byOutput('isAccepted'), target: 'resting', actions: ['forget', byOutput('takeState')] },
          { guard: 'isConfirmed', target: 'confirming', actions: byOutput('refuse') },
          { target: 'asking', actions: byOutput('refuse') },
        ],
        onError: 'unknown',
      },
    },
    // The passcode may be on or off by now.
    unknown: { on: { 'passcode.look': 'looking' } },
    looking: {
      invoke: {
        id: 'look',
        src: 'look',
        onDone: { target: 'resting', actions: ['forget', assign({ isOn: ({ event }) => event.output })] },
        onError: 'unknown',
      },
    },
  },
})
