import { CirclePlus, Wallet } from 'lucide-react'
import { places } from '#commands/places.ts'
import { mayEnter } from '#contract/authority.ts'
import { Button } from '../ui/Button.tsx'
import type { ListController } from './listController.ts'
import type { ListWords } from './listWords.ts'

const ICONS = { 'account.info': Wallet, 'account.recharge': CirclePlus }

/** A place that a list leads to from its bar. */
export type HeaderLink = keyof typeof ICONS

/** The places the list leads to, as far as this user may go there. */
export function HeaderLinks({ controller: { console, list }, words: { t } }: { controller: ListController; words: ListWords }) {
  const ways = list.headerLinks?.filter((id) => mayEnter(console.permissions, places[id])) ?? []
  return ways.map((id) => {
    const Icon = ICONS[id]
    const title = t(places[id].title)
    return (
      <Button key={id} look="icon" aria-label={title} title={title} onClick={() => console.scope().app.goTo(id)}>
        <Icon size={16} strokeWidth={1.5} />
      </Button>
    )
  })
}
