import { useEffect, useRef, useState } from 'react'
import { LOCALES } from '../../../i18n.ts'
import { useLocale, useT } from '../../../useConsole.tsx'
import styles from './Plot.module.css'
import { type Drawing, hasNoOrders } from './series.ts'

/** The drawing of the days. The chart library is loaded late, after the text. */
export function Plot({ days, metric }: Drawing) {
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
