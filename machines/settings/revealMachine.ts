import { assign, setup } from 'xstate'
import { byOutput, requiredActor } from '../parts.ts'
import { NO_ANSWER, type Outcome, type Refusal } from '../submission/submission.ts'

export interface RevealContext {
  secret: string | null
  refusal: Refusal | null
  /** Seconds until the secret is hidden. */
  left: number
}

export type RevealEvent = { type: 'secret.ask' } | { type: 'secret.reveal'; password: string } | { type: 'secret.hide' }

/** Seconds for which a secret is shown. */
export const SHOWN_FOR = 30

const HIDDEN = { secret: null, refusal: null, left: 0 }

/** A secret that is shown for a short time after the password was entered. */
export const revealMachine = setup({
  types: { context: {} as RevealContext, events: {} as RevealEvent },
  actors: { reveal: requiredActor<Outcome<string>, { password: string }>('reveal') },
  actions: {
    hide: assign(HIDDEN),
    take: assign((_, outcome: Outcome<string>) =>
      outcome.kind === 'accepted' ? { secret: outcome.receipt, left: SHOWN_FOR, refusal: null } : { refusal: outcome.refusal },
    ),
  },
  guards: {
    isAccepted: (_, { kind }: Outcome<string>) => kind === 'accepted',
    isOver: ({ context }) => context.left <= 1,
  },
  delays: { second: 1_000 },
}).createMachine({
  id: 'reveal',
  context: HIDDEN,
  initial: 'hidden',
  states: {
    hidden: { entry: 'hide', on: { 'secret.ask': 'asking' } },
    asking: { on: { 'secret.reveal': 'revealing', 'secret.hide': 'hidden' } },
    revealing: {
      invoke: {
        id: 'reveal',
        src: 'reveal',
        input: ({ event }) => ({ password: event.type === 'secret.reveal' ? event.password : '' }),
        onDone: [
          { guard: byOutput('isAccepted'), target: 'shown', actions: byOutput('take') },
          { target: 'asking', actions: byOutput('take') },
        ],
        // Revealing changes nothing, so it can be retried.
        onError: { target: 'asking', actions: assign({ refusal: NO_ANSWER }) },
      },
      on: { 'secret.hide': 'hidden' },
    },
    shown: {
      after: {
        second: [
          { guard: 'isOver', target: 'hidden' },
          { target: 'shown', reenter: true, actions: assign({ left: ({ context }) => context.left - 1 }) },
        ],
      },
      on: { 'secret.hide': 'hidden' },
    },
  },
})
