import { useEffect, useRef } from 'react'
import { routes } from '#commands/navigation/routes.ts'
import type { Refusal } from '#machines/settings/savingMachine.ts'
import { failureText } from '../../../detail/failureText.ts'
import { Button } from '../../../ui/Button.tsx'
import { Failure } from '../../../ui/Failure.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import styles from './settings.module.css'

/** Why the gateway said no, read out once. What is wrong with a field stands under the field. */
export function RefusalNotice({ refusal }: { refusal: Refusal | null }) {
  const t = useT()
  const { location, permissions } = useConsole()
  if (refusal === null) return null
  const { code, message } = refusal
  return (
    <div className={styles.bar} data-tone="bad" role="alert">
      <p>
        {message === '' ? t('settings.noAnswer') : message}
        {code === 'TXN_PWD_NOT_SET' && permissions.includes('txn_password') && (
          <>
            {' '}
            <a
              href={`#${routes['settings.txnPassword'].path}`}
              onClick={() => location.go(routes['settings.txnPassword'].path)}
            >
              {t('place.txnPassword')}
            </a>
          </>
        )}
      </p>
    </div>
  )
}

interface UnknownNoticeProps {
  isChecking: boolean
  onCheck(): void
  /** Sends the very same under the same key, where all of it is still there. */
  onRetry?: (() => void) | undefined
  /** What is said, where there are words of its own. */
  text?: string | undefined
}

/** Nobody knows whether it was done: that is said, and the ways on are to look, and to send the very same again. */
export function UnknownNotice({ onCheck, onRetry, isChecking, text }: UnknownNoticeProps) {
  const t = useT()
  const bar = useRef<HTMLDivElement>(null)
  // The focus brings its button into sight, and not the words beside it.
  useEffect(() => {
    bar.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={bar} className={styles.bar} data-tone="unsure" role="alert">
      <p>
        {text ?? t('settings.unknown')}
        {onRetry !== undefined && ` ${t('settings.unknown.once')}`}
      </p>
      <Button onClick={onCheck} aria-busy={isChecking} aria-disabled={isChecking} autoFocus>
        {t('settings.look')}
      </Button>
      {onRetry !== undefined && (
        <Button onClick={onRetry} aria-disabled={isChecking}>
          {t('settings.unknown.retry')}
        </Button>
      )}
    </div>
  )
}

/** What was found out about a change nobody heard of. */
export function CheckedNotice({ text }: { text: string }) {
  return (
    <div className={styles.bar} role="status">
      <p>{text}</p>
    </div>
  )
}

interface LoadPlaceholderProps {
  /** What reading it failed with; nothing while it is on its way. */
  failure: unknown
  onRetry(): void
}

/** In the place of what is stored, before it is here and when it cannot be had. */
export function LoadPlaceholder({ failure, onRetry }: LoadPlaceholderProps) {
  const t = useT()
  if (failure === null) {
    return (
      <p className={styles.faint} aria-busy="true">
        {t('app.loading')}
      </p>
    )
  }
  return (
    <div role="alert">
      <Failure title={t('settings.loadFailed')} text={failureText(failure, t)} retry={onRetry} retryWord={t('app.retry')} />
    </div>
  )
}
