import { type ReactNode, type Ref, useEffect, useLayoutEffect, useRef } from 'react'
import { routes } from '#commands/navigation/routes.ts'
import { canEnter } from '#contract/authority.ts'
import type { Refusal } from '#machines/submission/submission.ts'
import { failureText } from '../detail/failureText.ts'
import { ButtonKeys } from '../keyboard/CommandKeys.tsx'
import { NO_LEAVE_PROMPT } from '../state/location.ts'
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

interface RefusalNoticeProps extends Pick<NoticeProps, 'actions'> {
  refusal: Refusal | null
  title?: string
}

/** The reason of a refusal, announced once. Faults of fields are shown at the fields. */
export function RefusalNotice({ refusal, title, actions }: RefusalNoticeProps) {
  const t = useT()
  if (refusal === null) return null
  const { code, message } = refusal
  return (
    <Notice tone="bad" role="alert" actions={actions}>
      {title !== undefined && <strong>{title}</strong>} {message === '' ? t('settings.noAnswer') : message}{' '}
      {code === 'TXN_PWD_NOT_SET' && <TransactionPasswordLink />}
    </Notice>
  )
}

/** A link to the screen that sets the transaction password. The form keeps its state meanwhile. */
export function TransactionPasswordLink({ ref }: { ref?: Ref<HTMLAnchorElement> }) {
  const t = useT()
  const { permissions } = useConsole()
  const route = routes['settings.txnPassword']
  if (!canEnter(permissions, route)) return null
  return (
    <a ref={ref} href={`#${route.path}`} {...NO_LEAVE_PROMPT}>
      {t('place.txnPassword')}
    </a>
  )
}

interface UnknownNoticeProps {
  isChecking: boolean
  check(): void
  /** Repeats the request with the same idempotency key, when all of its values are still known. */
  retry?: (() => void) | undefined
  /** Whether a repeated request may be carried out twice. */
  risksTwice?: boolean
  /** Whether the last check failed. */
  isUnchecked?: boolean
  /** What the last check or retry found. */
  status?: string | undefined
  /** Whether `form.check` is bound to the check. */
  hasKey?: boolean
  actions?: ReactNode
  /** What may have happened. */
  children?: ReactNode
}

/** Says that the outcome is unknown. Offers to look the outcome up and to repeat the same request. */
export function UnknownNotice(props: UnknownNoticeProps) {
  const { check, retry, risksTwice = false, isChecking, isUnchecked = false, status, hasKey = false, actions, children } = props
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
        <div className="buttons wrap">
          <Button onClick={check} aria-busy={isChecking} aria-disabled={isChecking} autoFocus>
            {t('submission.check')}
            {hasKey && <ButtonKeys of="form.check" />}
          </Button>
          {retry !== undefined && (
            <Button onClick={retry} aria-disabled={isChecking}>
              {t('submission.retry')}
            </Button>
          )}
          {actions}
        </div>
      }
    >
      {children ?? t('settings.unknown')} {retry !== undefined && t(risksTwice ? 'submission.maybeTwice' : 'submission.once')}{' '}
      <strong role="status">{isUnchecked ? t('submission.unchecked') : status}</strong>
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
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = box
    // What was loaded may take the focus after that.
    return () => {
      if (current?.contains(document.activeElement)) current.closest<HTMLElement>('[data-layer="dialog"], #main')?.focus()
    }
  }, [])
  function retry() {
    // The button goes.
    box.current?.focus()
    onRetry()
  }
  return (
    <div ref={box} className="ringless" tabIndex={-1}>
      {failure === null ? (
        <p className="faint" aria-busy="true">
          {t('app.loading')}
        </p>
      ) : (
        <div role="alert">
          <LoadFailure title={t('settings.loadFailed')} cause={failure} onRetry={retry} />
        </div>
      )}
    </div>
  )
}
