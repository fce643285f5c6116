import { calls } from '#contract/calls.ts'
import type { PayoutAction } from '#contract/moneyShapes.ts'
import type { PayoutOrderStatus } from '#contract/options.ts'
import { acted, notify, nowIs, RUPIAH } from './acting.ts'
import type { Said } from './appScope.ts'
import { command } from './command.ts'
import { orderArgument, orderIn } from './orderArgument.ts'
import { isNotifiable } from './orderKinds.ts'
import type { OrderKey, OrderRef, Scope } from './scope.ts'

const isOneOf =
  (...statuses: PayoutOrderStatus[]) =>
  ({ order }: OrderRef): boolean =>
    (statuses as readonly string[]).includes(order.status)

/** A payout that may be sent again: the bank refused it. What nobody has heard of may have been paid, and is asked about instead. */
export const isRetriable = isOneOf('FAILED')

async function act(scope: Scope, order: OrderKey, action: PayoutAction['action']): Promise<Said> {
  const { status } = await acted(scope, [order], () =>
    scope.call(calls.payoutAction, { id: order.id, action }, { once: scope.runKey }),
  )
  return nowIs(scope, order, status)
}

/** What can be done with one payout: by its number, or with the one under the cursor. */
export const payoutCommands = [
  command({
    id: 'payout.notify',
    title: 'command.payout.notify',
    words: 'command.notify.words',
    section: 'order',
    authority: RUPIAH,
    key: 'payout_notify',
    arguments: [orderArgument({ kinds: ['payout'], fits: isNotifiable })],
    repeats: true,
    risk: 'outward',
    run: (scope, { order }) => notify(scope, orderIn(order)),
  }),
  command({
    id: 'usdt.payout.notify',
    title: 'command.usdt.payout.notify',
    words: 'command.notify.words',
    section: 'order',
    authority: ['umerchant'],
    key: 'payout_notify',
    arguments: [orderArgument({ kinds: ['usdtPayout'], fits: isNotifiable })],
    repeats: true,
    risk: 'outward',
    run: (scope, { order }) => notify(scope, orderIn(order)),
  }),
  command({
    id: 'payout.check',
    title: 'command.payout.check',
    section: 'order',
    authority: RUPIAH,
    key: 'payout_action',
    arguments: [orderArgument({ kinds: ['payout'], fits: isOneOf('PROCESSING', 'UNKNOWN') })],
    repeats: true,
    risk: 'outward',
    run: (scope, { order }) => act(scope, orderIn(order), 'check'),
  }),
  command({
    id: 'payout.cancel',
    title: 'command.payout.cancel',
    section: 'order',
    authority: RUPIAH,
    key: 'payout_action',
    arguments: [orderArgument({ kinds: ['payout'], fits: isOneOf('CREATED') })],
    risk: 'outward',
    confirm: (_, { order }) => ['command.payout.cancel.confirm', { number: orderIn(order).number }],
    run: (scope, { order }) => act(scope, orderIn(order), 'cancel'),
  }),
  command({
    id: 'payout.retry',
    title: 'command.payout.retry',
    words: 'command.payout.retry.words',
    section: 'order',
    authority: RUPIAH,
    key: 'payout_action',
    arguments: [orderArgument({ kinds: ['payout'], fits: isRetriable })],
    risk: 'outward',
    confirm: (_, { order }) => ['command.payout.retry.confirm', { number: orderIn(order).number }],
    run: (scope, { order }) => act(scope, orderIn(order), 'retry'),
  }),
  command({
    id: 'payout.receipt',
    title: 'command.payout.receipt',
    words: 'command.payout.receipt.words',
    section: 'order',
    authority: RUPIAH,
    key: 'payout_receipt',
    arguments: [orderArgument({ kinds: ['payout'], fits: ({ order }) => order.receipt })],
    repeats: true,
    risk: 'none',
    async run({ call, app }, { order }) {
      // The platform's number: the merchant's own may belong to several merchants.
      app.showReceipt(await call(calls.payoutReceipt, { merchantOrderNo: orderIn(order).number }))
    },
  }),
] as const
