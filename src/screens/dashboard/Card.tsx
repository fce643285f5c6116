import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { isUnknownCall } from '../../api/errors.ts'
import { failureText } from '../../detail/failureText.ts'
import { Failure } from '../../ui/Failure.tsx'
import { useT } from '../../useConsole.tsx'
import styles from './Card.module.css'
import type { Panel } from './dashboardModel.ts'

interface CardProps<Figures> {
  panel: Panel<Figures>
  title: string
  /** Shown next to the title. */
  note?: string
  tools?: ReactNode
  /** Rows of the skeleton that is shown while the first figures load. */
  skeletonRows: number
  className?: string | undefined
  children(figures: Figures): ReactNode
}

/** A card with loaded figures. A failure is shown above the last figures; its announcement is the toast of the call. */
export function Card<Figures>({ panel, title, note, tools, skeletonRows, className = '', children }: CardProps<Figures>) {
  const t = useT()
  const id = useId()
  const isLoading = useSelector(panel, (snapshot) => snapshot.matches('loading'))
  const hasFailed = useSelector(panel, (snapshot) => snapshot.matches('failed'))
  const { figures, error } = useSelector(panel, ({ context }) => context)
  const isUnserved = hasFailed && isUnknownCall(error)
  const section = useRef<HTMLElement>(null)
  const hasFigures = figures !== null
  useEffect(() => {
    const card = section.current
    // After a retry the focus moves from the card to its first figure.
    if (hasFigures && document.activeElement === card) card?.querySelector<HTMLElement>('[data-focus-item]')?.focus()
  }, [hasFigures])
  const retry = () => {
    const card = section.current
    ;(card?.querySelector<HTMLElement>('[data-focus-item]') ?? card)?.focus()
    panel.send({ type: 'panel.refresh' })
  }
  return (
    <section ref={section} className={`${styles.card} ${className}`} tabIndex={-1} aria-labelledby={id} aria-busy={isLoading}>
      <header className={styles.head}>
        <h2 className="bold" id={id}>
          {title}
        </h2>
        {note !== undefined && <span className="faint">{note}</span>}
        {tools}
      </header>
      {isUnserved && figures === null && <NotAvailable />}
      {hasFailed && !isUnserved && (
        <div className={styles.failed}>
          <Failure title={t('dashboard.failed')} text={failureText(error, t)} retry={retry} />
        </div>
      )}
      {figures !== null ? children(figures) : hasFailed ? null : <Skeleton rows={skeletonRows} label={t('app.loading')} />}
    </section>
  )
}

/** In place of figures that the gateway does not send. */
export function NotAvailable() {
  const t = useT()
  return <p className="faint">{t('app.notAvailable')}</p>
}

function Skeleton({ rows, label }: { rows: number; label: string }) {
  return (
    <div className={styles.skeleton}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical
        <span key={row} className={styles.skeletonRow} aria-hidden="true" />
      ))}
    </div>
  )
}
