import { assign, setup } from 'xstate'
import { requiredActor } from '../requiredActor.ts'
import type { Outcome, Refusal } from '../submission/submission.ts'

export interface PasscodeContext {
  isOn: boolean
  /** The URL an authenticator is set up with. */
  otpAuthUrl: string
  refusal: Refusal | null
  /** Increases with each refusal, so that a repeated refusal is noticed. */
  refused: number
}

export type PasscodeEvent =
  | { type: 'passcode.switch' }
  | { type: 'passcode.give'; otp: string }
  | { type: 'passcode.leave' }
  | { type: 'passcode.look' }

const refusalOf = ({ context }: { context: PasscodeContext }, outcome: Outcome<unknown>) =>
  outcome.kind === 'accepted' ? {} : { refusal: outcome.refusal, refused: context.refused + 1 }

/** Turns the user's own passcode on, with the first code of a newly enrolled authenticator, or off with a code of it. */
export const passcodeMachine = setup({
  types: { context: {} as PasscodeContext, events: {} as PasscodeEvent, input: {} as { isOn: boolean } },
  actors: {
    enrol: requiredActor<Outcome<string>>('enrol'),
    switchTo: requiredActor<Outcome<boolean>, { on: boolean; otp: string }>('switchTo'),
    look: requiredActor<boolean>('look'),
  },
  guards: { isOn: ({ context }) => context.isOn },
  actions: { forget: assign({ otpAuthUrl: '', refusal: null }) },
}).createMachine({
  id: 'passcode',
  context: ({ input }) => ({ isOn: input.isOn, otpAuthUrl: '', refusal: null, refused: 0 }),
  initial: 'resting',
  states: {
    resting: { on: { 'passcode.switch': [{ guard: 'isOn', target: 'asking' }, { target: 'enrolling' }] } },
    enrolling: {
      invoke: {
        id: 'enrol',
        src: 'enrol',
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'accepted',
            target: 'asking',
            actions: assign(({ event }) => ({
              otpAuthUrl: event.output.kind === 'accepted' ? event.output.receipt : '',
              refusal: null,
            })),
          },
          { target: 'resting', actions: assign((step) => refusalOf(step, step.event.output)) },
        ],
        onError: 'unknown',
      },
    },
    asking: {
      on: { 'passcode.give': 'switching', 'passcode.leave': { target: 'resting', actions: 'forget' } },
    },
    switching: {
      invoke: {
        id: 'switchTo',
        src: 'switchTo',
        input: ({ context, event }) => ({ on: !context.isOn, otp: event.type === 'passcode.give' ? event.otp : '' }),
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'accepted',
            target: 'resting',
            actions: [
              'forget',
              assign({
                isOn: ({ context, event }) => (event.output.kind === 'accepted' ? event.output.receipt : context.isOn),
              }),
            ],
          },
          { target: 'asking', actions: assign((step) => refusalOf(step, step.event.output)) },
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
