import { useSelector } from '@xstate/react'
import { failureText } from '../../detail/failureText.ts'
import { formatCount } from '../../format/amount.ts'
import type { Translate } from '../../i18n.ts'
import styles from '../../runs/panels.module.css'
import { Button } from '../../ui/Button.tsx'
import { Failure } from '../../ui/Failure.tsx'
import type { Exporting } from '../listController.ts'
import { useOpenList } from '../useOpenList.ts'

export function ExportPanel({ exporting }: { exporting: Exporting }) {
  const { controller, words } = useOpenList()
  const { t } = words
  const state = useSelector(exporting, ({ value }) => value)
  const { request, done, all, error } = useSelector(exporting, ({ context }) => context)
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
        retry={() => request !== null && exporting.send({ type: 'export.start', request })}
        onClose={cancel}
      />
    )
  }
  return (
    <div className={styles.panel}>
      <p className="breakable" role="status">
        {progressText(t, done, all)}
      </p>
      <progress
        className={styles.progress}
        aria-label={t('command.list.export')}
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
