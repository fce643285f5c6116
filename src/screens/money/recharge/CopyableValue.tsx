import { Copy } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import money from '../money.module.css'
import styles from './CopyableValue.module.css'

interface CopyableValueProps {
  title: string
  value: string
  shown?: string
  /** A value that is copied rather than read, cut off after one line. */
  isLong?: boolean
}

/** A value that is needed elsewhere: large, with a copy button. */
export function CopyableValue({ title, value, shown = value, isLong = false }: CopyableValueProps) {
  const t = useT()
  const { scope } = useConsole()
  return (
    <div className={styles.copied}>
      <span className={money.label}>{title}</span>
      <span className={isLong ? styles.long : styles.value}>{shown}</span>
      <Button aria-label={t('detail.copy', { field: title })} onClick={() => scope().app.copy(value)}>
        <Copy size={14} strokeWidth={1.5} aria-hidden="true" />
        {t('app.copy')}
      </Button>
    </div>
  )
}
