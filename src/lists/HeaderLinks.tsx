import { CirclePlus, Wallet } from 'lucide-react'
import { routes } from '#commands/navigation/routes.ts'
import { canEnter } from '#contract/authority.ts'
import { Button } from '../ui/Button.tsx'
import type { ListController } from './listController.ts'
import type { ListWords } from './listWords.ts'

const ICONS = { 'account.info': Wallet, 'account.recharge': CirclePlus }

/** A place that a list leads to from its bar. */
export type HeaderLink = keyof typeof ICONS

/** The places the list leads to, as far as this user may go there. */
export function HeaderLinks({ controller: { console, list }, words: { t } }: { controller: ListController; words: ListWords }) {
  const ways = list.headerLinks?.filter((id) => canEnter(console.permissions, routes[id])) ?? []
  return ways.map((id) => {
    const Icon = ICONS[id]
    const title = t(routes[id].title)
    return (
      <Button key={id} look="icon" aria-label={title} title={title} onClick={() => console.scope().app.goTo(id)}>
        <Icon size={16} strokeWidth={1.5} />
      </Button>
    )
  })
}
