import { useEffect, useRef } from 'react'
import { Button, LinkButton } from '../ui/Button.tsx'
import { focusOnArrival } from '../ui/focus/focusOnArrival.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { useCore, useT } from '../useCore.tsx'
import styles from './Exception.module.css'

export type ExceptionCode = 403 | 404 | 500

const CODES: readonly number[] = [403, 404, 500] satisfies ExceptionCode[]

/** Without it the page is complete, so it is not part of the first download. */
export const ExceptionPicture = lazyComponent(async () => (await import('./ExceptionPicture.tsx')).ExceptionPicture)

/** The page for what cannot be shown: no right, no such page, a broken server. Its way home has the focus. */
export function Exception({ code = 404, onRetry }: { code?: ExceptionCode; onRetry?: () => void }) {
  const t = useT()
  const home = useRef<HTMLAnchorElement>(null)
  useEffect(() => focusOnArrival(home.current), [])
  const known = CODES.includes(code) ? code : 404
  return (
    <section className={styles.exception}>
      <div className={styles.picture}>
        <ExceptionPicture code={known} />
      </div>
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

/** The page of a server that failed. It offers the page that failed to load again, and opens it when the gateway can be reached again. */
export function ServerException() {
  const { connection, failedPage, location } = useCore()
  const page = failedPage()
  const onRetry = page === null ? undefined : () => location.go(page, { replace: true })
  useEffect(() => connection.subscribe(() => connection.isLost || onRetry?.()))
  return <Exception code={500} {...(onRetry && { onRetry })} />
}
