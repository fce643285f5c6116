import { calls } from '#contract/calls.ts'
import type { PayinAction, Simulate } from '#contract/shapes.ts'
import { acted, notify, nowIs, RUPIAH } from './acting.ts'
import { type Argument, command } from './command.ts'
import { orderArgument, orderIn } from './orderArgument.ts'
import { isNotifiable } from './orderKinds.ts'
import type { OrderKey, OrderRef, Said, Scope } from './scope.ts'

const isPending = ({ order }: OrderRef): boolean => order.status === 'PENDING'

async function act(scope: Scope, order: OrderKey, action: PayinAction['action']): Promise<Said> {
  const { status } = await acted(scope, order, () =>
    scope.call(calls.payinAction, { id: order.id, action }, { once: scope.runKey }),
  )
  return nowIs(scope, order, status)
}

// Outcomes the gateway's simulation knows; the usual one first.
const OUTCOMES = ['success', 'failed', 'expired', 'underpaid', 'overpaid', 'late'] as const satisfies Simulate['outcome'][]

const outcome: Argument = {
  name: 'outcome',
  prompt: 'argument.outcome',
  ask: { choices: () => OUTCOMES.map((value) => ({ value, title: { said: [`argument.outcome.${value}`] } })) },
}

/** What can be done with one payin: by its number, or with the one under the cursor. */
export const payinCommands = [
  command({
    id: 'payin.notify',
    title: 'command.payin.notify',
    words: 'command.notify.words',
    section: 'order',
    authority: RUPIAH,
    key: 'payin_notify',
    arguments: [orderArgument({ kinds: ['payin'], fits: isNotifiable })],
    risk: 'outward',
    run: (scope, { order }) => notify(scope, orderIn(order)),
  }),
  command({
    id: 'usdt.payin.notify',
    title: 'command.usdt.payin.notify',
    words: 'command.notify.words',
    section: 'order',
    authority: ['umerchant'],
    key: 'payin_notify',
    arguments: [orderArgument({ kinds: ['usdtPayin'], fits: isNotifiable })],
    risk: 'outward',
    run: (scope, { order }) => notify(scope, orderIn(order)),
  }),
  command({
    id: 'payin.check',
    title: 'command.payin.check',
    section: 'order',
    authority: RUPIAH,
    key: 'payin_action',
    arguments: [orderArgument({ kinds: ['payin'], fits: isPending })],
    risk: 'outward',
    run: (scope, { order }) => act(scope, orderIn(order), 'check'),
  }),
  command({
    id: 'payin.close',
    title: 'command.payin.close',
    section: 'order',
    authority: RUPIAH,
    key: 'payin_action',
    arguments: [orderArgument({ kinds: ['payin'], fits: isPending })],
    risk: 'outward',
    confirm: (_, { order }) => ['command.payin.close.confirm', { number: orderIn(order).number }],
    run: (scope, { order }) => act(scope, orderIn(order), 'close'),
  }),
  command({
    id: 'simulate.payin',
    title: 'command.simulate.payin',
    words: 'command.simulate.words',
    section: 'order',
    authority: ['normal'],
    key: 'simulate_payin',
    when: ['simulation.on'],
    arguments: [orderArgument({ kinds: ['payin', 'usdtPayin'], fits: isPending }), outcome],
    risk: 'outward',
    async run(scope, given) {
      const order = orderIn(given.order)
      // The platform's number: the merchant's own may belong to several merchants.
      const asked = { merchantOrderNo: order.number, outcome: given.outcome as NonNullable<Simulate['outcome']> }
      const { order: now } = await acted(scope, order, () => scope.call(calls.simulatePayin, asked, { once: scope.runKey }))
      return nowIs(scope, order, now.status)
    },
  }),
] as const
