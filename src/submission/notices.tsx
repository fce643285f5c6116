import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { routes } from '#commands/navigation/routes.ts'
import type { Refusal } from '#machines/submission/submission.ts'
import { failureText } from '../detail/failureText.ts'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { useConsole, useT } from '../useConsole.tsx'
import styles from './notices.module.css'

interface NoticeProps {
  ref?: Ref<HTMLDivElement>
  /** `bad`: a refusal. `unsure`: an unknown or dangerous outcome. Neutral by default. */
  tone?: 'bad' | 'unsure'
  role?: 'alert' | 'status'
  /** Buttons next to the text. */
  actions?: ReactNode
  children: ReactNode
}

/** A message above or below the fields of a form. */
export const Notice = ({ children, actions, tone, ...box }: NoticeProps) => (
  <div className={styles.notice} data-tone={tone} {...box}>
    <p>{children}</p>
    {actions}
  </div>
)

/** The reason of a refusal, announced once. Faults of fields are shown at the fields. */
export function RefusalNotice({ refusal }: { refusal: Refusal | null }) {
  const t = useT()
  const { location, permissions } = useConsole()
  if (refusal === null) return null
  const { code, message } = refusal
  const { path } = routes['settings.txnPassword']
  return (
    <Notice tone="bad" role="alert">
      {message === '' ? t('settings.noAnswer') : message}
      {code === 'TXN_PWD_NOT_SET' && permissions.includes('txn_password') && (
        <>
          {' '}
          <a href={`#${path}`} onClick={() => location.go(path)}>
            {t('place.txnPassword')}
          </a>
        </>
      )}
    </Notice>
  )
}

interface UnknownNoticeProps {
  isChecking: boolean
  check(): void
  /** Repeats the request with the same idempotency key, when all of its values are still known. */
  retry?: (() => void) | undefined
  /** Replaces the default text. */
  text?: string | undefined
}

/** Says that the outcome is unknown. Offers to check the stored value and to repeat the same request. */
export function UnknownNotice({ check, retry, isChecking, text }: UnknownNoticeProps) {
  const t = useT()
  const bar = useRef<HTMLDivElement>(null)
  // autoFocus scrolls only the button into view, not the text next to it.
  useEffect(() => {
    bar.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Notice
      ref={bar}
      tone="unsure"
      role="alert"
      actions={
        <>
          <Button onClick={check} aria-busy={isChecking} aria-disabled={isChecking} autoFocus>
            {t('settings.look')}
          </Button>
          {retry !== undefined && (
            <Button onClick={retry} aria-disabled={isChecking}>
              {t('settings.unknown.retry')}
            </Button>
          )}
        </>
      }
    >
      {text ?? t('settings.unknown')}
      {retry !== undefined && ` ${t('settings.unknown.once')}`}
    </Notice>
  )
}

interface LoadFailureProps {
  title: string
  cause: unknown
  onRetry(): void
}

/** What could not be loaded, why, and a retry button. */
export function LoadFailure({ title, cause, onRetry }: LoadFailureProps) {
  const t = useT()
  return <Failure title={title} text={failureText(cause, t)} retry={onRetry} />
}

/** Replaces stored values while they are loading, when `failure` is null, or after loading failed. */
export function LoadPlaceholder({ failure, onRetry }: { failure: unknown; onRetry(): void }) {
  const t = useT()
  if (failure === null) {
    return (
      <p className="faint" aria-busy="true">
        {t('app.loading')}
      </p>
    )
  }
  return (
    <div role="alert">
      <LoadFailure title={t('settings.loadFailed')} cause={failure} onRetry={onRetry} />
    </div>
  )
}
