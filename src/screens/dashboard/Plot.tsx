import { useEffect, useMemo, useRef, useState } from 'react'
import type { DaySummary } from '#contract/moneyRows.ts'
import { LOCALES } from '../../i18n.ts'
import { useLocale, useT } from '../../useConsole.tsx'
import type { Metric } from './board.ts'
import { correctLanguage } from './correctLanguage.ts'
import styles from './Plot.module.css'
import { isBare, seriesOf, stepsOf } from './series.ts'

/** What is drawn of the days. The library that draws comes after everything that can be read. */
export function Plot({ days, metric }: { days: readonly DaySummary[]; metric: Metric }) {
  const t = useT()
  const { tag } = LOCALES[useLocale()]
  const host = useRef<HTMLDivElement>(null)
  const [isLost, setLost] = useState(false)
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
    let isWanted = true
    correctLanguage(navigator)
    import('./drawDays.ts').then(
      ({ drawDays }) => {
        if (isWanted && host.current !== null) erase = drawDays(host.current, drawing)
        setLost(isWanted && erase === null)
      },
      () => setLost(isWanted),
    )
    return () => {
      isWanted = false
      erase?.()
    }
  }, [drawing])
  return (
    <>
      <div ref={host} className={styles.plot} aria-hidden="true" />
      {isBare(days) ? (
        <p className={styles.said}>{t('dashboard.noOrdersInDays')}</p>
      ) : (
        isLost && <p className={styles.said}>{t('dashboard.notDrawn')}</p>
      )}
    </>
  )
}
