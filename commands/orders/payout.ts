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

/** A payout that may be sent again: the bank refused it. What nobody has heard of may have been paid, and is asked about instead. */
export const isRetriable = isOneOf('FAILED')

async function act(scope: Scope, order: OrderIdentity, action: PayoutAction['action']): Promise<Message> {
  const { status } = await mutateRows(scope, [order], () =>
    scope.call(calls.payoutAction, { id: order.id, action }, { idempotencyKey: scope.idempotencyKey }),
  )
  return statusChanged(scope, order, status)
}

/** What can be done with one payout: by its number, or with the one under the cursor. */
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
      // The platform's number: the merchant's own may belong to several merchants.
      app.showReceipt(await call(calls.payoutReceipt, { merchantOrderNo: parseOrderValue(order).number }))
    },
  }),
] as const
