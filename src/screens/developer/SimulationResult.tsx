import { atom } from 'jotai'
import { ArrowRight } from 'lucide-react'
import { useEffect } from 'react'
import type { SnapshotFrom } from 'xstate'
import { rowAddress, statusLabel } from '#commands/rows/kinds.ts'
import type { OrderRowKind } from '#commands/rows/rowRef.ts'
import { NOTIFY_STATUSES } from '#contract/options.ts'
import type { CallbackAttempt } from '#contract/rows/callbacks.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import type { SimulationRun, simulationMachine, Trial } from '#machines/simulation/simulationMachine.ts'
import { attemptFault } from '../../detail/attemptFault.ts'
import { outcomeTone } from '../../detail/attemptOutcomes.ts'
import { amountFormatter } from '../../format/amount.ts'
import { formatTime } from '../../format/dates.ts'
import { duration } from '../../format/durations.ts'
import { Status, statusTone } from '../../ui/Status.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import { useFeature } from '../../useCore.tsx'
import styles from './developer.module.css'

/** The order before and after the simulation, and its callback. */
export function SimulationResult({ snapshot }: { snapshot: SnapshotFrom<typeof simulationMachine> }) {
  const t = useT()
  const { announcer, permissions } = useConsole()
  const { trial, ending, attempts } = snapshot.context
  const labelOf = useStatusLabel()
  const result = ending?.kind === 'played' ? ending.result : null
  const announcement =
    result === null || trial === null
      ? ''
      : t('sim.said', { number: result.order.platOrderNo, status: labelOf(trial.type, result.order.status) })
  useEffect(() => {
    if (announcement !== '') announcer.polite(announcement)
  }, [announcement, announcer])

  if (result === null || trial === null) return <div className={styles.empty}>{t('sim.empty')}</div>
  const { before, order } = result
  return (
    <section className={styles.panel} aria-label={t('sim.result')} aria-busy={!snapshot.matches({ played: 'settled' })}>
      <h2 className="heading">{t('sim.result')}</h2>
      <p className={styles.change}>
        <Status tone={statusTone(before)}>{labelOf(trial.type, before)}</Status>
        <ArrowRight className="faint" size={16} strokeWidth={1.5} aria-label={t('sim.became')} />
        <Status tone={statusTone(order.status)}>{labelOf(trial.type, order.status)}</Status>
      </p>
      <dl className="facts">
        <dt>{t('field.platOrderNo')}</dt>
        <dd>
          <a
            className={`${styles.link} mono`}
            href={`#${rowAddress({ kind: kindOf(trial, order), id: order.id, number: order.platOrderNo ?? order.id }, permissions)}`}
          >
            {order.platOrderNo ?? order.id}
          </a>
        </dd>
        <dt>{t('field.merchantOrderNo')}</dt>
        <dd className="mono">{order.merchantOrderNo}</dd>
        <dt>{t('field.payAmount')}</dt>
        <dd>
          {amountFormatter(order.currency)(order.payAmount)} {order.currency}
        </dd>
        <dt>{t('sim.callback')}</dt>
        <dd>
          <CallbackStatus
            attempt={attempts?.at(-1) ?? null}
            order={order}
            isSettled={snapshot.matches({ played: 'settled' })}
          />
        </dd>
      </dl>
    </section>
  )
}

const kindOf = ({ type }: Trial, { currency }: PayOrder): OrderRowKind => {
  const isUsdt = currency === 'USDT'
  if (type === 'PAYIN') return isUsdt ? 'usdtPayin' : 'payin'
  return isUsdt ? 'usdtPayout' : 'payout'
}

interface CallbackStatusProps {
  attempt: CallbackAttempt | null
  order: PayOrder
  isSettled: boolean
}

/** The latest callback attempt, or why there is none. */
function CallbackStatus({ attempt, order, isSettled }: CallbackStatusProps) {
  const t = useT()
  const hasTrails = useFeature('trails')
  const notifyStatus = NOTIFY_STATUSES.find((one) => one === order.notifyStatus)
  // The order is all that is known.
  if (!hasTrails && notifyStatus !== undefined) return <span>{t(`field.notifyStatus.${notifyStatus}`)}</span>
  if (attempt === null) {
    if (!isSettled) return <Status tone="busy">{t('sim.callback.waiting')}</Status>
    return <span className="faint">{t(order.notifyAttempts === 0 ? 'sim.callback.none' : 'sim.callback.unread')}</span>
  }
  const { outcome, status, latency, address, nextTime } = attempt
  const fault = attemptFault(attempt, t)
  return (
    <>
      <span className={styles.change}>
        <Status tone={outcomeTone(outcome)}>{t(`detail.outcome.${outcome}`)}</Status>
        {status !== null && <span>HTTP {status}</span>}
        {latency !== null && <span className="faint">{duration(latency, t)}</span>}
      </span>
      {fault !== null && <p className="bad">{fault}</p>}
      <p className="faint">{address}</p>
      {nextTime !== null && (
        <p className="faint">
          {t('detail.next')}: {formatTime(nextTime)}
        </p>
      )}
    </>
  )
}

/** A simulation with the time at which it ended. */
interface RecordedRun extends SimulationRun {
  id: number
  time: string
}

/** The simulations since the page was loaded, newest first. */
export const runsAtom = atom<readonly RecordedRun[]>([])

function useStatusLabel(): (type: 'PAYIN' | 'PAYOUT', status: string | null) => string | null {
  const { scope } = useConsole()
  return (type, status) => statusLabel(type === 'PAYIN' ? 'payin' : 'payout', status, scope().app)
}

/** The simulations since the page was loaded. */
export function SimulationRuns({ runs }: { runs: readonly RecordedRun[] }) {
  const t = useT()
  const labelOf = useStatusLabel()
  return (
    <div className={styles.tableBox}>
      <table className={styles.table}>
        <caption>{t('sim.runs')}</caption>
        <thead>
          <tr>
            {(['sim.time', 'sim.type', 'field.merchantOrderNo', 'field.status', 'sim.outcome'] as const).map((title) => (
              <th key={title}>{t(title)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map(({ id, time, trial: { type, number }, ending }) => {
            const order = ending.kind === 'played' ? ending.result.order : null
            return (
              <tr key={id}>
                <td>{formatTime(time)}</td>
                <td>{t(`sim.type.${type}`)}</td>
                <td className="mono">{order?.merchantOrderNo ?? number}</td>
                <td>{order === null ? '–' : <Status tone={statusTone(order.status)}>{labelOf(type, order.status)}</Status>}</td>
                {ending.kind === 'played' ? <td>{t('sim.played')}</td> : <td className="bad">{ending.message}</td>}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
