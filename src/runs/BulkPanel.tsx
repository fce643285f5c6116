import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import type { BulkAction } from '#commands/scope.ts'
import type { ErrorCode } from '#contract/reply.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { CommonKey } from '#locales/messages.ts'
import { type BulkContext, countUntouched, type Plan, type Result } from '#machines/bulk/bulkMachine.ts'
import { failureText } from '../detail/failureText.ts'
import { totalOf } from '../detail/totals.ts'
import { amountIn, formatCount } from '../format/amount.ts'
import { NO_FIGURE } from '../format/noFigure.ts'
import { tabbed } from '../format/tabbed.ts'
import type { Translate } from '../i18n.ts'
import { Button } from '../ui/Button.tsx'
import { useFocusRetention } from '../ui/focus/useFocusRetention.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { Status } from '../ui/Status.tsx'
import { useConsole, useT } from '../useConsole.tsx'
import styles from './panels.module.css'
import type { BulkActor, LiveRun } from './runs.ts'

interface PanelProps {
  bulk: LiveRun
  fractionDigits: number
  /** Takes the focus back. */
  onLeave(): void
}

/** The panel of a bulk command: plan, progress and results. */
export function BulkPanel({ bulk: { action, isUndo, value, actor }, fractionDigits, onLeave }: PanelProps) {
  const name = isUndo ? 'undo' : action
  const t = useT()
  const { announcer, scope } = useConsole()
  const snapshot = useSelector(actor, (current) => current)
  const panel = useRef<HTMLElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const pause = useRef<HTMLButtonElement>(null)
  const state = snapshot.value
  const { plan, results } = snapshot.context
  const text = statusText(snapshot.context, state, { name, value, fractionDigits, t })
  const refusals = state === 'confirming' ? refusalTexts(plan, t) : []
  const told = [text, ...refusals].join('. ')
  const send = (type: `bulk.${'cancel' | 'close' | 'confirm' | 'pause' | 'resume'}`) => () => actor.send({ type })

  const focusProps = useFocusRetention(panel)
  // Focus the least destructive button.
  useEffect(() => {
    if (state === 'confirming' || state === 'idle' || state === 'unplanned') cancel.current?.focus()
    else if (state === 'planning') panel.current?.focus()
    // The pressed start button is gone.
    else if (state === 'running' && document.activeElement === panel.current) pause.current?.focus()
  }, [state])
  useEffect(() => {
    if (state !== 'running') announcer.polite(told)
  }, [state, told, announcer])
  useEffect(() => onLeave, [onLeave])
  // A plan that is left ends; a run goes on. In development, React mounts the panel again at once.
  useEffect(() => {
    const isLeft = () => panel.current === null && actor.getSnapshot().value !== 'finished'
    return () => queueMicrotask(() => isLeft() && actor.send({ type: 'bulk.close' }))
  }, [actor])

  const pressed = (event: React.KeyboardEvent) => {
    const isConfirmed = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && state === 'confirming'
    if (!isConfirmed && (event.key !== 'Escape' || !CLOSABLE.includes(state))) return
    event.stopPropagation()
    event.preventDefault()
    // Ignore key repeats from a key held before.
    if (!event.repeat) actor.send({ type: isConfirmed ? 'bulk.confirm' : 'bulk.close' })
  }
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={styles.panel}
      aria-label={t(`bulk.title.${name}`)}
      data-layer="dialog"
      {...focusProps}
      onKeyDown={pressed}
    >
      <strong className="bold">{t(`bulk.title.${name}`)}</strong>
      <p className="breakable">{text}</p>
      {state === 'confirming' && (
        <>
          <p className="second">{t('bulk.plan.sample', { sample: plan.items.slice(0, 3).map(nameOf).join(', ') })}</p>
          {refusals.map((refusal) => (
            <p key={refusal} className="second">
              <Status tone="bad">{refusal}</Status>
            </p>
          ))}
        </>
      )}
      {ACTIVE.includes(state) && (
        <progress className={styles.progress} aria-label={text} value={results.length} max={plan.items.length} />
      )}
      <div className="buttons push">
        {state === 'finished' && (
          <Button onClick={() => scope().app.copy(resultsAsText(results, t('bulk.done')))}>{t('bulk.copyResults')}</Button>
        )}
        {ACTIVE.includes(state) && (
          <Button ref={pause} onClick={send(state === 'paused' ? 'bulk.resume' : 'bulk.pause')}>
            {t(state === 'paused' ? 'bulk.resume' : 'bulk.pause')}
          </Button>
        )}
        {ACTIVE.includes(state) && (
          <Button variant="danger" onClick={send('bulk.cancel')}>
            {t('bulk.stop')}
          </Button>
        )}
        {state === 'confirming' && (
          <Button variant="primary" onClick={send('bulk.confirm')} aria-keyshortcuts="Control+Enter">
            {t(`bulk.start.${name}`)}
            <span aria-hidden="true">
              <Kbd keys="mod+enter" />
            </span>
          </Button>
        )}
        {CLOSABLE.includes(state) && (
          <Button ref={cancel} onClick={send('bulk.close')}>
            {t(state === 'finished' ? 'app.close' : 'app.cancel')}
          </Button>
        )}
      </div>
      {state === 'finished' && <Results results={results} name={name} t={t} />}
    </section>
  )
}

type State = ReturnType<BulkActor['getSnapshot']>['value']

const ACTIVE: readonly State[] = ['running', 'held', 'paused']
const CLOSABLE: readonly State[] = ['beginning', 'planning', 'unplanned', 'idle', 'confirming', 'finished']

interface StatusTextOptions {
  name: BulkAction | 'undo'
  value: string | undefined
  fractionDigits: number
  t: Translate
}

function statusText(
  context: BulkContext<ListedRow>,
  state: State,
  { name, value, fractionDigits, t }: StatusTextOptions,
): string {
  const { plan, results, error } = context
  const progress = { done: formatCount(results.length), all: formatCount(plan.items.length) }
  const skipped = Object.entries(plan.skipped).map(([why, n]) => t(`bulk.skipped.${why}` as CommonKey, { n: formatCount(n) }))
  const left = countUntouched(context)
  if (state === 'planning') return t('bulk.planning')
  if (state === 'unplanned') return t('bulk.unplanned', { reason: failureText(error, t) })
  if (state === 'idle') return [t(`bulk.none.${name}`), ...skipped].join(' · ')
  if (state === 'confirming') {
    const what = value === 'ME' ? t('assign.me') : (value ?? '')
    const planned = { n: progress.all, amount: total(plan.items, fractionDigits), what }
    return [t(`bulk.plan.${name}`, planned), ...skipped].join(' · ')
  }
  if (state === 'running') return t(`bulk.running.${name}`, progress)
  if (state === 'held') return t('bulk.held', progress)
  if (state === 'paused') return t('bulk.paused', progress)
  const failed = results.filter(({ outcome }) => outcome.kind === 'failed').length
  return [
    t('bulk.finished', { done: formatCount(results.length - failed), failed: formatCount(failed) }),
    ...(left === 0 ? [] : [t('bulk.untouched', { n: formatCount(left) })]),
    ...(failed === 0 ? [] : [t('bulk.failedStay')]),
  ].join(' · ')
}

/** What the gateway would refuse, a line a reason; of one that another gateway names, its code. */
const refusalTexts = ({ refusals = {} }: Plan<ListedRow>, t: Translate): string[] =>
  Object.entries(refusals).map(([code, n]) => {
    const known = REFUSALS.find((one) => one === code)
    return t('bulk.plan.refused', { n: formatCount(n), reason: known === undefined ? code : t(`bulk.refusal.${known}`) })
  })

const REFUSALS = [
  'NOTIFY_ADDRESS_MISSING',
  'NOTIFY_ADDRESS_DISABLED',
  'ORDER_STATE_CONFLICT',
  'ORDER_NOT_FOUND',
] as const satisfies ErrorCode[]

/** The sum of the rows, or a placeholder for rows in several currencies. */
function total(rows: readonly ListedRow[], fractionDigits: number): string {
  const { currency = null } = rows[0] ?? {}
  const all = totalOf(rows, 'payAmount', fractionDigits)
  return all === null ? NO_FIGURE : `${amountIn(fractionDigits, currency)(all)} ${currency ?? ''}`
}

const nameOf = ({ merchantOrderNo, id }: ListedRow): string => merchantOrderNo ?? id
/** A second identifier of the row. */
const secondaryName = ({ platOrderNo, merchantName }: ListedRow): string => platOrderNo ?? merchantName ?? ''

/** The screen of runs lists the others, and its export has all. */
const MOST_SHOWN = 200

/** The results of the rows, failures first. */
function Results({ results, name, t }: Pick<StatusTextOptions, 'name' | 't'> & { results: readonly Result<ListedRow>[] }) {
  const sorted = results.toSorted((one, other) => other.outcome.kind.localeCompare(one.outcome.kind))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keys
    <ul className={styles.results} aria-label={t('bulk.results')} tabIndex={0}>
      {sorted.slice(0, MOST_SHOWN).map(({ item, outcome }) => (
        <li key={item.id} className={styles.result}>
          <span className="mono">{nameOf(item)}</span>
          <span className={item.platOrderNo === undefined ? undefined : 'mono'}>{secondaryName(item)}</span>
          <Status tone={outcome.kind === 'done' ? 'good' : 'bad'}>
            {outcome.kind === 'done' ? t('bulk.done') : t(`bulk.failed.${name}`)}
          </Status>
          <span className="bad breakable">{outcome.text}</span>
        </li>
      ))}
      {sorted.length > MOST_SHOWN && <li className="faint">+{formatCount(sorted.length - MOST_SHOWN)}</li>}
    </ul>
  )
}

const resultsAsText = (results: readonly Result<ListedRow>[], done: string): string =>
  tabbed(results.map(({ item, outcome }) => [nameOf(item), secondaryName(item), outcome.kind === 'done' ? done : outcome.text]))
