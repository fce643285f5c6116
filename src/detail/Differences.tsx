import { ArrowRight } from 'lucide-react'
import styles from './Differences.module.css'
import type { Difference } from './differences.ts'
import type { RowTexts } from './rowTexts.ts'

/** The previous values of a changed row, until the user has seen them. */
export function Differences({ differences, texts }: { differences: readonly Difference[]; texts: RowTexts }) {
  const { t } = texts
  if (differences.length === 0) return null
  return (
    <dl className={styles.changed} aria-label={t('list.changedRow')}>
      {differences.map(({ field, title, was, now }) => (
        <div key={field} className={styles.change}>
          <dt>{title}</dt>
          <dd>
            <del>{was}</del>
            <ArrowRight size={12} strokeWidth={1.5} aria-hidden="true" />
            <ins>{now}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
