import { useEffect, useRef } from 'react'
import { Button, LinkButton } from '../ui/Button.tsx'
import { focusOnArrival } from '../ui/focus/focusOnArrival.ts'
import { useT } from '../useCore.tsx'
import styles from './Exception.module.css'

export type ExceptionCode = 403 | 404 | 500

const CODES: readonly number[] = [403, 404, 500] satisfies ExceptionCode[]

/** The page for what cannot be shown: no right, no such page, a broken server. Its way home has the focus. */
export function Exception({ code = 404, onRetry }: { code?: ExceptionCode; onRetry?: () => void }) {
  const t = useT()
  const home = useRef<HTMLAnchorElement>(null)
  useEffect(() => focusOnArrival(home.current), [])
  const known = CODES.includes(code) ? code : 404
  return (
    <section className={styles.exception}>
      <Illustration code={known} />
      <h2 className={styles.title}>{t(`exception.${known}.title`)}</h2>
      <p className={styles.desc}>{t(`exception.${known}.desc`)}</p>
      <div className={styles.actions}>
        <LinkButton ref={home} variant="primary" href="#/">
          {t('exception.back')}
        </LinkButton>
        {onRetry !== undefined && <Button onClick={onRetry}>{t('app.retry')}</Button>}
      </div>
    </section>
  )
}

/** A receipt: locked, lost, torn. Decoration only. */
const Illustration = ({ code }: { code: ExceptionCode }) => (
  <svg className={styles.picture} viewBox="0 0 120 96" fill="none" aria-hidden="true">
    <path className={styles.paper} d="M34 10h52v70l-6.5-5-6.5 5-6.5-5-6.5 5-6.5-5-6.5 5-6.5-5-6.5 5z" />
    {code === 403 && (
      <>
        <rect className={styles.mark} x="49" y="40" width="22" height="17" rx="3" />
        <path className={styles.stroke} d="M53 40v-6a7 7 0 0 1 14 0v6" />
      </>
    )}
    {code === 404 && (
      <>
        <circle className={styles.stroke} cx="58" cy="40" r="12" />
        <path className={styles.stroke} d="m67 49 11 11" />
      </>
    )}
    {code === 500 && <path className={styles.stroke} d="m34 46 9-5 8 8 9-9 8 8 9-8 9 6" />}
    <path className={styles.line} d={code === 403 ? 'M44 20h32' : 'M44 22h32M44 28h20'} />
  </svg>
)
