import type { CommonKey } from '#locales/messages.ts'
import { amountFormatter } from '../format/amount.ts'
import { formatTime } from '../format/dates.ts'
import { duration } from '../format/durations.ts'
import { NO_FIGURE } from '../format/noFigure.ts'
import { Button } from '../ui/Button.tsx'
import { statusTone, type Tone } from '../ui/Status.tsx'
import { attemptFault } from './attemptFault.ts'
import { isAttemptOutcome, outcomeTone } from './attemptOutcomes.ts'
import type { RowTexts } from './rowTexts.ts'
import styles from './Timeline.module.css'
import { buildTimeline, type TimelineEntry, translateKeys } from './timeline.ts'
import type { Trail } from './trail.ts'

interface TimelineProps {
  trail: Trail
  texts: RowTexts
  isNewestFirst: boolean
  onOrder(isNewestFirst: boolean): void
}

/** History of an order with the time between entries. */
export function Timeline({ trail, texts, isNewestFirst, onOrder }: TimelineProps) {
  const { t } = texts
  const entries = buildTimeline(trail, isNewestFirst)
  if (entries.length === 0) return <p className="faint">{t('timeline.empty')}</p>
  return (
    <>
      <Button variant="quiet" className={styles.order} onClick={() => onOrder(!isNewestFirst)}>
        {t(isNewestFirst ? 'timeline.newestFirst' : 'timeline.oldestFirst')}
      </Button>
      <ol className={styles.timeline}>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id but their position
          <Line key={index} {...lineOf(entry, texts)} time={formatTime(entry.time)} after={afterText(entry.after, texts)} />
        ))}
      </ol>
    </>
  )
}

interface LineContent {
  kind: string
  tone: Tone
  title: string
  parts: readonly string[]
}

function lineOf(entry: TimelineEntry, texts: RowTexts): LineContent {
  const { t } = texts
  if (entry.kind === 'stated') return { kind: '', tone: 'idle', title: t(`field.${entry.field}`), parts: [] }
  if (entry.kind === 'move') {
    const { status, text } = entry.move
    return { kind: t('timeline.move'), tone: statusTone(status), title: texts.status(status), parts: nonEmpty([text]) }
  }
  if (entry.kind === 'attempt') {
    const { number, outcome, trigger, actor, status, latency } = entry.attempt
    const parts = [
      trigger && t(`detail.trigger.${trigger}`),
      actor,
      status && `HTTP ${status}`,
      latency && duration(latency, t),
      attemptFault(entry.attempt, t),
    ]
    return {
      kind: `${t('timeline.attempt')} ${number ?? ''}`,
      tone: outcomeTone(outcome),
      title: t(`detail.outcome.${outcome}`),
      parts: nonEmpty(parts),
    }
  }
  if (entry.kind === 'posting') {
    const { posting } = entry
    const shown = amountFormatter(posting.currency)
    const change = (key: CommonKey, before: string | null, after: string | null) =>
      before === after ? null : t(key, { before: shown(before), after: shown(after) })
    return {
      kind: t('timeline.posting'),
      tone: 'special',
      title: `${texts.detailType(posting.type)} ${shown(posting.amount)}`,
      parts: nonEmpty([
        change('timeline.balance', posting.beforeAvailable, posting.afterAvailable),
        change('timeline.total', posting.beforeTotal, posting.afterTotal),
        change('timeline.frozen', posting.beforePayinFreeze, posting.afterPayinFreeze),
        change('timeline.frozen', posting.beforePayoutFreeze, posting.afterPayoutFreeze),
      ]),
    }
  }
  const { action, actor, text } = entry.action
  const known = [...ORDER_ACTIONS, ...REVIEW_ACTIONS].find((one) => one === action)
  return {
    kind: t('timeline.action'),
    tone: 'idle',
    title: known === undefined ? (action ?? NO_FIGURE) : t(`timeline.action.${known}`),
    parts: nonEmpty([
      actor,
      text && translateKeys(text, (key) => (isAttemptOutcome(key) ? t(`detail.outcome.${key}`) : texts.status(key))),
    ]),
  }
}

const nonEmpty = (parts: readonly (string | number | null)[]): string[] => parts.flatMap((part) => (part ? [String(part)] : []))

const ORDER_ACTIONS = [
  'notify',
  'check',
  'close',
  'accept',
  'reject',
  'cancel',
  'withdraw',
  'transfer',
  'recharge',
  'retry',
  'simulate',
] as const
const REVIEW_ACTIONS = ['reconcile', 'dispute', 'unmark'] as const

/** Text of the time since the entry above; null for simultaneous entries. */
function afterText(after: number | null, { t }: RowTexts): string | null {
  if (after === null || after === 0) return null
  return t(after < 0 ? 'timeline.earlier' : 'timeline.later', { span: duration(after, t) })
}

const Line = ({ kind, tone, title, parts, time, after }: LineContent & { time: string; after: string | null }) => (
  <li className={styles.entry} data-tone={tone}>
    <p className="row between faint tiny">
      {time}
      {after !== null && <span>{after}</span>}
    </p>
    <p className={styles.title}>
      {title}
      <span className={styles.kind}>{kind}</span>
    </p>
    {parts.length > 0 && (
      <p className={styles.text}>
        {parts.map((part, index) => (
          <span key={part} className={styles.part}>
            {index > 0 && <span className={styles.dot}> · </span>}
            {part}
          </span>
        ))}
      </p>
    )}
  </li>
)
