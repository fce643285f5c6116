import type { PermissionKey } from '#contract/authority.ts'
import type { MessageKey } from '#locales/messages.ts'
import { PAYINS, PAYOUTS, RUPIAH } from './acting.ts'
import { command } from './command.ts'
import { orderArgument, orderIn } from './orderArgument.ts'
import type { OrderKind } from './scope.ts'

const ANYBODY = ['normal', 'subMerchant', 'umerchant', 'delegate'] as const

const jump = <const Id extends string>(
  id: Id,
  title: MessageKey,
  { key, kinds }: { key: readonly PermissionKey[]; kinds: readonly OrderKind[] },
) =>
  command({
    id,
    title,
    words: 'command.order.jump.words',
    section: 'order',
    authority: ANYBODY,
    key,
    when: ['orders.visible'],
    arguments: [orderArgument({ kinds })],
    risk: 'none',
    run: ({ app }, { order }) => app.openOrder(orderIn(order)),
  })

/** Finding an order and opening it. */
export const orderCommands = [
  jump('order.jump', 'command.order.jump', { key: ['payin', 'payout'], kinds: [...PAYINS, ...PAYOUTS] }),
  jump('order.jumpPayin', 'command.order.jumpPayin', { key: ['payin'], kinds: PAYINS }),
  jump('order.jumpPayout', 'command.order.jumpPayout', { key: ['payout'], kinds: PAYOUTS }),
  command({
    id: 'order.byVa',
    title: 'command.order.byVa',
    section: 'order',
    authority: RUPIAH,
    key: 'va_lookup',
    arguments: [orderArgument({ kinds: ['payin'], by: 'account', prompt: 'argument.vaNumber' })],
    risk: 'none',
    run: ({ app }, { order }) => app.openOrder(orderIn(order)),
  }),
] as const
