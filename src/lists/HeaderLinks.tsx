import { CirclePlus, type LucideIcon, Wallet } from 'lucide-react'
import { routes } from '#commands/navigation/routes.ts'
import { canEnter } from '#contract/authority.ts'
import { Button } from '../ui/Button.tsx'
import type { HeaderLink } from './list.ts'
import type { ListController } from './listController.ts'
import type { ListWords } from './listWords.ts'

const ICONS: Record<HeaderLink, LucideIcon> = { 'account.info': Wallet, 'account.recharge': CirclePlus }

/** Links to related routes that the user may enter. */
export function HeaderLinks({ controller: { console, list }, words: { t } }: { controller: ListController; words: ListWords }) {
  const links = list.headerLinks?.filter((id) => canEnter(console.permissions, routes[id])) ?? []
  return links.map((id) => {
    const Icon = ICONS[id]
    const title = t(routes[id].title)
    return (
      <Button key={id} variant="icon" aria-label={title} title={title} onClick={() => console.scope().app.goTo(id)}>
        <Icon size={16} strokeWidth={1.5} />
      </Button>
    )
  })
}
