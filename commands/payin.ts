import { calls } from '#contract/calls.ts'
import type { PayinAction } from '#contract/shapes.ts'
import { acted, notify, nowIs, RUPIAH } from './acting.ts'
import type { Said } from './appScope.ts'
import { command } from './command.ts'
import { orderArgument, orderIn } from './orderArgument.ts'
import { isNotifiable } from './orderKinds.ts'
import type { OrderKey, OrderRef, Scope } from './scope.ts'

const isPending = ({ order }: OrderRef): boolean => order.status === 'PENDING'

async function act(scope: Scope, order: OrderKey, action: PayinAction['action']): Promise<Said> {
  const { status } = await acted(scope, [order], () =>
    scope.call(calls.payinAction, { id: order.id, action }, { once: scope.runKey }),
  )
  return nowIs(scope, order, status)
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
    repeats: true,
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
    repeats: true,
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
    repeats: true,
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
    repeats: true,
    risk: 'outward',
    confirm: (_, { order }) => ['command.payin.close.confirm', { number: orderIn(order).number }],
    run: (scope, { order }) => act(scope, orderIn(order), 'close'),
  }),
] as const
