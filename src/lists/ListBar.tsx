import { useSelector } from '@xstate/react'
import { Bookmark, CirclePlus, Columns3, Download, type LucideIcon, RotateCw, Rows3, Wallet } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { routes } from '#commands/navigation/routes.ts'
import { canEnter } from '#contract/authority.ts'
import { CommandKeys } from '../keyboard/CommandKeys.tsx'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { openViewOf } from './filters/query.ts'
import styles from './ListBar.module.css'
import type { HeaderLink } from './list.ts'
import { Pager } from './paging/Pager.tsx'
import { SummaryFigures } from './summary/SummaryFigures.tsx'
import { useOpenList } from './useOpenList.ts'

const LINK_ICONS: Record<HeaderLink, LucideIcon> = { 'account.info': Wallet, 'account.recharge': CirclePlus }

/** The summary of the query, links to related routes that the user may enter, and the tools of the list. */
export function ListBar() {
  const { controller, words } = useOpenList()
  const { t } = words
  const { console, list } = controller
  const scope = () => console.scope().list
  const links = list.headerLinks?.filter((id) => canEnter(console.permissions, routes[id])) ?? []
  return (
    <div className={styles.bar}>
      <ViewName />
      <SummaryFigures />
      <div className={styles.tools}>
        <Pager />
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

/** The saved view of the list and whether it has unsaved changes; nothing without a view. */
function ViewName() {
  const { controller, words } = useOpenList()
  const { t } = words
  const { actor, address, console, list } = controller
  const query = useSelector(actor, ({ context }) => context.query)
  const views = useSyncExternalStore(console.views.subscribe, () => console.views.all)
  const open = openViewOf(query, list, views, address.now())
  if (open === null) return null
  const { view, isChanged } = open
  const save = () => {
    console.runner.begin('view.update')
    // The button disappears after saving and would lose the focus.
    controller.handles.grid?.focus()
  }
  return (
    <section className={styles.view} aria-label={t('list.view')} data-view>
      <Bookmark className="icon" size={16} strokeWidth={1.5} aria-hidden />
      <span className="truncate medium" title={view.name}>
        {view.name}
      </span>
      {isChanged && (
        <>
          <span className={styles.viewChanged}>{t('list.viewChanged')}</span>
          <Button variant="quiet" title={t('command.view.update')} onClick={save}>
            {t('list.viewSave')}
            <CommandKeys of="view.update" />
          </Button>
        </>
      )}
    </section>
  )
}
