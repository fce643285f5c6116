import { Copy } from 'lucide-react'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { NO_FIGURE } from '../format/noFigure.ts'
import styles from './DetailFields.module.css'
import { type DetailField, fieldText, fieldValue } from './detailField.ts'
import type { RowTexts } from './rowTexts.ts'

interface DetailFieldsProps {
  fields: readonly DetailField[]
  row: ListedRow
  texts: RowTexts
  onCopy(text: string): void
}

/** The fields of a row, each with a copy button. */
export function DetailFields({ fields, row, texts, onCopy }: DetailFieldsProps) {
  const { t } = texts
  return (
    <dl className={styles.fields}>
      {fields.map((field) => {
        const value = fieldValue(row, field)
        const title = t(field.title)
        return (
          <div key={field.field} className={styles.field}>
            <dt className="label">{title}</dt>
            <dd className={styles.value}>
              <span className="breakable">{value === null ? NO_FIGURE : texts.formatOf(field.kind).render(value, row)}</span>
              {value !== null && (
                <button
                  type="button"
                  className={styles.copy}
                  aria-label={t('detail.copy', { field: title })}
                  onClick={() => onCopy(fieldText(row, field, texts))}
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
