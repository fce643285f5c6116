import { Copy } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { useConsole, useT } from '../../../useConsole.tsx'
import card from '../card.module.css'
import styles from './CopyableValue.module.css'

interface CopyableValueProps {
  title: string
  value: string
  shown?: string
  /** Nobody reads it: it is copied, and a line of it tells which it is. */
  isLong?: boolean
}

/** A value that has to be typed elsewhere: large, and copied at a press. */
export function CopyableValue({ title, value, shown = value, isLong = false }: CopyableValueProps) {
  const t = useT()
  const { scope } = useConsole()
  return (
    <div className={styles.copied}>
      <span className={card.label}>{title}</span>
      <span className={isLong ? styles.long : styles.value}>{shown}</span>
      <Button aria-label={t('detail.copy', { field: title })} onClick={() => scope().app.copy(value)}>
        <Copy size={14} strokeWidth={1.5} aria-hidden="true" />
        {t('app.copy')}
      </Button>
    </div>
  )
}
