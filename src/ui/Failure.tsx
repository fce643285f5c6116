import { TriangleAlert, X } from 'lucide-react'
import { Button } from './Button.tsx'
import styles from './Failure.module.css'
import { IconButton } from './IconButton.tsx'
import { useUiText } from './uiText.ts'

interface FailureProps {
  title: string
  text: string
  /** Retries, if a retry can help. */
  retry?: () => void
  /** Dismisses the message, if the page works without the failed part. */
  onClose?: () => void
}

/** One line about a failure, with a retry button. */
export function Failure({ title, text, retry, onClose }: FailureProps) {
  const t = useUiText()
  return (
    <div className={styles.failure}>
      <TriangleAlert className={styles.icon} size={16} strokeWidth={1.5} aria-hidden="true" />
      <p className={styles.text}>
        <strong>{title}</strong> {text}
      </p>
      {retry !== undefined && <Button onClick={retry}>{t('app.retry')}</Button>}
      {onClose !== undefined && <IconButton icon={X} label={t('app.close')} onClick={onClose} />}
    </div>
  )
}
