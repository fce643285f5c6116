import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { failureText } from '../../detail/failureText.ts'
import { formatCount } from '../../format/amount.ts'
import styles from '../../runs/panels.module.css'
import { Button } from '../../ui/Button.tsx'
import type { BulkCopy } from '../listController.ts'
import { useOpenList } from '../useOpenList.ts'

/** The progress of a copy, and the button to press when the browser requires a user gesture for the clipboard. */
export function BulkCopyPanel({ gathering: { actor, all } }: { gathering: BulkCopy }) {
  const { controller, words } = useOpenList()
  const { t } = words
  const state = useSelector(actor, ({ value }) => value)
  const { done, rows, error } = useSelector(actor, ({ context }) => context)
  const next = useRef<HTMLButtonElement>(null)
  const isWaiting = state === 'ready' || state === 'failed'
  useEffect(() => {
    if (isWaiting) next.current?.focus()
  }, [isWaiting])
  // The focus returns to the rows.
  useEffect(() => () => controller.handles.grid?.focus(), [controller])
  const text =
    state === 'failed'
      ? failureText(error, t)
      : state === 'gathering'
        ? all === null
          ? t('gather.runningOn', { done: formatCount(done) })
          : t('gather.running', { done: formatCount(done), all: formatCount(all) })
        : t('gather.ready', { n: formatCount(rows.length) })
  return (
    <section className={styles.panel} aria-label={t('gather.title')} data-layer="dialog">
      <strong className="bold">{t('gather.title')}</strong>
      <p className="breakable" role="status">
        {text}
      </p>
      {state === 'gathering' && (
        <progress
          className={styles.progress}
          aria-label={t('gather.title')}
          {...(all === null ? {} : { value: done, max: all })}
        />
      )}
      <div className="buttons push">
        {state === 'ready' && (
          <Button ref={next} variant="primary" onClick={() => actor.send({ type: 'gather.write' })}>
            {t('app.copy')}
          </Button>
        )}
        {state === 'failed' && (
          <Button ref={next} onClick={() => actor.send({ type: 'gather.retry' })}>
            {t('app.retry')}
          </Button>
        )}
        <Button onClick={() => actor.send({ type: 'gather.cancel' })}>{t('app.cancel')}</Button>
      </div>
    </section>
  )
}
