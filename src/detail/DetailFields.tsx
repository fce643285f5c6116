import { Copy } from 'lucide-react'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { NO_FIGURE } from '../format/amount.ts'
import styles from './DetailFields.module.css'
import { type DetailField, fieldText, fieldValue } from './detailField.ts'
import type { RowTexts } from './rowTexts.ts'

interface DetailFieldsProps {
  fields: readonly DetailField[]
  row: ListedRow
  texts: RowTexts
  onCopy(text: string): void
}

/** The fields of a row; a click on a value copies it. */
export function DetailFields({ fields: facts, row: record, texts: words, onCopy }: DetailFieldsProps) {
  const { t } = words
  return (
    <dl className={styles.facts}>
      {facts.map((fact) => {
        const value = fieldValue(record, fact)
        const title = t(fact.title)
        return (
          <div key={fact.field} className={styles.fact}>
            <dt className={styles.title}>{title}</dt>
            <dd className={styles.value}>
              <span className={styles.text}>
                {value === null ? NO_FIGURE : words.formatOf(fact.kind).render(value, record)}
              </span>
              {value !== null && (
                <button
                  type="button"
                  className={styles.copy}
                  aria-label={t('detail.copy', { field: title })}
                  onClick={() => onCopy(fieldText(record, fact, words))}
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
