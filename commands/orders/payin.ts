import { calls } from '#contract/calls.ts'
import type { PayinAction } from '#contract/shapes/orders.ts'
import { command } from '../command.ts'
import type { Message } from '../message.ts'
import { orderAllows } from '../rows/kinds.ts'
import type { OrderIdentity } from '../rows/rowRef.ts'
import type { Scope } from '../scope.ts'
import { IDR_ACCOUNTS, mutateRows, notify, statusChanged } from './mutateRows.ts'
import { orderArgument, parseOrderValue } from './orderArgument.ts'

async function act(scope: Scope, order: OrderIdentity, action: PayinAction['action']): Promise<Message> {
  const { status } = await mutateRows(scope, [order], () =>
    scope.call(calls.payinAction, { id: order.id, action }, { idempotencyKey: scope.idempotencyKey }),
  )
  return statusChanged(scope, order, status)
}

/** Commands for the payin under the cursor, or for a payin found by its number. */
export const payinCommands = [
  command({
    id: 'payin.notify',
    keywords: 'command.notify.words',
    section: 'order',
    authority: IDR_ACCOUNTS,
    permission: 'payin_notify',
    arguments: [orderArgument({ kinds: ['payin'], fits: orderAllows('notify') })],
    dotRepeat: true,
    risk: 'outward',
    run: (scope, { order }) => notify(scope, parseOrderValue(order)),
  }),
  command({
    id: 'usdt.payin.notify',
    keywords: 'command.notify.words',
    section: 'order',
    authority: ['umerchant'],
    permission: 'payin_notify',
    arguments: [orderArgument({ kinds: ['usdtPayin'], fits: orderAllows('notify') })],
    dotRepeat: true,
    risk: 'outward',
    run: (scope, { order }) => notify(scope, parseOrderValue(order)),
  }),
  command({
    id: 'payin.check',
    section: 'order',
    authority: IDR_ACCOUNTS,
    permission: 'payin_action',
    arguments: [orderArgument({ kinds: ['payin'], fits: orderAllows('check') })],
    dotRepeat: true,
    risk: 'outward',
    run: (scope, { order }) => act(scope, parseOrderValue(order), 'check'),
  }),
  command({
    id: 'payin.close',
    section: 'order',
    authority: IDR_ACCOUNTS,
    permission: 'payin_action',
    arguments: [orderArgument({ kinds: ['payin'], fits: orderAllows('close') })],
    dotRepeat: true,
    risk: 'outward',
    confirm: (_, { order }) => ['command.payin.close.confirm', { number: parseOrderValue(order).number }],
    run: (scope, { order }) => act(scope, parseOrderValue(order), 'close'),
  }),
] as const
