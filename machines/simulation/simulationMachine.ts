import { assign, setup } from 'xstate'
import type { CallbackAttempt } from '#contract/rows/callbacks.ts'
import type { SimulationResult } from '#contract/rows/orders.ts'
import { requiredAction, requiredActor } from '../requiredActor.ts'

/** What is to be played: whose order, how it ends, and how the merchant's server takes it. */
export interface Trial {
  readonly type: 'PAYIN' | 'PAYOUT'
  readonly number: string
  readonly outcome: string
  readonly answer: string
}

export type Ending =
  | { readonly kind: 'played'; readonly result: SimulationResult }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }

/** One trial and what came of it. */
export interface Run {
  readonly trial: Trial
  readonly ending: Ending
}

interface SimulationContext {
  trial: Trial | null
  /** The name of the trial before the gateway, kept until it has answered. */
  once: string
  ending: Ending | null
  /** What the merchant was told; null while that is not known. */
  attempts: readonly CallbackAttempt[] | null
  reads: number
  error: unknown
}

export type SimulationEvent = { type: 'trial.run'; trial: Trial; once: string }

// A server that does not answer is waited for as long as this allows.
const MOST_READS = 15

/** Plays one trial after the other, and looks on until the merchant's server has answered. */
export const simulationMachine = setup({
  types: { context: {} as SimulationContext, events: {} as SimulationEvent },
  actors: {
    /** A refusal is an ending; what it throws is none. */
    simulate: requiredActor<Ending, { trial: Trial; once: string }>('simulate'),
    /** The deliveries of the order that was played. */
    readAttempts: requiredActor<readonly CallbackAttempt[], { trial: Trial; id: string }>('readAttempts'),
  },
  actions: {
    /** Among the runs of this session. */
    keep: (_, _params: Run) => requiredAction('keep')(),
  },
  guards: {
    isPlayed: (_, { ending }: { ending: Ending }) => ending.kind === 'played',
    isUnanswered: ({ context }, { attempts }: { attempts: readonly CallbackAttempt[] }) =>
      context.reads < MOST_READS && isUnderWay(context.ending, attempts),
  },
  delays: { readDelay: 2_000 },
}).createMachine({
  id: 'simulation',
  context: { trial: null, once: '', ending: null, attempts: null, reads: 0, error: null },
  initial: 'idle',
  on: {
    'trial.run': {
      target: '.running',
      actions: assign(({ event: { trial, once } }) => ({ trial, once, ending: null, attempts: null, reads: 0 })),
    },
  },
  states: {
    idle: {},
    running: {
      // What was begun is not begun again.
      on: { 'trial.run': {} },
      invoke: {
        id: 'simulate',
        src: 'simulate',
        input: ({ context }) => ({ trial: context.trial!, once: context.once }),
        onDone: [
          {
            guard: { type: 'isPlayed', params: ({ event }) => ({ ending: event.output }) },
            target: 'played',
            actions: [
              assign({ ending: ({ event }) => event.output }),
              { type: 'keep', params: ({ context, event }) => ({ trial: context.trial!, ending: event.output }) },
            ],
          },
          {
            target: 'refused',
            actions: [
              assign({ ending: ({ event }) => event.output }),
              { type: 'keep', params: ({ context, event }) => ({ trial: context.trial!, ending: event.output }) },
            ],
          },
        ],
        onError: { target: 'unknown', actions: assign({ error: ({ event }) => event.error }) },
      },
    },
    refused: {},
    /** Nobody answered. The same trial goes on under its name, so that it is played once. */
    unknown: {
      on: {
        'trial.run': {
          target: 'running',
          actions: assign(({ context, event: { trial, once } }) => ({
            trial,
            once: isSame(context.trial, trial) ? context.once : once,
          })),
        },
      },
    },
    played: {
      initial: 'reading',
      states: {
        reading: {
          invoke: {
            id: 'readAttempts',
            src: 'readAttempts',
            input: ({ context }) => ({ trial: context.trial!, id: idOf(context.ending) }),
            onDone: [
              {
                guard: { type: 'isUnanswered', params: ({ event }) => ({ attempts: event.output }) },
                target: 'waiting',
                actions: assign(({ context, event }) => ({ attempts: event.output, reads: context.reads + 1 })),
              },
              { target: 'settled', actions: assign({ attempts: ({ event }) => event.output }) },
            ],
            onError: 'settled',
          },
        },
        waiting: { after: { readDelay: 'reading' } },
        settled: {},
      },
    },
  },
})

const idOf = (ending: Ending | null): string => (ending?.kind === 'played' ? ending.result.order.id : '')

const isSame = (one: Trial | null, other: Trial): boolean =>
  one?.type === other.type && one.number === other.number && one.outcome === other.outcome && one.answer === other.answer

/** Whether the merchant is being told, or is about to be. */
function isUnderWay(ending: Ending | null, attempts: readonly CallbackAttempt[]): boolean {
  const last = attempts.at(-1)
  if (last !== undefined) return last.outcome === 'SENDING'
  return ending?.kind === 'played' && ending.result.notify.notifyStatus === 'PENDING'
}
