import type { CallbackFlow, CallbackHour } from '#contract/rows/insights.ts'
import { formatCount, formatPercent } from '../../../format/amount.ts'
import { duration } from '../../../format/durations.ts'
import { NO_FIGURE } from '../../../format/noFigure.ts'
import type { Translate } from '../../../i18n.ts'
import { useValue } from '../../../state/value.ts'
import { useT } from '../../../useConsole.tsx'
import { Card } from '../Card.tsx'
import type { DashboardModel, Panel } from '../dashboardModel.ts'
import { FocusItem } from '../Figure.tsx'
import styles from './Callbacks.module.css'
import { Readout, useReadout } from './Readout.tsx'

/** How merchants acknowledged callbacks in the last 24 hours, and how fast. */
export function CallbacksCard({ model, panel }: { model: DashboardModel; panel: Panel<CallbackFlow> }) {
  const t = useT()
  const { isTable } = useValue(model.view)
  return (
    <Card panel={panel} title={t('dashboard.callbacks')} note={t('dashboard.last24')} skeletonRows={4} className={styles.card}>
      {({ total, hours }) =>
        total === null || total.ended === 0 ? (
          <p className="faint">{t('dashboard.callbacks.none')}</p>
        ) : (
          <>
            <dl className={styles.figures}>
              <Term title={t('dashboard.callbacks.acknowledged')} value={formatPercent(total.acknowledged, total.ended)} />
              <Term title={t('dashboard.callbacks.median')} value={latency(total.median, t)} />
              <Term title={t('dashboard.callbacks.slow')} value={latency(total.slow, t)} />
            </dl>
            {isTable ? <HourTable hours={hours} /> : <Strip hours={hours} model={model} />}
          </>
        )
      }
    </Card>
  )
}

const Term = ({ title, value }: { title: string; value: string }) => (
  <div>
    <dt>{title}</dt>
    <dd>{value}</dd>
  </div>
)

const latency = (ms: number | null, t: Translate): string => (ms === null ? NO_FIGURE : duration(ms, t))

const clockOf = ({ hour }: CallbackHour): string => hour.slice(11, 16)

/** A bar per hour: acknowledged attempts, and failed ones on top. */
function Strip({ hours, model }: { hours: readonly CallbackHour[]; model: DashboardModel }) {
  const t = useT()
  const { text, handlers } = useReadout()
  const most = Math.max(...hours.map(({ ended }) => ended), 1)
  const labelOf = (hour: CallbackHour) => {
    const { ended, acknowledged, median } = hour
    if (ended === 0) return t('dashboard.callbacks.hour.none', { hour: clockOf(hour) })
    const counts = { ended: formatCount(ended), acknowledged: formatCount(acknowledged), median: latency(median, t) }
    return t('dashboard.callbacks.hour', { hour: clockOf(hour), ...counts })
  }
  return (
    <>
      <ul className={styles.strip} data-focus-group="row" {...handlers}>
        {hours.map((hour) => (
          <li key={hour.hour}>
            <FocusItem to={model.links.callbacks} label={labelOf(hour)} className={styles.bar}>
              <span className={styles.failed} style={{ height: `${((hour.ended - hour.acknowledged) / most) * 100}%` }} />
              <span className={styles.acknowledged} style={{ height: `${(hour.acknowledged / most) * 100}%` }} />
            </FocusItem>
          </li>
        ))}
      </ul>
      <div className={styles.axis} aria-hidden="true">
        <span>{hours[0] && clockOf(hours[0])}</span>
        <span>{hours[12] && clockOf(hours[12])}</span>
        <span>{hours.at(-1) && clockOf(hours.at(-1)!)}</span>
      </div>
      <Readout text={text ?? t('dashboard.callbacks.hint')} />
    </>
  )
}

function HourTable({ hours }: { hours: readonly CallbackHour[] }) {
  const t = useT()
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('dashboard.hour')}</th>
          <th scope="col">{t('dashboard.callbacks.attempts')}</th>
          <th scope="col">{t('dashboard.callbacks.acknowledged')}</th>
          <th scope="col">{t('dashboard.callbacks.median')}</th>
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => (
          <tr key={hour.hour}>
            <th scope="row">{clockOf(hour)}</th>
            <td>{formatCount(hour.ended)}</td>
            <td>{formatPercent(hour.acknowledged, hour.ended)}</td>
            <td>{latency(hour.median, t)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
