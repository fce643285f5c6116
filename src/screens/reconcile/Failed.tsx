import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { failureText } from '../../detail/failureText.ts'
import { formatCount } from '../../format/amount.ts'
import type { Translate } from '../../i18n.ts'
import { isElsewhere, ReconcileError } from '../../reconcile/reconcileError.ts'
import { Button } from '../../ui/Button.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { useT } from '../../useConsole.tsx'
import styles from './Reconcile.module.css'
import type { ReconcileSession } from './reconcileSession.ts'

/** Why a step failed, a retry, and the way back. What was read or fetched is kept. */
export function Failed({ session: { actor } }: { session: ReconcileSession }) {
  const t = useT()
  const { failedIn, error } = useSelector(actor, ({ context }) => context)
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus(), [])
  return (
    <div className={styles.failed} role="alert">
      <Failure
        title={t(`reconcile.failed.${isElsewhere(error) ? 'elsewhere' : (failedIn ?? 'reading')}`)}
        text={reconcileFailure(error, t)}
        {...(isRetryable(error) ? { retry: () => actor.send({ type: 'work.retry' }) } : {})}
      />
      {/* After a file that is not readable another one is chosen below. */}
      {failedIn !== 'reading' && (
        <Button ref={back} onClick={() => actor.send({ type: 'work.cancel' })}>
          {t('reconcile.failed.back')}
        </Button>
      )}
    </div>
  )
}

/** The same file fails again, but for a fault, a full disk or another tab. */
const isRetryable = (error: unknown): boolean =>
  !(error instanceof ReconcileError) || ['fault', 'storage', 'cancelled', 'elsewhere'].includes(error.failure.code)

export function reconcileFailure(error: unknown, t: Translate): string {
  if (!(error instanceof ReconcileError)) return failureText(error, t)
  const { failure } = error
  if (failure.code === 'fault') return t('reconcile.failure.fault', { message: failure.message })
  if (failure.code === 'tooManyLines') return t('reconcile.failure.tooManyLines', { n: formatCount(failure.limit) })
  if (failure.code === 'tooLarge') return t('reconcile.failure.tooLarge', { n: formatCount(failure.limit / 1_000_000) })
  return t(`reconcile.failure.${failure.code}`)
}
