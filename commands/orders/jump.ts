import type { Permission } from '#contract/authority.ts'
import { command } from '../command.ts'
import { rowKinds, SEARCHABLE_KINDS } from '../rows/kinds.ts'
import type { SearchableKind } from '../rows/rowRef.ts'
import { IDR_ACCOUNTS, ORDER_READERS } from './mutateRows.ts'
import { orderArgument, parseOrderValue } from './orderArgument.ts'

const jump = <const Id extends string>(
  id: Id,
  kinds: readonly SearchableKind[],
  permission: Permission | readonly Permission[],
) =>
  command({
    id,
    keywords: 'command.order.jump.words',
    section: 'order',
    authority: ORDER_READERS,
    permission,
    conditions: ['orders.visible'],
    arguments: [orderArgument({ kinds })],
    run: ({ app }, { order }) => app.openRow(parseOrderValue(order)),
  })

export const orderCommands = [
  // Users with access to checkouts only find their orders there.
  jump('order.jump', SEARCHABLE_KINDS, [
    'payin',
    'payout',
    'checkout_list',
    'recharge_list',
    'withdraw_list',
    'account_transfer',
  ]),
  jump('order.jumpPayin', ['payin', 'usdtPayin', 'agentPayin'], 'payin'),
  jump('order.jumpPayout', ['payout', 'usdtPayout', 'agentPayout'], 'payout'),
  command({
    id: 'order.byVa',
    section: 'order',
    authority: IDR_ACCOUNTS,
    permission: 'va_lookup',
    opens: rowKinds.payin.routes,
    arguments: [orderArgument({ kinds: ['payin'], by: 'account', prompt: 'argument.vaNumber' })],
    run: ({ app }, { order }) => app.openRow(parseOrderValue(order)),
  }),
] as const
