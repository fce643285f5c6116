import { assign, setup } from 'xstate'
import type { CallbackAttempt } from '#contract/rows/callbacks.ts'
import type { SimulationResult } from '#contract/rows/orders.ts'
import { byOutput, requiredAction, requiredActor } from '../parts.ts'

/** A simulation: the order, its outcome, and the answer of the merchant's server. */
export interface Trial {
  readonly type: 'PAYIN' | 'PAYOUT'
  readonly number: string
  readonly outcome: string
  readonly answer: string
}

export type Ending =
  | { readonly kind: 'played'; readonly result: SimulationResult }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }

export interface SimulationRun {
  readonly trial: Trial
  readonly ending: Ending
}

interface SimulationContext {
  trial: Trial | null
  /** The idempotency key of the simulation, kept until the gateway has answered. */
  idempotencyKey: string
  ending: Ending | null
  /** The callback attempts; null while unknown. */
  attempts: readonly CallbackAttempt[] | null
  reads: number
  error: unknown
}

export type SimulationEvent = { type: 'trial.run'; trial: Trial; idempotencyKey: string }

// Enough reads for a server that does not answer.
const MOST_READS = 15

/** Keeps the simulation that has ended. */
const KEEP = {
  type: 'keep',
  params: ({ context: { trial, ending } }: { context: SimulationContext }) => ({ trial: trial!, ending: ending! }),
} as const

/** Runs one simulation at a time, and polls until the merchant's server has answered. */
export const simulationMachine = setup({
  types: { context: {} as SimulationContext, events: {} as SimulationEvent },
  actors: {
    /** A refusal is an ending; an error is an unknown outcome. */
    simulate: requiredActor<Ending, { trial: Trial; idempotencyKey: string }>('simulate'),
    readAttempts: requiredActor<readonly CallbackAttempt[], { trial: Trial; id: string }>('readAttempts'),
  },
  actions: {
    /** Adds it to the runs of this session. */
    keep: (_, _params: SimulationRun) => requiredAction('keep')(),
    end: assign((_, ending: Ending) => ({ ending })),
  },
  guards: {
    isPlayed: (_, { kind }: Ending) => kind === 'played',
    isUnanswered: ({ context }, attempts: readonly CallbackAttempt[]) =>
      context.reads < MOST_READS && isUnderWay(context.ending, attempts),
  },
  delays: { readDelay: 2_000 },
}).createMachine({
  id: 'simulation',
  context: { trial: null, idempotencyKey: '', ending: null, attempts: null, reads: 0, error: null },
  initial: 'idle',
  on: {
    'trial.run': {
      target: '.running',
      actions: assign(({ event: { trial, idempotencyKey } }) => ({
        trial,
        idempotencyKey,
        ending: null,
        attempts: null,
        reads: 0,
      })),
    },
  },
  states: {
    idle: {},
    running: {
      // A running simulation is not started again.
      on: { 'trial.run': {} },
      invoke: {
        id: 'simulate',
        src: 'simulate',
        input: ({ context }) => ({ trial: context.trial!, idempotencyKey: context.idempotencyKey }),
        onDone: [
          { guard: byOutput('isPlayed'), target: 'played', actions: [byOutput('end'), KEEP] },
          { target: 'refused', actions: [byOutput('end'), KEEP] },
        ],
        onError: { target: 'unknown', actions: assign({ error: ({ event }) => event.error }) },
      },
    },
    refused: {},
    /** The gateway did not answer. The same simulation is sent again under its key, so that it runs once. */
    unknown: {
      on: {
        'trial.run': {
          target: 'running',
          actions: assign(({ context, event: { trial, idempotencyKey } }) => ({
            trial,
            idempotencyKey: isSame(context.trial, trial) ? context.idempotencyKey : idempotencyKey,
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
                guard: byOutput('isUnanswered'),
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

/** Whether the callback is being sent or about to be. */
function isUnderWay(ending: Ending | null, attempts: readonly CallbackAttempt[]): boolean {
  const last = attempts.at(-1)
  if (last !== undefined) return last.outcome === 'SENDING'
  return ending?.kind === 'played' && ending.result.notify?.notifyStatus === 'PENDING'
}
