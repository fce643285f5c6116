import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import styles from './DetailGrid.module.css'

export interface GridDetail {
  title: string
  value: string | null
  isMono?: boolean
  /** Rendered instead of the text. */
  draw?: ReactNode
  canCopy?: boolean
}

/** Titles with values, in columns, some with a copy button. */
export function DetailGrid({ details }: { details: readonly GridDetail[] }) {
  const t = useT()
  const { scope } = useConsole()
  return (
    <dl className={styles.details}>
      {details.map(({ title, value, isMono = false, draw, canCopy = false }) => (
        <div key={title} className={styles.detail}>
          <dt>{title}</dt>
          <dd className={isMono ? styles.mono : undefined} title={value ?? undefined}>
            <span className={styles.value}>{draw ?? value ?? <span className={styles.faint}>–</span>}</span>
            {canCopy && value !== null && (
              <Button
                variant="icon"
                aria-label={t('detail.copy', { field: title })}
                onClick={() => void scope().app.copy(value)}
              >
                <Copy size={14} strokeWidth={1.5} />
              </Button>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
