import { useEffect, useMemo, useRef, useState } from 'react'
import type { DaySummary } from '#contract/rows/dashboards.ts'
import { LOCALES } from '../../../i18n.ts'
import { useLocale, useT } from '../../../useConsole.tsx'
import type { Metric } from '../dashboardModel.ts'
import { correctLanguage } from './correctLanguage.ts'
import styles from './Plot.module.css'
import { hasNoOrders, seriesOf, stepsOf } from './series.ts'

/** The drawing of the days. The chart library is loaded late, after the text. */
export function Plot({ days, metric }: { days: readonly DaySummary[]; metric: Metric }) {
  const t = useT()
  const { tag } = LOCALES[useLocale()]
  const host = useRef<HTMLDivElement>(null)
  const [hasFailed, setFailed] = useState(false)
  const drawing = useMemo(
    () => ({
      days: days.map(({ date }) => date.slice(5)),
      series: seriesOf(days, metric),
      isRate: metric === 'rate',
      steps: stepsOf(days, metric),
      tag,
    }),
    [days, metric, tag],
  )
  useEffect(() => {
    let erase: (() => void) | null = null
    let isCurrent = true
    correctLanguage(navigator)
    import('./drawDays.ts').then(
      ({ drawDays }) => {
        if (isCurrent && host.current !== null) erase = drawDays(host.current, drawing)
        setFailed(isCurrent && erase === null)
      },
      () => setFailed(isCurrent),
    )
    return () => {
      isCurrent = false
      erase?.()
    }
  }, [drawing])
  return (
    <>
      <div ref={host} className={styles.plot} aria-hidden="true" />
      {hasNoOrders(days) ? (
        <p className={styles.message}>{t('dashboard.noOrdersInDays')}</p>
      ) : (
        hasFailed && <p className={styles.message}>{t('dashboard.notDrawn')}</p>
      )}
    </>
  )
}
