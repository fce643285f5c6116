import { useEffect, useRef, useState } from 'react'
import type { DaySummary } from '#contract/rows/dashboards.ts'
import { amountIn, formatCount } from '../../../format/amount.ts'
import { LOCALES, type Translate } from '../../../i18n.ts'
import type { Direction } from '../../../lists/definitions/agentDrillDownLink.ts'
import { ORDER_FIELDS } from '../../../lists/summary/orderFields.ts'
import { useLocale, useT } from '../../../useConsole.tsx'
import type { DashboardModel, Metric } from '../dashboardModel.ts'
import { FocusItem } from '../Figure.tsx'
import { DIRECTIONS, rateOf } from '../summaryFields.ts'
import styles from './DayChart.module.css'
import { type Drawing, hasNoFigures, hasNoOrders } from './series.ts'

/** The days as bars or lines. The canvas is only visual. One focusable link per bar carries the figures as its label. */
export function DayChart({ days, metric, model }: Drawing & { model: DashboardModel }) {
  const t = useT()
  const [readout, setReadout] = useState<string | null>(null)
  const hint = t('dashboard.hint')
  const labelOf = (day: DaySummary, direction: Direction) => barLabel(day, direction, model.fractionDigits, t)
  const texts = [hint, ...DIRECTIONS.flatMap((direction) => days.map((day) => labelOf(day, direction)))]
  return (
    <>
      <div className={styles.line}>
        <Readout texts={texts} shown={readout ?? hint} />
        <Legend metric={metric} />
      </div>
      <div className={styles.chart}>
        <Plot days={days} metric={metric} />
        {DIRECTIONS.map((direction) => (
          <ul key={direction} className={styles.bars} data-focus-group="row" data-direction={direction}>
            {days.map((day) => {
              const label = labelOf(day, direction)
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

/** One of the texts. It takes the room of the longest, so that nothing moves when another is shown. */
const Readout = ({ texts, shown }: { texts: readonly string[]; shown: string }) => (
  <span className={styles.readout} aria-hidden="true" data-part="readout">
    {[...new Set(texts)].map((text) => (
      <span key={text} data-shown={text === shown || undefined}>
        {text}
      </span>
    ))}
  </span>
)

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
  const { all, paid } = ORDER_FIELDS[direction]
  return t('dashboard.bar', {
    date: day.date,
    series: t(`list.figures.${direction}`),
    n: formatCount(day[all.count]),
    amount: format(day[all.amount]),
    successCount: formatCount(day[paid.count]),
    successAmount: format(day[paid.amount]),
    rate: rateOf(day, direction),
  })
}

/** The drawing of the days. The chart library is loaded late, after the text. */
function Plot({ days, metric }: Drawing) {
  const t = useT()
  const { tag } = LOCALES[useLocale()]
  const host = useRef<HTMLDivElement>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    let erase: (() => void) | null = null
    let isCurrent = true
    correctLanguage(navigator)
    import('./drawDays.ts').then(
      ({ drawDays }) => {
        if (isCurrent && host.current !== null) erase = drawDays(host.current, { days, metric }, tag)
        setFailed(isCurrent && erase === null)
      },
      () => setFailed(isCurrent),
    )
    return () => {
      isCurrent = false
      erase?.()
    }
  }, [days, metric, tag])
  return (
    <>
      <div ref={host} className={styles.plot} aria-hidden="true" />
      {hasNoOrders(days) ? (
        <p className={styles.message}>{t('dashboard.noOrdersInDays')}</p>
      ) : hasNoFigures({ days, metric }) ? (
        <p className={styles.message}>{t('app.notAvailable')}</p>
      ) : (
        hasFailed && <p className={styles.message}>{t('dashboard.notDrawn')}</p>
      )}
    </>
  )
}

/**
 * Replaces an invalid browser language such as `en-US@posix` by `en`, because the chart library makes a number format of it on
 * import, which would throw. The console formats its own numbers in its own language.
 */
function correctLanguage(browser: Pick<Navigator, 'language'>): void {
  try {
    Intl.getCanonicalLocales(browser.language)
  } catch {
    Object.defineProperty(browser, 'language', { value: 'en', configurable: true })
  }
}
