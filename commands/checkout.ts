import { RUPIAH } from './acting.ts'
import { type Command, command } from './command.ts'
import { linkHere, orderHere } from './facts.ts'
import { keyOf } from './orderArgument.ts'

const WHO = {
  section: 'order',
  authority: RUPIAH,
  key: 'checkout_list',
  risk: 'none',
} as const satisfies Partial<Command>

/** What can be done with an order that its payer pays on a page of its own. */
export const checkoutCommands = [
  command({
    ...WHO,
    id: 'checkout.copyLink',
    title: 'command.checkout.copyLink',
    when: ['row.here', 'link.here'],
    async run(scope) {
      const chosen = (scope.detail === null ? (scope.list?.selected ?? []) : []).flatMap(({ order }) => order.checkoutUrl ?? [])
      const links = chosen.length > 0 ? chosen : [linkHere(scope) ?? []].flat()
      await scope.app.copy(links.join('\n'))
      return ['command.checkout.copied', { n: links.length }, 'done']
    },
  }),
  command({
    ...WHO,
    id: 'checkout.openLink',
    title: 'command.checkout.openLink',
    when: ['row.here', 'link.here', 'link.payable'],
    run: (scope) => scope.app.openLink(linkHere(scope) ?? ''),
  }),
  command({
    ...WHO,
    id: 'checkout.openOrder',
    title: 'command.checkout.openOrder',
    key: 'payin',
    when: ['row.here', 'link.here'],
    run(scope) {
      const ref = orderHere(scope)
      if (ref !== null) scope.app.openOrder({ ...keyOf(ref), kind: 'payin' })
    },
  }),
] as const
