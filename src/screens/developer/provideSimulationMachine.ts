import { fromPromise } from 'xstate'
import { notifyInput, type PAYIN_OUTCOMES, type PAYOUT_OUTCOMES, type ServerAnswer } from '#commands/orders/simulation.ts'
import { calls } from '#contract/calls.ts'
import { type SimulationRun, simulationMachine, type Trial } from '#machines/simulation/simulationMachine.ts'
import type { Api } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'

type PayinOutcome = (typeof PAYIN_OUTCOMES)[number]
type PayoutOutcome = (typeof PAYOUT_OUTCOMES)[number]

/** The simulation machine with calls to the gateway as its actors. */
export const provideSimulationMachine = (api: Api, keep: (run: SimulationRun) => void) =>
  simulationMachine.provide({
    actors: {
      simulate: fromPromise(async ({ input: { trial, idempotencyKey } }) => {
        try {
          return { kind: 'played', result: await play(api, trial, idempotencyKey) }
        } catch (cause) {
          if (!(cause instanceof ApiError && (cause.isAnswer || cause.code === 'SIMULATION_DISABLED'))) throw cause
          return { kind: 'refused', code: cause.code, message: cause.message }
        }
      }),
      readAttempts: fromPromise(async ({ input: { trial, id } }) => {
        const call = trial.type === 'PAYIN' ? calls.payinTrail : calls.payoutTrail
        return (await api.call(call, { id }, { quiet: true })).attempts
      }),
    },
    actions: { keep: (_, run) => keep(run) },
  })

function play(api: Api, { type, number, outcome, answer }: Trial, idempotencyKey: string) {
  const input = { merchantOrderNo: number, ...notifyInput(answer as ServerAnswer) }
  return type === 'PAYIN'
    ? api.call(calls.simulatePayin, { ...input, outcome: outcome as PayinOutcome }, { quiet: true, idempotencyKey })
    : api.call(calls.simulatePayout, { ...input, outcome: outcome as PayoutOutcome }, { quiet: true, idempotencyKey })
}
