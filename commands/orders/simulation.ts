import { calls } from '#contract/calls.ts'
import type { PayinOrderStatus, PayoutOrderStatus } from '#contract/options.ts'
import type { Simulate, SimulatePayout } from '#contract/shapes/simulation.ts'
import { type Argument, type Choice, command } from '../command.ts'
import type { OrderKind, OrderRef } from '../rows/rowRef.ts'
import { mutateRows, statusChanged } from './mutateRows.ts'
import { orderArgument, parseOrderValue } from './orderArgument.ts'

/** What can be decided about an order by playing its payer or its bank, the usual one first. */
export const PAYIN_OUTCOMES = ['success', 'failed', 'expired', 'underpaid', 'overpaid', 'late'] as const satisfies NonNullable<
  Simulate['outcome']
>[]
export const PAYOUT_OUTCOMES = ['success', 'failed', 'unknown', 'reversed'] as const satisfies NonNullable<
  SimulatePayout['outcome']
>[]

/** How the merchant's server is to answer the callback: as it does, or as the demo's own endpoint is told to. */
export const SERVER_ANSWERS = ['own', 'ok', 'noAck', 'error500', 'timeout'] as const
export type ServerAnswer = (typeof SERVER_ANSWERS)[number]

/** The field of the call that says so; the merchant's own server is nobody to be told. */
export const notifyInput = (answer: ServerAnswer): Pick<Simulate, 'notify'> => (answer === 'own' ? {} : { notify: answer })

const chosenFrom = (name: string, prompt: Argument['prompt'], choices: readonly Choice[]): Argument => ({
  name,
  prompt,
  ask: { choices: () => choices },
})

/** As it answers by itself, unless somebody asks for the choice. */
const answer: Argument = {
  ...chosenFrom(
    'answer',
    'argument.answer',
    SERVER_ANSWERS.map((value) => ({ value, title: { message: [`argument.answer.${value}`] } })),
  ),
  defaultValue: () => 'own',
}

interface Simulated {
  kinds: readonly OrderKind[]
  /** Those of its statuses in which there is something to decide. */
  open: readonly (PayinOrderStatus | PayoutOrderStatus)[]
  outcome: Argument
}

const simulated = ({ kinds, open, outcome }: Simulated) => ({
  section: 'order' as const,
  keywords: 'command.simulate.words' as const,
  authority: ['normal'] as const,
  conditions: ['simulation.on'] as const,
  arguments: [
    orderArgument({ kinds, fits: ({ order }: OrderRef) => (open as readonly string[]).includes(order.status) }),
    outcome,
    answer,
  ],
  dotRepeat: true as const,
  risk: 'outward' as const,
})

/** Plays payers and banks, where the gateway lets them be played. */
export const simulationCommands = [
  command({
    id: 'simulate.payin',
    title: 'command.simulate.payin',
    permission: 'simulate_payin',
    ...simulated({
      kinds: ['payin', 'usdtPayin'],
      open: ['PENDING'],
      outcome: chosenFrom(
        'outcome',
        'argument.outcome',
        PAYIN_OUTCOMES.map((value) => ({ value, title: { message: [`argument.outcome.${value}`] } })),
      ),
    }),
    async run(scope, given) {
      const order = parseOrderValue(given.order)
      const asked: Simulate = {
        // The platform's number: the merchant's own may belong to several merchants.
        merchantOrderNo: order.number,
        outcome: given.outcome as (typeof PAYIN_OUTCOMES)[number],
        ...notifyInput(given.answer as ServerAnswer),
      }
      const { order: now } = await mutateRows(scope, [order], () =>
        scope.call(calls.simulatePayin, asked, { idempotencyKey: scope.idempotencyKey }),
      )
      return statusChanged(scope, order, now.status)
    },
  }),
  command({
    id: 'simulate.payout',
    title: 'command.simulate.payout',
    permission: 'simulate_payout',
    ...simulated({
      kinds: ['payout', 'usdtPayout'],
      open: ['CREATED', 'PROCESSING', 'UNKNOWN'],
      outcome: chosenFrom(
        'outcome',
        'argument.outcome',
        PAYOUT_OUTCOMES.map((value) => ({ value, title: { message: [`argument.payoutOutcome.${value}`] } })),
      ),
    }),
    async run(scope, given) {
      const order = parseOrderValue(given.order)
      const asked: SimulatePayout = {
        merchantOrderNo: order.number,
        outcome: given.outcome as (typeof PAYOUT_OUTCOMES)[number],
        ...notifyInput(given.answer as ServerAnswer),
      }
      const { order: now } = await mutateRows(scope, [order], () =>
        scope.call(calls.simulatePayout, asked, { idempotencyKey: scope.idempotencyKey }),
      )
      return statusChanged(scope, order, now.status)
    },
  }),
] as const
