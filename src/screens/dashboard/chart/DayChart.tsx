import { useState } from 'react'
import type { DaySummary } from '#contract/rows/dashboards.ts'
import { amountIn, formatCount } from '../../../format/amount.ts'
import type { Translate } from '../../../i18n.ts'
import type { Direction } from '../../../lists/definitions/agentDrillDownLink.ts'
import { useT } from '../../../useConsole.tsx'
import type { DashboardModel, Metric } from '../dashboardModel.ts'
import { FocusItem } from '../Figure.tsx'
import { DIRECTIONS, FIELDS, rateOf } from '../summaryFields.ts'
import styles from './DayChart.module.css'
import { Plot } from './Plot.tsx'
import type { Drawing } from './series.ts'

/** The days as bars or lines. The canvas is only visual. One focusable link per bar carries the figures as its label. */
export function DayChart({ days, metric, model }: Drawing & { model: DashboardModel }) {
  const t = useT()
  const [readout, setReadout] = useState<string | null>(null)
  return (
    <>
      <div className={styles.line}>
        <span className="second" aria-hidden="true">
          {readout ?? t('dashboard.hint')}
        </span>
        <Legend metric={metric} />
      </div>
      <div className={styles.chart}>
        <Plot days={days} metric={metric} />
        {DIRECTIONS.map((direction) => (
          <ul key={direction} className={styles.bars} data-focus-group="row" data-direction={direction}>
            {days.map((day) => {
              const label = barLabel(day, direction, model.fractionDigits, t)
              return (
                <li key={day.date}>
                  <FocusItem
                    to={model.links.orders(direction, day.date, 'all')}
                    label={label}
                    className={styles.bar}
                    onFocus={() => setReadout(label)}
                    onBlur={() => setReadout(null)}
                    onPointerEnter={() => setReadout(label)}
                    onPointerLeave={() => setReadout(null)}
                  />
                </li>
              )
            })}
          </ul>
        ))}
      </div>
    </>
  )
}

function Legend({ metric }: { metric: Metric }) {
  const t = useT()
  const isRate = metric === 'rate'
  return (
    <span className={styles.legend} aria-hidden="true">
      <span className={styles.payin}>{t(isRate ? 'dashboard.rate.payin' : 'dashboard.legend.payin')}</span>
      <span className={styles.payout}>{t(isRate ? 'dashboard.rate.payout' : 'dashboard.legend.payout')}</span>
      {!isRate && <span>{t('dashboard.legend.rest')}</span>}
    </span>
  )
}

/** The accessible label of a bar, with all its figures. */
function barLabel(day: DaySummary, direction: Direction, fractionDigits: number, t: Translate): string {
  const format = amountIn(fractionDigits)
  const { all, paid } = FIELDS[direction]
  return t('dashboard.bar', {
    date: day.date,
    series: t(`list.figures.${direction}`),
    count: formatCount(day[all.count]),
    amount: format(day[all.amount]),
    successCount: formatCount(day[paid.count]),
    successAmount: format(day[paid.amount]),
    rate: rateOf(day, direction),
  })
}
