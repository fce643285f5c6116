import { type CommandOptions, command } from '../command.ts'
import { currentOrder, currentPayLink } from '../conditions.ts'
import { IDR_ACCOUNTS } from './mutateRows.ts'
import { orderIdentityOf } from './orderArgument.ts'

const CHECKOUT_COMMAND = {
  section: 'order',
  authority: IDR_ACCOUNTS,
  permission: 'checkout_list',
} as const satisfies CommandOptions

export const checkoutCommands = [
  command({
    ...CHECKOUT_COMMAND,
    id: 'checkout.copyLink',
    conditions: ['row.here', 'link.here'],
    dotRepeat: true,
    async run(scope) {
      if (scope.detail === null && scope.list !== null) return scope.list.copy('payLink')
      await scope.app.copy(currentPayLink(scope) ?? '', ['command.checkout.copied', { n: 1 }, 'done'])
    },
  }),
  command({
    ...CHECKOUT_COMMAND,
    id: 'checkout.openLink',
    conditions: ['row.here', 'link.here', 'link.payable'],
    dotRepeat: true,
    run: (scope) => scope.app.openLink(currentPayLink(scope) ?? ''),
  }),
  command({
    ...CHECKOUT_COMMAND,
    id: 'checkout.openOrder',
    permission: 'payin',
    conditions: ['row.here', 'link.here'],
    run(scope) {
      const ref = currentOrder(scope)
      if (ref !== null) scope.app.openRow({ ...orderIdentityOf(ref), kind: 'payin' })
    },
  }),
] as const
