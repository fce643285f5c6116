import { Columns3, Download, RotateCw, Rows3 } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import styles from './ListBar.module.css'
import type { ListWords } from './listWords.ts'
import { Pager } from './paging/Pager.tsx'
import type { Sheet } from './sheet.ts'
import { SummaryFigures } from './summary/SummaryFigures.tsx'
import { ViewName } from './views/ViewName.tsx'
import { Ways } from './Ways.tsx'

/** What the filter comes to, and the tools of the list. */
export function ListBar({ sheet, words }: { sheet: Sheet; words: ListWords }) {
  const { t } = words
  const scope = () => sheet.console.scope().list
  return (
    <div className={styles.bar}>
      <ViewName sheet={sheet} words={words} />
      <SummaryFigures sheet={sheet} words={words} />
      <div className={styles.tools}>
        <Pager sheet={sheet} t={t} />
        <Ways sheet={sheet} words={words} />
        <Button look="icon" aria-label={t('list.refresh')} title={t('list.refresh')} onClick={() => scope()?.refresh()}>
          <RotateCw size={16} strokeWidth={1.5} />
        </Button>
        <Button
          look="icon"
          aria-label={t('command.density')}
          title={t('command.density')}
          onClick={() => scope()?.toggleDensity()}
        >
          <Rows3 size={16} strokeWidth={1.5} />
        </Button>
        <Button
          look="icon"
          aria-label={t('command.list.columns')}
          title={t('command.list.columns')}
          onClick={() => scope()?.chooseColumns()}
        >
          <Columns3 size={16} strokeWidth={1.5} />
        </Button>
        {sheet.list.export !== null && scope()?.canExport === true && (
          <Button
            look="icon"
            aria-label={t(sheet.list.export.title)}
            title={t(sheet.list.export.title)}
            onClick={() => scope()?.export()}
          >
            <Download size={16} strokeWidth={1.5} />
          </Button>
        )}
      </div>
    </div>
  )
}
