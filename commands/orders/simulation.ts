import type { Permission } from '#contract/authority.ts'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { PAYIN_OUTCOMES, PAYOUT_OUTCOMES } from '#contract/options.ts'
import type { SimulationResult } from '#contract/rows/orders.ts'
import type { Simulate, SimulatePayout } from '#contract/shapes/simulation.ts'
import { choiceArgument } from '../arguments.ts'
import { type Argument, command } from '../command.ts'
import { orderAllows } from '../rows/kinds.ts'
import type { OrderRowKind } from '../rows/rowRef.ts'
import { callByNumber, type Numbered, otherOrderError } from './callByNumber.ts'
import { mutateRows, statusChanged } from './mutateRows.ts'
import { orderArgument, parseOrderValue } from './orderArgument.ts'

/** How the merchant's server answers the callback: by itself (`own`), or as the endpoint of the demo is instructed to. */
export const SERVER_ANSWERS = ['own', 'ok', 'noAck', 'error500', 'timeout'] as const
export type ServerAnswer = (typeof SERVER_ANSWERS)[number]

/** The `notify` field of the call. The merchant's own server takes no instruction, so the field is left out. */
export const notifyInput = (answer: ServerAnswer): Pick<Simulate, 'notify'> => (answer === 'own' ? {} : { notify: answer })

/** Not asked unless the user presses Tab. */
const answer: Argument = {
  feature: 'simulation-outcomes',
  ...choiceArgument('answer', 'argument.answer', SERVER_ANSWERS),
  defaultValue: () => 'own',
}

const simulation = <const Id extends string>(
  id: Id,
  call: Call<Simulate, SimulationResult> | Call<SimulatePayout, SimulationResult>,
  permission: Permission,
  kinds: readonly OrderRowKind[],
  outcome: Argument,
) =>
  command({
    id,
    label: 'action.simulate',
    section: 'order',
    keywords: 'command.simulate.words',
    authority: ['normal'],
    permission,
    conditions: ['simulation.on'],
    arguments: [
      orderArgument({ kinds, fits: orderAllows('simulate') }),
      { ...outcome, feature: 'simulation-outcomes' },
      answer,
    ],
    dotRepeat: true,
    hasOutsideEffect: true,
    async run(scope, args) {
      const order = parseOrderValue(args.order)
      const input = {
        ...(args.outcome === undefined ? {} : { outcome: args.outcome }),
        ...notifyInput((args.answer ?? 'own') as ServerAnswer),
      }
      const { order: now } = await mutateRows(scope, [order], () =>
        callByNumber(scope, call as Call<typeof input & Numbered, SimulationResult>, order, input),
      )
      return otherOrderError(order, now) ?? statusChanged(scope, order, now.status)
    },
  })

/** Commands that simulate payers and banks, where the gateway allows it. */
export const simulationCommands = [
  simulation(
    'simulate.payin',
    calls.simulatePayin,
    'simulate_payin',
    ['payin', 'usdtPayin'],
    choiceArgument('outcome', 'argument.outcome', PAYIN_OUTCOMES),
  ),
  simulation(
    'simulate.payout',
    calls.simulatePayout,
    'simulate_payout',
    ['payout', 'usdtPayout'],
    choiceArgument('outcome', 'argument.payoutOutcome', PAYOUT_OUTCOMES, 'argument.outcome'),
  ),
] as const
