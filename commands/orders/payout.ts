import { calls } from '#contract/calls.ts'
import type { PayoutOrderStatus } from '#contract/options.ts'
import type { PayoutAction } from '#contract/shapes/orders.ts'
import { command } from '../command.ts'
import type { Message } from '../message.ts'
import type { OrderIdentity, OrderRef } from '../rows/rowRef.ts'
import type { Scope } from '../scope.ts'
import { IDR_ACCOUNTS, mutateRows, notify, statusChanged } from './mutateRows.ts'
import { orderArgument, parseOrderValue } from './orderArgument.ts'
import { isNotifiable } from './orderKinds.ts'

const isOneOf =
  (...statuses: PayoutOrderStatus[]) =>
  ({ order }: OrderRef): boolean =>
    (statuses as readonly string[]).includes(order.status)

/** A payout that can be retried: the bank refused it. A payout in UNKNOWN may have been paid; it is checked instead. */
export const isRetriable = isOneOf('FAILED')

async function act(scope: Scope, order: OrderIdentity, action: PayoutAction['action']): Promise<Message> {
  const { status } = await mutateRows(scope, [order], () =>
    scope.call(calls.payoutAction, { id: order.id, action }, { idempotencyKey: scope.idempotencyKey }),
  )
  return statusChanged(scope, order, status)
}

/** Commands for the payout under the cursor, or for a payout found by its number. */
export const payoutCommands = [
  command({
    id: 'payout.notify',
    title: 'command.payout.notify',
    keywords: 'command.notify.words',
    section: 'order',
    authority: IDR_ACCOUNTS,
    permission: 'payout_notify',
    arguments: [orderArgument({ kinds: ['payout'], fits: isNotifiable })],
    dotRepeat: true,
    risk: 'outward',
    run: (scope, { order }) => notify(scope, parseOrderValue(order)),
  }),
  command({
    id: 'usdt.payout.notify',
    title: 'command.usdt.payout.notify',
    keywords: 'command.notify.words',
    section: 'order',
    authority: ['umerchant'],
    permission: 'payout_notify',
    arguments: [orderArgument({ kinds: ['usdtPayout'], fits: isNotifiable })],
    dotRepeat: true,
    risk: 'outward',
    run: (scope, { order }) => notify(scope, parseOrderValue(order)),
  }),
  command({
    id: 'payout.check',
    title: 'command.payout.check',
    section: 'order',
    authority: IDR_ACCOUNTS,
    permission: 'payout_action',
    arguments: [orderArgument({ kinds: ['payout'], fits: isOneOf('PROCESSING', 'UNKNOWN') })],
    dotRepeat: true,
    risk: 'outward',
    run: (scope, { order }) => act(scope, parseOrderValue(order), 'check'),
  }),
  command({
    id: 'payout.cancel',
    title: 'command.payout.cancel',
    section: 'order',
    authority: IDR_ACCOUNTS,
    permission: 'payout_action',
    arguments: [orderArgument({ kinds: ['payout'], fits: isOneOf('CREATED') })],
    risk: 'outward',
    confirm: (_, { order }) => ['command.payout.cancel.confirm', { number: parseOrderValue(order).number }],
    run: (scope, { order }) => act(scope, parseOrderValue(order), 'cancel'),
  }),
  command({
    id: 'payout.retry',
    title: 'command.payout.retry',
    keywords: 'command.payout.retry.words',
    section: 'order',
    authority: IDR_ACCOUNTS,
    permission: 'payout_action',
    arguments: [orderArgument({ kinds: ['payout'], fits: isRetriable })],
    risk: 'outward',
    confirm: (_, { order }) => ['command.payout.retry.confirm', { number: parseOrderValue(order).number }],
    run: (scope, { order }) => act(scope, parseOrderValue(order), 'retry'),
  }),
  command({
    id: 'payout.receipt',
    title: 'command.payout.receipt',
    keywords: 'command.payout.receipt.words',
    section: 'order',
    authority: IDR_ACCOUNTS,
    permission: 'payout_receipt',
    arguments: [orderArgument({ kinds: ['payout'], fits: ({ order }) => order.receipt })],
    dotRepeat: true,
    risk: 'none',
    async run({ call, app }, { order }) {
      // The platform's number, because merchants can use the same number.
      app.showReceipt(await call(calls.payoutReceipt, { merchantOrderNo: parseOrderValue(order).number }))
    },
  }),
] as const
