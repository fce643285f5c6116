import { useLayoutEffect, useRef } from 'react'
import { useT } from '../../useConsole.tsx'
import styles from './FormSkeleton.module.css'
import { useFocusIfLost } from './useFocusIfLost.ts'

/** A placeholder of the height of the fields. */
export function FormSkeleton() {
  const t = useT()
  const placeholder = useRef<HTMLParagraphElement>(null)
  useFocusIfLost(placeholder)
  useLayoutEffect(() => {
    const element = placeholder.current
    return () => {
      // The next content may have no field, or mount later. Until then the page keeps the focus.
      if (document.activeElement === element) document.getElementById('main')?.focus()
    }
  }, [])
  return (
    <div className={styles.skeleton} aria-busy="true">
      <p ref={placeholder} tabIndex={-1} className="sr-only" role="status">
        {t('app.loading')}
      </p>
      {[0, 1, 2, 3].map((nth) => (
        <span key={nth} className={styles.field} />
      ))}
    </div>
  )
}
