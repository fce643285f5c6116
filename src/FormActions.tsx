import { type ReactNode, useEffect, useRef } from 'react'
import styles from './forms/form.module.css'
import { ButtonKeys } from './keyboard/CommandKeys.tsx'
import { Button } from './ui/Button.tsx'

interface FormActionsProps {
  label: string
  isBusy?: boolean
  /** Secondary buttons. */
  children?: ReactNode
  /** Omitted when the button submits the form element, so that Enter in a field submits too. */
  onSubmit?: () => void
}

/** The submit button of a form with its shortcut, and the secondary buttons. */
export function FormActions({ label, isBusy = false, children, onSubmit }: FormActionsProps) {
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
        <ButtonKeys of="form.submit" />
      </Button>
      {children}
    </div>
  )
}
