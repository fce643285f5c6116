import { type ReactNode, useRef } from 'react'
import type { CallbackAnswer, CallbackHealth, Deliveries } from '#contract/rows/callbacks.ts'
import { outcomeTone } from '../../detail/attemptOutcomes.ts'
import { formatCount, formatPercent } from '../../format/amount.ts'
import { formatTime } from '../../format/dates.ts'
import { duration } from '../../format/durations.ts'
import { Button } from '../../ui/Button.tsx'
import { useFocusRetention } from '../../ui/focus/useFocusRetention.ts'
import { Status, type Tone } from '../../ui/Status.tsx'
import { useT } from '../../useConsole.tsx'
import styles from './developer.module.css'

interface CallbackAddressProps {
  row: CallbackHealth
  isActing: boolean
  onAction(type: Action['event']): void
}

interface Action {
  event: 'redelivery.cancel' | 'address.enable' | 'redelivery.plan'
  text: 'cb.cancel' | 'cb.enable' | 'cb.redeliver'
  variant?: 'danger' | 'primary' | 'plain'
}

const CANCEL: Action = { event: 'redelivery.cancel', text: 'cb.cancel', variant: 'danger' }
const ENABLE: Action = { event: 'address.enable', text: 'cb.enable', variant: 'primary' }
const REDELIVER: Action = { event: 'redelivery.plan', text: 'cb.redeliver' }

type Health = 'missing' | 'disabled' | 'failing' | 'undelivered' | 'good' | 'quiet'

const TONES: Record<Health, Tone> = {
  missing: 'idle',
  disabled: 'bad',
  failing: 'bad',
  undelivered: 'bad',
  good: 'good',
  quiet: 'idle',
}

function healthOf({ address, disabled, failing, undelivered, week }: CallbackHealth): Health {
  if (address === null) return 'missing'
  if (disabled) return 'disabled'
  if (failing) return 'failing'
  // The server responds again, but its missed callbacks were given up.
  if (undelivered > 0) return 'undelivered'
  return week.ended === 0 ? 'quiet' : 'good'
}

/** One callback address: its health, its queue, and the latest responses of its server. */
export function CallbackAddress({ row, isActing, onAction }: CallbackAddressProps) {
  const t = useT()
  const health = healthOf(row)
  const since = health === 'disabled' ? row.disabledSince : health === 'failing' ? row.failingSince : null
  const name = `${t(`cb.direction.${row.direction}`)} · ${row.merchantName}`
  const line = useRef<HTMLElement>(null)
  const focusProps = useFocusRetention(line)
  const canDeliver = row.address !== null && !row.disabled
  const actions: Action[] = [
    ...(row.redelivering > 0 ? [CANCEL] : []),
    ...(row.disabled ? [ENABLE] : []),
    ...(canDeliver && row.undelivered > 0 ? [REDELIVER] : []),
  ]
  return (
    <section ref={line} tabIndex={-1} className={styles.line} aria-label={name} {...focusProps}>
      <header className={styles.title}>
        <h2 className="heading">
          {t(`cb.direction.${row.direction}`)}{' '}
          <span className={styles.merchant}>
            {row.merchantName} <span className="mono">{row.merchantNo}</span>
          </span>
        </h2>
        <span className={styles.state}>
          <Status tone={TONES[health]}>{t(`cb.health.${health}`)}</Status>
          {since !== null && <span className="faint">{t('cb.since', { time: formatTime(since) })}</span>}
        </span>
      </header>
      <p className={`breakable ${row.address === null ? 'faint' : 'second mono'}`}>{row.address ?? t('cb.noAddress')}</p>
      <dl className={styles.figures}>
        <Rate label={t('cb.day')} of={row.day} />
        <Rate label={t('cb.week')} of={row.week} />
        <Figure label={t('cb.queued')} value={formatCount(row.queued)}>
          {row.nextTime !== null && t('cb.next', { time: formatTime(row.nextTime).slice(5) })}
        </Figure>
        <Figure label={t('cb.undelivered')} value={formatCount(row.undelivered)} isBad={row.undelivered > 0} />
      </dl>
      {row.latest.length > 0 && <Responses responses={row.latest} label={t('cb.latest')} />}
      {actions.length > 0 && (
        <div className="row wrap end buttons">
          {row.redelivering > 0 && <Status tone="busy">{t('cb.redelivering', { n: formatCount(row.redelivering) })}</Status>}
          {actions.map(({ event, text, variant = 'plain' }) => (
            <Button
              key={event}
              variant={variant}
              aria-disabled={isActing}
              onClick={() => onAction(event)}
              aria-label={`${t(text)}: ${name}`}
            >
              {t(text)}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}

interface FigureProps {
  label: string
  value: string
  isBad?: boolean
  children?: ReactNode
}

const Figure = ({ label, value, isBad = false, children }: FigureProps) => (
  <div className={styles.figure}>
    <dt>{label}</dt>
    <dd>
      <span className={isBad ? 'bad' : undefined}>{value}</span>
      <small>{children}</small>
    </dd>
  </div>
)

function Rate({ label, of: { ended, acknowledged } }: { label: string; of: Deliveries }) {
  const t = useT()
  return (
    <Figure label={label} value={formatPercent(acknowledged, ended)}>
      {t('cb.of', { done: formatCount(acknowledged), all: formatCount(ended) })}
    </Figure>
  )
}

function Responses({ responses, label }: { responses: readonly CallbackAnswer[]; label: string }) {
  const t = useT()
  return (
    <div>
      <h3 className={styles.label}>{label}</h3>
      <ol className="small">
        {responses.map(({ orderId, time, outcome, status, latency, error }) => (
          <li key={`${orderId} ${time} ${outcome}`} className={styles.answer}>
            <span className="faint">{formatTime(time)}</span>
            <span className="mono">{orderId}</span>
            <Status tone={outcomeTone(outcome)}>{t(`detail.outcome.${outcome}`)}</Status>
            <span className="faint">
              {[
                status === null ? null : `HTTP ${status}`,
                latency === null ? null : duration(latency, t),
                // For a timeout the latency says it all.
                outcome === 'TIMEOUT' ? null : error,
              ]
                .filter((part) => part !== null)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
