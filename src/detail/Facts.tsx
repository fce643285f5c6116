import { Copy } from 'lucide-react'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { NO_FIGURE } from '../format/amount.ts'
import styles from './Facts.module.css'
import { type Fact, valueIn, writtenIn } from './fact.ts'
import type { Words } from './words.ts'

interface FactsProps {
  facts: readonly Fact[]
  record: ListedRow
  words: Words
  onCopy(text: string): void
}

/** The facts of a record, each copied at a press. */
export function Facts({ facts, record, words, onCopy }: FactsProps) {
  const { t } = words
  return (
    <dl className={styles.facts}>
      {facts.map((fact) => {
        const value = valueIn(record, fact)
        const title = t(fact.title)
        return (
          <div key={fact.field} className={styles.fact}>
            <dt className={styles.title}>{title}</dt>
            <dd className={styles.value}>
              <span className={styles.text}>{value === null ? NO_FIGURE : words.kindOf(fact.kind).draw(value, record)}</span>
              {value !== null && (
                <button
                  type="button"
                  className={styles.copy}
                  aria-label={t('detail.copy', { field: title })}
                  onClick={() => onCopy(writtenIn(record, fact, words))}
                >
                  <Copy size={13} strokeWidth={1.5} />
                </button>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
