import { ApiError } from '../api/errors.ts'
import type { Translate } from '../i18n.ts'
import { Failure } from '../ui/Failure.tsx'
import { failureText } from './failureText.ts'
import styles from './RowDetail.module.css'

interface TrailStateProps {
  isLate: boolean
  error: unknown
  onRetry(): void
  t: Translate
}

/** Placeholder while the history loads, and its error. */
export function TrailState({ isLate, error, onRetry, t }: TrailStateProps) {
  if (error !== null) {
    const isRefused = error instanceof ApiError && (error.status === 403 || error.status === 404)
    return (
      // The failed call shows no notification of its own.
      <div role="alert">
        <Failure
          title={t(isRefused ? 'detail.refused' : 'detail.failed')}
          text={failureText(error, t)}
          {...(isRefused ? {} : { retry: onRetry })}
          retryLabel={t('app.retry')}
        />
      </div>
    )
  }
  return (
    <div className={styles.late} role="status" data-shown={isLate || undefined}>
      <span className="sr-only">{isLate && t('detail.loading')}</span>
    </div>
  )
}
