import { Copy } from 'lucide-react'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { NO_FIGURE } from '../format/noFigure.ts'
import styles from './DetailFields.module.css'
import { type DetailField, fieldText, fieldValue } from './detailField.ts'
import { groupFields } from './fieldGroups.ts'
import type { RowTexts } from './rowTexts.ts'

interface DetailFieldsProps {
  fields: readonly DetailField[]
  /** Groups the fields under headings, side by side where there is room. */
  isGrouped: boolean
  row: ListedRow
  texts: RowTexts
  onCopy(text: string): void
}

/** The fields of a row, each with a copy button. */
export function DetailFields({ fields, isGrouped, ...rest }: DetailFieldsProps) {
  const { t } = rest.texts
  if (!isGrouped) return <Fields fields={fields} {...rest} />
  return (
    <div className={styles.groups}>
      {groupFields(fields).map(([group, members]) => (
        <section key={group}>
          <h3 className={styles.group}>{t(`detail.group.${group}`)}</h3>
          <Fields fields={members} {...rest} />
        </section>
      ))}
    </div>
  )
}

function Fields({ fields, row, texts, onCopy }: Omit<DetailFieldsProps, 'isGrouped'>) {
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
