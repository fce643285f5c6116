import { useLayoutEffect, useRef } from 'react'
import { useT } from '../../useConsole.tsx'
import styles from './FormSkeleton.module.css'
import { useFocusIfLost } from './useFocusIfLost.ts'

/** Fields to come, at their height. */
export function FormSkeleton() {
  const t = useT()
  const here = useRef<HTMLParagraphElement>(null)
  useFocusIfLost(here)
  useLayoutEffect(() => {
    const waiting = here.current
    return () => {
      // What comes in its place may be no field, or come a moment later; until then it is the page that has the focus.
      if (document.activeElement === waiting) document.getElementById('main')?.focus()
    }
  }, [])
  return (
    <div className={styles.skeleton} aria-busy="true">
      <p ref={here} tabIndex={-1} className="sr-only" role="status">
        {t('app.loading')}
      </p>
      {[0, 1, 2, 3].map((nth) => (
        <span key={nth} className={styles.bone} />
      ))}
    </div>
  )
}
