import { TriangleAlert, X } from 'lucide-react'
import { Button } from './Button.tsx'
import styles from './Failure.module.css'

interface FailureProps {
  title: string
  text: string
  /** Retries, if a retry can help. */
  retry?: () => void
  retryLabel: string
  /** Dismisses the message, if the page works without the failed part. */
  close?: { label: string; run(): void }
}

/** One line about a failure, with a retry button. */
export const Failure = ({ title, text, retry, retryLabel, close }: FailureProps) => (
  <div className={styles.failure}>
    <TriangleAlert className={styles.icon} size={16} strokeWidth={1.5} aria-hidden="true" />
    <p className={styles.text}>
      <strong>{title}</strong> {text}
    </p>
    {retry !== undefined && <Button onClick={retry}>{retryLabel}</Button>}
    {close !== undefined && (
      <Button variant="icon" aria-label={close.label} title={close.label} onClick={close.run}>
        <X size={16} strokeWidth={1.5} />
      </Button>
    )}
  </div>
)
