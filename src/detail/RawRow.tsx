import { Copy } from 'lucide-react'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { Translate } from '../i18n.ts'
import { Button } from '../ui/Button.tsx'
import styles from './RawRow.module.css'
import type { Trail } from './trail.ts'

interface RawRowProps {
  row: ListedRow
  trail: Trail | null
  t: Translate
  onCopy(text: string): void
}

/** The row as JSON, as the gateway sent it. */
export function RawRow({ row, trail, t, onCopy }: RawRowProps) {
  const text = JSON.stringify(trail === null ? row : { record: row, ...trail }, null, 2)
  return (
    <div className={styles.raw}>
      <Button variant="quiet" className={styles.copy} onClick={() => onCopy(text)}>
        <Copy size={14} strokeWidth={1.5} aria-hidden="true" />
        {t('app.copy')}
      </Button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable to be scrolled by keys */}
      <pre className={styles.text} tabIndex={0}>
        {text}
      </pre>
    </div>
  )
}
