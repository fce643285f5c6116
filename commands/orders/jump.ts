import type { Permission } from '#contract/authority.ts'
import { command } from '../command.ts'
import { SEARCHABLE_KINDS } from '../rows/kinds.ts'
import type { SearchableKind } from '../rows/rowRef.ts'
import { IDR_ACCOUNTS, PAYIN_KINDS, PAYOUT_KINDS } from './mutateRows.ts'
import { orderArgument, parseOrderValue } from './orderArgument.ts'

const ALL_ACCOUNTS = ['normal', 'subMerchant', 'umerchant', 'delegate'] as const

const jump = <const Id extends string>(
  id: Id,
  { permission, kinds }: { permission: readonly Permission[]; kinds: readonly SearchableKind[] },
) =>
  command({
    id,
    keywords: 'command.order.jump.words',
    section: 'order',
    authority: ALL_ACCOUNTS,
    permission,
    conditions: ['orders.visible'],
    arguments: [orderArgument({ kinds })],
    risk: 'none',
    run: ({ app }, { order }) => app.openRow(parseOrderValue(order)),
  })

/** Commands that find an order and open it. */
export const orderCommands = [
  // Users with access to checkouts only find their orders there.
  jump('order.jump', {
    permission: ['payin', 'payout', 'checkout_list', 'recharge_list', 'withdraw_list', 'account_transfer'],
    kinds: SEARCHABLE_KINDS,
  }),
  jump('order.jumpPayin', { permission: ['payin'], kinds: PAYIN_KINDS }),
  jump('order.jumpPayout', { permission: ['payout'], kinds: PAYOUT_KINDS }),
  command({
    id: 'order.byVa',
    section: 'order',
    authority: IDR_ACCOUNTS,
    permission: 'va_lookup',
    arguments: [orderArgument({ kinds: ['payin'], by: 'account', prompt: 'argument.vaNumber' })],
    risk: 'none',
    run: ({ app }, { order }) => app.openRow(parseOrderValue(order)),
  }),
] as const
