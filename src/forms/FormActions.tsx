import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import styles from './form.module.css'

interface FormActionsProps {
  label: string
  /** Shortcut of the submit button. */
  keys: string | undefined
  isBusy?: boolean
  /** Secondary buttons. */
  children?: ReactNode
  /** Omitted when the button submits the form element, so that Enter in a field submits too. */
  onSubmit?: () => void
}

/** The submit button of a form with its shortcut, and the secondary buttons. */
export function FormActions({ label, keys, isBusy = false, children, onSubmit }: FormActionsProps) {
  const actions = useRef<HTMLDivElement>(null)
  // Scroll the busy button into view when a long form is submitted by its shortcut.
  useEffect(() => {
    if (isBusy) actions.current?.scrollIntoView({ block: 'nearest' })
  }, [isBusy])
  return (
    <div ref={actions} className={styles.actions}>
      <Button
        variant="primary"
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
