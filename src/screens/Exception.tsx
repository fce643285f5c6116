import { useEffect, useRef } from 'react'
import { Button, LinkButton } from '../ui/Button.tsx'
import { focusOnArrival } from '../ui/focus/focusOnArrival.ts'
import { EmptyFallback, lazyComponent } from '../ui/lazyComponent.tsx'
import { useCore, useIsConnectionLost, useReconnected, useT } from '../useCore.tsx'
import styles from './Exception.module.css'

export type ExceptionCode = 403 | 404 | 500

/** Without it the page is complete, so it is not part of the first download, and may fail to load. */
export const ExceptionPicture = lazyComponent(
  async () => (await import('./ExceptionPicture.tsx')).ExceptionPicture,
  EmptyFallback,
)

interface ExceptionProps {
  code?: ExceptionCode
  /** Also called when the gateway can be reached again. */
  onRetry?: (() => void) | undefined
}

/** The page for what cannot be shown: no right, no such page, a broken or unreachable server. Its way home has the focus. */
export function Exception({ code = 404, onRetry }: ExceptionProps) {
  const t = useT()
  const isLost = useIsConnectionLost() && code === 500
  const home = useRef<HTMLAnchorElement>(null)
  useEffect(() => focusOnArrival(home.current), [])
  useReconnected(onRetry)
  const known = code === 403 || code === 500 ? code : 404
  return (
    <section className={styles.exception}>
      <div className={styles.picture}>
        <ExceptionPicture code={known} />
      </div>
      <h2 className={styles.title}>{t(isLost ? 'login.unreachable' : `exception.${known}.title`)}</h2>
      <p className={styles.desc}>{t(isLost ? 'login.unreachable.hint' : `exception.${known}.desc`)}</p>
      <div className={styles.actions}>
        <LinkButton ref={home} variant="primary" href="#/">
          {t('exception.back')}
        </LinkButton>
        {onRetry !== undefined && <Button onClick={onRetry}>{t('app.retry')}</Button>}
      </div>
    </section>
  )
}

/** The page of a server that failed. It offers the page that failed to load again. */
export function ServerException() {
  const { failedPage, location } = useCore()
  const page = failedPage()
  return <Exception code={500} onRetry={page === null ? undefined : () => location.go(page, { replace: true })} />
}
