import { calls } from '#contract/calls.ts'
import type { Simulate, SimulatePayout } from '#contract/shapes/simulation.ts'
import { choiceArgument } from '../arguments.ts'
import { type Argument, command } from '../command.ts'
import { orderAllows } from '../rows/kinds.ts'
import type { OrderRowKind } from '../rows/rowRef.ts'
import { mutateRows, statusChanged } from './mutateRows.ts'
import { orderArgument, parseOrderValue } from './orderArgument.ts'

/** Outcomes that a simulated payer or bank can produce, the most common first. */
export const PAYIN_OUTCOMES = ['success', 'failed', 'expired', 'underpaid', 'overpaid', 'late'] as const satisfies NonNullable<
  Simulate['outcome']
>[]
export const PAYOUT_OUTCOMES = ['success', 'failed', 'unknown', 'reversed'] as const satisfies NonNullable<
  SimulatePayout['outcome']
>[]

/** How the merchant's server answers the callback: by itself (`own`), or as the endpoint of the demo is instructed to. */
export const SERVER_ANSWERS = ['own', 'ok', 'noAck', 'error500', 'timeout'] as const
export type ServerAnswer = (typeof SERVER_ANSWERS)[number]

/** The `notify` field of the call. The merchant's own server takes no instruction, so the field is left out. */
export const notifyInput = (answer: ServerAnswer): Pick<Simulate, 'notify'> => (answer === 'own' ? {} : { notify: answer })

/** Not asked unless the user presses Tab. */
const answer: Argument = {
  ...choiceArgument('answer', 'argument.answer', SERVER_ANSWERS),
  defaultValue: () => 'own',
}

interface SimulationOptions {
  kinds: readonly OrderRowKind[]
  outcome: Argument
}

const simulationProps = ({ kinds, outcome }: SimulationOptions) => ({
  section: 'order' as const,
  keywords: 'command.simulate.words' as const,
  authority: ['normal'] as const,
  conditions: ['simulation.on'] as const,
  arguments: [orderArgument({ kinds, fits: orderAllows('simulate') }), outcome, answer],
  dotRepeat: true as const,
  risk: 'outward' as const,
})

/** Commands that simulate payers and banks, where the gateway allows it. */
export const simulationCommands = [
  command({
    id: 'simulate.payin',
    permission: 'simulate_payin',
    ...simulationProps({
      kinds: ['payin', 'usdtPayin'],
      outcome: choiceArgument('outcome', 'argument.outcome', PAYIN_OUTCOMES),
    }),
    async run(scope, args) {
      const order = parseOrderValue(args.order)
      const input: Simulate = {
        // The platform's number, because merchants can use the same number.
        merchantOrderNo: order.number,
        outcome: args.outcome as (typeof PAYIN_OUTCOMES)[number],
        ...notifyInput(args.answer as ServerAnswer),
      }
      const { order: now } = await mutateRows(scope, [order], () =>
        scope.call(calls.simulatePayin, input, { idempotencyKey: scope.idempotencyKey }),
      )
      return statusChanged(scope, order, now.status)
    },
  }),
  command({
    id: 'simulate.payout',
    permission: 'simulate_payout',
    ...simulationProps({
      kinds: ['payout', 'usdtPayout'],
      outcome: choiceArgument('outcome', 'argument.payoutOutcome', PAYOUT_OUTCOMES, 'argument.outcome'),
    }),
    async run(scope, args) {
      const order = parseOrderValue(args.order)
      const asked: SimulatePayout = {
        merchantOrderNo: order.number,
        outcome: args.outcome as (typeof PAYOUT_OUTCOMES)[number],
        ...notifyInput(args.answer as ServerAnswer),
      }
      const { order: now } = await mutateRows(scope, [order], () =>
        scope.call(calls.simulatePayout, asked, { idempotencyKey: scope.idempotencyKey }),
      )
      return statusChanged(scope, order, now.status)
    },
  }),
] as const
