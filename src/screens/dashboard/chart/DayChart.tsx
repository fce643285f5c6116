import { useState } from 'react'
import type { DaySummary } from '#contract/rows/dashboards.ts'
import { amountIn, formatCount } from '../../../format/amount.ts'
import type { Translate } from '../../../i18n.ts'
import { useT } from '../../../useConsole.tsx'
import type { DashboardModel, Metric } from '../dashboardModel.ts'
import type { Direction } from '../drillDownLinks.ts'
import { FocusItem } from '../FocusItem.tsx'
import styles from './DayChart.module.css'
import { rateOf } from './DayTable.tsx'
import { Plot } from './Plot.tsx'

interface DayChartProps {
  days: readonly DaySummary[]
  metric: Metric
  model: DashboardModel
}

/** The days as bars or lines. The canvas is only visual. One focusable link per bar carries the figures as its label. */
export function DayChart({ days, metric, model }: DayChartProps) {
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
        {(['payin', 'payout'] as const).map((direction) => (
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
  const isPayin = direction === 'payin'
  const format = amountIn(fractionDigits)
  return t('dashboard.bar', {
    date: day.date,
    series: t(`list.figures.${direction}`),
    count: formatCount(isPayin ? day.totalPayinCount : day.totalPayoutCount),
    amount: format(isPayin ? day.totalPayinAmount : day.totalPayoutAmount),
    successCount: formatCount(isPayin ? day.successPayinCount : day.successPayoutCount),
    successAmount: format(isPayin ? day.successPayinAmount : day.successPayoutAmount),
    rate: rateOf(day, direction),
  })
}
