import { calls } from '#contract/calls.ts'
import type { PayoutAction } from '#contract/shapes/orders.ts'
import { command } from '../command.ts'
import type { Message } from '../message.ts'
import { orderAllows } from '../rows/kinds.ts'
import type { OrderIdentity, OrderRef } from '../rows/rowRef.ts'
import type { Scope } from '../scope.ts'
import { IDR_ACCOUNTS, mutateRows, notify, statusChanged } from './mutateRows.ts'
import { orderArgument, parseOrderValue } from './orderArgument.ts'

/** A payout in CREATED was not sent yet: its check would find nothing. */
const isSent = (ref: OrderRef): boolean => orderAllows('check')(ref) && ref.order.status !== 'CREATED'

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
    keywords: 'command.notify.words',
    section: 'order',
    authority: IDR_ACCOUNTS,
    permission: 'payout_notify',
    arguments: [orderArgument({ kinds: ['payout'], fits: orderAllows('notify') })],
    dotRepeat: true,
    risk: 'outward',
    run: (scope, { order }) => notify(scope, parseOrderValue(order)),
  }),
  command({
    id: 'usdt.payout.notify',
    keywords: 'command.notify.words',
    section: 'order',
    authority: ['umerchant'],
    permission: 'payout_notify',
    arguments: [orderArgument({ kinds: ['usdtPayout'], fits: orderAllows('notify') })],
    dotRepeat: true,
    risk: 'outward',
    run: (scope, { order }) => notify(scope, parseOrderValue(order)),
  }),
  command({
    id: 'payout.check',
    section: 'order',
    authority: IDR_ACCOUNTS,
    permission: 'payout_action',
    arguments: [orderArgument({ kinds: ['payout'], fits: isSent })],
    dotRepeat: true,
    risk: 'outward',
    run: (scope, { order }) => act(scope, parseOrderValue(order), 'check'),
  }),
  command({
    id: 'payout.cancel',
    section: 'order',
    authority: IDR_ACCOUNTS,
    permission: 'payout_action',
    arguments: [orderArgument({ kinds: ['payout'], fits: orderAllows('cancel') })],
    risk: 'outward',
    confirm: (_, { order }) => ['command.payout.cancel.confirm', { number: parseOrderValue(order).number }],
    run: (scope, { order }) => act(scope, parseOrderValue(order), 'cancel'),
  }),
  command({
    id: 'payout.retry',
    keywords: 'command.payout.retry.words',
    section: 'order',
    authority: IDR_ACCOUNTS,
    permission: 'payout_action',
    arguments: [orderArgument({ kinds: ['payout'], fits: orderAllows('retry') })],
    risk: 'outward',
    confirm: (_, { order }) => ['command.payout.retry.confirm', { number: parseOrderValue(order).number }],
    run: (scope, { order }) => act(scope, parseOrderValue(order), 'retry'),
  }),
  command({
    id: 'payout.receipt',
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
