import { useSelector } from '@xstate/react'
import { Bookmark } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { CommandKeys } from '../../keyboard/CommandKeys.tsx'
import { Button } from '../../ui/Button.tsx'
import { openViewOf } from '../filters/query.ts'
import type { ListController } from '../listController.ts'
import type { ListWords } from '../listWords.ts'
import styles from './ViewName.module.css'

/** The saved view of the list and whether it has unsaved changes; nothing without a view. */
export function ViewName({ controller, words: { t } }: { controller: ListController; words: ListWords }) {
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
      <Bookmark className={styles.icon} size={16} strokeWidth={1.5} aria-hidden />
      <span className="truncate medium" title={view.name}>
        {view.name}
      </span>
      {isChanged && (
        <>
          <span className={styles.changed}>{t('list.viewChanged')}</span>
          <Button variant="quiet" title={t('command.view.update')} onClick={save}>
            {t('list.viewSave')}
            <CommandKeys of="view.update" />
          </Button>
        </>
      )}
    </section>
  )
}
