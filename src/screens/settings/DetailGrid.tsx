import { Copy } from 'lucide-react'
import { IconButton } from '../../ui/IconButton.tsx'
import { Status, type Tone } from '../../ui/Status.tsx'
import { useConsole, useT } from '../../useConsole.tsx'
import styles from './DetailGrid.module.css'

interface GridDetail {
  title: string
  value: string | null
  isMono?: boolean
  /** Shows the value as a status. */
  tone?: Tone
  canCopy?: boolean
}

/** Titles with values, in columns, some with a copy button. */
export function DetailGrid({ details }: { details: readonly GridDetail[] }) {
  const t = useT()
  const { scope } = useConsole()
  return (
    <dl className={styles.details}>
      {details.map(({ title, value, isMono = false, tone, canCopy = false }) => (
        <div key={title} className={styles.detail}>
          <dt>{title}</dt>
          <dd className={isMono ? styles.mono : undefined} title={value ?? undefined}>
            <span className="breakable">
              {value === null && <span className="faint">–</span>}
              {value !== null && (tone === undefined ? value : <Status tone={tone}>{value}</Status>)}
            </span>
            {canCopy && value !== null && (
              <IconButton
                icon={Copy}
                size={14}
                label={t('detail.copy', { field: title })}
                onClick={() => void scope().app.copy(value)}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
