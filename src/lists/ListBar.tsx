import { CirclePlus, Columns3, Download, type LucideIcon, RotateCw, Rows3, Wallet } from 'lucide-react'
import { routes } from '#commands/navigation/routes.ts'
import { canEnter } from '#contract/authority.ts'
import { IconButton } from '../ui/IconButton.tsx'
import styles from './ListBar.module.css'
import type { HeaderLink } from './list.ts'
import type { ListController } from './listController.ts'
import type { ListWords } from './listWords.ts'
import { Pager } from './paging/Pager.tsx'
import { SummaryFigures } from './summary/SummaryFigures.tsx'
import { ViewName } from './views/ViewName.tsx'

const LINK_ICONS: Record<HeaderLink, LucideIcon> = { 'account.info': Wallet, 'account.recharge': CirclePlus }

/** The summary of the query, links to related routes that the user may enter, and the tools of the list. */
export function ListBar({ controller, words }: { controller: ListController; words: ListWords }) {
  const { t } = words
  const { console, list } = controller
  const scope = () => console.scope().list
  const links = list.headerLinks?.filter((id) => canEnter(console.permissions, routes[id])) ?? []
  return (
    <div className={styles.bar}>
      <ViewName controller={controller} words={words} />
      <SummaryFigures controller={controller} words={words} />
      <div className={styles.tools}>
        <Pager controller={controller} t={t} />
        {links.map((id) => (
          <Tool key={id} icon={LINK_ICONS[id]} label={t(routes[id].title)} run={() => console.scope().app.goTo(id)} />
        ))}
        <Tool icon={RotateCw} label={t('list.refresh')} run={() => scope()?.refresh()} />
        <Tool icon={Rows3} label={t('command.density')} run={() => scope()?.toggleDensity()} />
        <Tool icon={Columns3} label={t('command.list.columns')} run={() => scope()?.chooseColumns()} />
        {list.export !== null && scope()?.canExport === true && (
          <Tool icon={Download} label={t(list.export.title)} run={() => scope()?.export()} />
        )}
      </div>
    </div>
  )
}

const Tool = ({ icon, label, run }: { icon: LucideIcon; label: string; run(): void }) => (
  <IconButton icon={icon} label={label} title={label} onClick={run} />
)
