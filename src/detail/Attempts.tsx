import type { CallbackAttempt } from '#contract/rows/callbacks.ts'
import { formatTime } from '../format/dates.ts'
import { duration } from '../format/durations.ts'
import type { Translate } from '../i18n.ts'
import { Status } from '../ui/Status.tsx'
import styles from './Attempts.module.css'
import { attemptFault } from './attemptFault.ts'
import { outcomeTone } from './attemptOutcomes.ts'
import { prettyPrint } from './timeline.ts'
import type { Trail } from './trail.ts'

/** Callback attempts with request and response, newest first. */
export function Attempts({ trail, t }: { trail: Trail; t: Translate }) {
  const attempts = trail.attempts.toReversed()
  return (
    <>
      {trail.notifyAddress !== null && (
        <p className={styles.address}>
          <span className="faint">{t('field.notifyAddress')}</span> {trail.notifyAddress}
        </p>
      )}
      {attempts.length === 0 && <p className="faint">{t('detail.noCallbacks')}</p>}
      {attempts.map((attempt, index) => (
        <Attempt key={attempt.number ?? `at ${index}`} attempt={attempt} t={t} isOpen={index === 0} />
      ))}
    </>
  )
}

function Attempt({ attempt, t, isOpen }: { attempt: CallbackAttempt; t: Translate; isOpen: boolean }) {
  const fault = attemptFault(attempt, t)
  return (
    <details className={styles.attempt} open={isOpen}>
      <summary className={styles.summary}>
        <span className="medium">{t('detail.attempt', { n: attempt.number })}</span>
        <Status tone={outcomeTone(attempt.outcome)}>{t(`detail.outcome.${attempt.outcome}`)}</Status>
        {attempt.status !== null && <span>HTTP {attempt.status}</span>}
        {attempt.latency !== null && <span className="faint">{duration(attempt.latency, t)}</span>}
        <span className="faint small push">{formatTime(attempt.time)}</span>
      </summary>
      <div className={styles.body}>
        {fault !== null && attempt.outcome !== 'TIMEOUT' && <p className="bad">{fault}</p>}
        <h3 className={styles.title}>{t('detail.request')}</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable to be scrolled by keys */}
        <pre className={styles.text} tabIndex={0}>
          POST {attempt.address}
          {'\n'}
          {Object.entries(attempt.requestHeaders)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
          {'\n\n'}
          {prettyPrint(attempt.requestBody ?? '')}
        </pre>
        <h3 className={styles.title}>{t('detail.response')}</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable to be scrolled by keys */}
        <pre className={styles.text} tabIndex={0}>
          {attempt.response === null ? t('detail.noResponse') : prettyPrint(attempt.response)}
        </pre>
        {attempt.nextTime !== null && (
          <p className="faint">
            {t('detail.next')}: {formatTime(attempt.nextTime)}
          </p>
        )}
      </div>
    </details>
  )
}
