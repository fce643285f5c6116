import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import styles from './form.module.css'

interface FormActionsProps {
  label: string
  /** The key that does the same. */
  keys: string | undefined
  isBusy?: boolean
  /** What is pressed instead of it. */
  children?: ReactNode
  /** Left out where the form itself is submitted, also by Enter in one of its fields. */
  onSubmit?: () => void
}

/** The one thing a form is for, with its key, and beside it the ways out. */
export function FormActions({ label, keys, isBusy = false, children, onSubmit }: FormActionsProps) {
  const actions = useRef<HTMLDivElement>(null)
  // Sent by its key from the middle of a long form, it is seen here that it is on its way.
  useEffect(() => {
    if (isBusy) actions.current?.scrollIntoView({ block: 'nearest' })
  }, [isBusy])
  return (
    <div ref={actions} className={styles.actions}>
      <Button
        look="primary"
        className={styles.submit ?? ''}
        aria-busy={isBusy}
        aria-disabled={isBusy}
        {...(onSubmit === undefined ? { type: 'submit' } : { onClick: onSubmit })}
      >
        {label}
        {keys !== undefined && (
          <span className={styles.keys} aria-hidden="true">
            <Kbd keys={keys} />
          </span>
        )}
      </Button>
      {children}
    </div>
  )
}
