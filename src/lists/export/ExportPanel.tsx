import { useSelector } from '@xstate/react'
import { failureText } from '../../detail/failureText.ts'
import { formatCount } from '../../format/amount.ts'
import type { Translate } from '../../i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { useT } from '../../useConsole.tsx'
import styles from '../bulk/panels.module.css'
import type { ListController } from '../listController.ts'

interface ExportPanelProps {
  controller: ListController
  exporting: NonNullable<ReturnType<ListController['exporting']['get']>>
}

/** The progress of an export, with a cancel button. */
export function ExportPanel({ controller, exporting }: ExportPanelProps) {
  const t = useT()
  const state = useSelector(exporting, ({ value }) => value)
  const { done, all, error } = useSelector(exporting, ({ context }) => context)
  const cancel = () => {
    exporting.send({ type: 'export.cancel' })
    controller.handles.grid?.focus()
  }
  if (state === 'idle') return null
  if (state === 'failed') {
    return (
      <Failure
        title={t('export.failed')}
        text={failureText(error, t)}
        retry={() => void controller.console.scope().list?.export()}
        retryLabel={t('app.retry')}
        close={{ label: t('app.close'), run: cancel }}
      />
    )
  }
  return (
    <div className={styles.panel}>
      <p className={styles.text} role="status">
        {progressText(t, done, all)}
      </p>
      <progress
        className={styles.progress}
        aria-label={t(controller.list.export!.title)}
        {...(all === null ? {} : { value: done, max: all })}
      />
      <Button onClick={cancel}>{t('app.cancel')}</Button>
    </div>
  )
}

/** The progress as text. A gateway that collects all rows first reports none. */
function progressText(t: Translate, done: number, all: number | null): string {
  if (all !== null) return t('export.runningOf', { done: formatCount(done), all: formatCount(all) })
  return done === 0 ? t('export.begun') : t('export.running', { done: formatCount(done) })
}
