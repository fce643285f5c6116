import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { formatCount } from '../../format/amount.ts'
import { Button } from '../../ui/Button.tsx'
import { useFocusLeftToPage } from '../../ui/focus/useFocusLeftToPage.ts'
import { useConsole, useT } from '../../useConsole.tsx'
import styles from './Reconcile.module.css'
import type { ReconcileSession } from './reconcileSession.ts'

const BYTES_PER_MB = 1_000_000

/** What the page is working on, how far it is, and a button that cancels it. */
export function Progress({ session: { actor } }: { session: ReconcileSession }) {
  const t = useT()
  const { announcer } = useConsole()
  const step = useSelector(actor, ({ value }) => stepOf(value))
  const progress = useSelector(actor, ({ context }) => context.progress)
  const preview = useSelector(actor, ({ context }) => context.preview)
  const cancel = useRef<HTMLButtonElement>(null)
  const phase = progress?.phase === 'detecting' && step === 'reading' ? 'detecting' : step
  const title = t(`reconcile.phase.${phase}`)
  useEffect(() => cancel.current?.focus(), [])
  // The rows take the focus when the first of them have arrived.
  useFocusLeftToPage(cancel)
  useEffect(() => announcer.polite(title), [announcer, title])
  const isBytes = progress?.phase === 'reading'
  const count = (n: number) => (isBytes ? `${(n / BYTES_PER_MB).toFixed(1)} MB` : formatCount(n))
  const counts =
    progress === null
      ? ''
      : progress.all === null
        ? count(progress.done)
        : t('reconcile.progress', { done: count(progress.done), all: count(progress.all) })
  const bar = progress?.days ?? progress
  return (
    <div className={styles.progress}>
      <p className={styles.progressTitle}>{title}</p>
      <progress
        className={styles.progressBar}
        aria-label={title}
        {...(bar?.all == null ? {} : { value: bar.done, max: Math.max(1, bar.all) })}
      />
      <p className={styles.progressCounts}>{counts}</p>
      {preview !== null && (
        <p className="faint small">
          {preview.fileName === '' ? t('reconcile.pasted') : preview.fileName} ·{' '}
          {t('reconcile.lines', { n: formatCount(preview.lines) })}
        </p>
      )}
      <Button ref={cancel} onClick={() => actor.send({ type: 'work.cancel' })}>
        {t('app.cancel')}
      </Button>
    </div>
  )
}

const STEPS = ['reading', 'opening', 'fetching', 'matching', 'lookingUp'] as const

const stepOf = (value: unknown): (typeof STEPS)[number] =>
  STEPS.find((step) => JSON.stringify(value).includes(step)) ?? 'opening'
