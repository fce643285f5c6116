import { Columns3, Download, RotateCw, Rows3 } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { HeaderLinks } from './HeaderLinks.tsx'
import styles from './ListBar.module.css'
import type { ListController } from './listController.ts'
import type { ListWords } from './listWords.ts'
import { Pager } from './paging/Pager.tsx'
import { SummaryFigures } from './summary/SummaryFigures.tsx'
import { ViewName } from './views/ViewName.tsx'

/** The summary of the query and the tools of the list. */
export function ListBar({ controller, words }: { controller: ListController; words: ListWords }) {
  const { t } = words
  const scope = () => controller.console.scope().list
  return (
    <div className={styles.bar}>
      <ViewName controller={controller} words={words} />
      <SummaryFigures controller={controller} words={words} />
      <div className={styles.tools}>
        <Pager controller={controller} t={t} />
        <HeaderLinks controller={controller} words={words} />
        <Button variant="icon" aria-label={t('list.refresh')} title={t('list.refresh')} onClick={() => scope()?.refresh()}>
          <RotateCw size={16} strokeWidth={1.5} />
        </Button>
        <Button
          variant="icon"
          aria-label={t('command.density')}
          title={t('command.density')}
          onClick={() => scope()?.toggleDensity()}
        >
          <Rows3 size={16} strokeWidth={1.5} />
        </Button>
        <Button
          variant="icon"
          aria-label={t('command.list.columns')}
          title={t('command.list.columns')}
          onClick={() => scope()?.chooseColumns()}
        >
          <Columns3 size={16} strokeWidth={1.5} />
        </Button>
        {controller.list.export !== null && scope()?.canExport === true && (
          <Button
            variant="icon"
            aria-label={t(controller.list.export.title)}
            title={t(controller.list.export.title)}
            onClick={() => scope()?.export()}
          >
            <Download size={16} strokeWidth={1.5} />
          </Button>
        )}
      </div>
    </div>
  )
}
