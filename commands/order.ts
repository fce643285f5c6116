import type { PermissionKey } from '#contract/authority.ts'
import type { CommonKey } from '#locales/messages.ts'
import { PAYINS, PAYOUTS, RUPIAH } from './acting.ts'
import { command } from './command.ts'
import { RECORDS } from './foundKinds.ts'
import { orderArgument, orderIn } from './orderArgument.ts'
import type { FoundKind } from './scope.ts'

const ANYBODY = ['normal', 'subMerchant', 'umerchant', 'delegate'] as const

const jump = <const Id extends string>(
  id: Id,
  title: CommonKey,
  { key, kinds }: { key: readonly PermissionKey[]; kinds: readonly FoundKind[] },
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
    run: ({ app }, { order }) => app.openRow(orderIn(order)),
  })

/** Finding an order and opening it. */
export const orderCommands = [
  // Who may see checkouts alone finds his orders there.
  jump('order.jump', 'command.order.jump', {
    key: ['payin', 'payout', 'checkout_list', 'recharge_list', 'withdraw_list', 'account_transfer'],
    kinds: [...PAYINS, ...PAYOUTS, 'checkout', ...RECORDS],
  }),
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
    run: ({ app }, { order }) => app.openRow(orderIn(order)),
  }),
] as const
