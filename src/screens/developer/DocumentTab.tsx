import { useEffect, useRef, useState } from 'react'
import { LinkButton } from '../../ui/Button.tsx'
import { focusOnArrival } from '../../ui/focus/focusOnArrival.ts'
import { useConsole, useT } from '../../useConsole.tsx'
import styles from './DocumentTab.module.css'

/**
 * Opens the document in a new tab and goes back to the previous screen. Browsers block a tab that no key or click caused, as after a
 * bookmark: the page then stays with a link to it.
 */
export function DocumentTab() {
  const { location, scope } = useConsole()
  const [isBlocked] = useState(() => navigator.userActivation?.isActive === false)
  const isOpened = useRef(false)
  useEffect(() => {
    if (isBlocked || isOpened.current) return
    isOpened.current = true
    scope().app.openDocument()
    location.go(location.previous() ?? '/', { replace: true })
  }, [isBlocked, location, scope])
  return isBlocked ? <DocumentLink /> : null
}

function DocumentLink() {
  const t = useT()
  const { scope } = useConsole()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => focusOnArrival(link.current), [])
  return (
    <section className={styles.document}>
      <p className={styles.text}>{t('doc.text')}</p>
      <LinkButton ref={link} variant="primary" href={scope().app.documentAddress} target="_blank" rel="noopener">
        {t('doc.open')}
      </LinkButton>
    </section>
  )
}
