import { useSelector } from '@xstate/react'
import { Bookmark, Columns3, RotateCw, Rows3 } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { CommandIcon } from '../keyboard/CommandIcon.tsx'
import { CommandKeys } from '../keyboard/CommandKeys.tsx'
import { Button } from '../ui/Button.tsx'
import { openViewOf } from './filters/query.ts'
import styles from './ListBar.module.css'
import { Pager } from './paging/Pager.tsx'
import { SummaryFigures } from './summary/SummaryFigures.tsx'
import { useOpenList } from './useOpenList.ts'

/** The summary of the query and the tools of the list. */
export function ListBar() {
  const { controller, words } = useOpenList()
  const { t } = words
  const scope = () => controller.console.scope().list
  return (
    <div className={styles.bar}>
      <ViewName />
      <SummaryFigures />
      <div className={styles.tools}>
        <Pager />
        <CommandIcon of="list.refresh" icon={RotateCw} label={t('list.refresh')} onClick={() => scope()?.refresh()} />
        <CommandIcon of="density" icon={Rows3} label={t('command.density')} onClick={() => scope()?.toggleDensity()} />
        <CommandIcon
          of="list.columns"
          icon={Columns3}
          label={t('command.list.columns')}
          onClick={() => scope()?.chooseColumns()}
        />
      </div>
    </div>
  )
}

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
          <Button variant="quiet" title={t('command.view.update')} data-command="view.update" onClick={save}>
            {t('list.viewSave')}
            <CommandKeys of="view.update" />
          </Button>
        </>
      )}
    </section>
  )
}
