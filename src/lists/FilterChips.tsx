import { X } from 'lucide-react'
import type { Translate } from '../i18n.ts'
import type { Condition } from './conditions.ts'
import styles from './FilterChips.module.css'
import { namesOrder } from './query.ts'
import type { Sheet } from './sheet.ts'

/** What a list is filtered by, each with the way to take it off. Days alone are no news: their control says them. */
export function FilterChips({ sheet, t, conditions }: { sheet: Sheet; t: Translate; conditions: readonly Condition[] }) {
  const { address, parts } = sheet
  const chips = conditions.filter(({ fields }) => !fields.includes('startDate'))
  if (chips.length === 0) return null
  const { filter } = address.query.get()
  const remove = ({ fields }: Condition) => {
    const left = Object.fromEntries(Object.entries(filter).filter(([field]) => !fields.includes(field as never)))
    address.seek({ filter: left, page: 1, at: null, open: null }, 'push')
    parts.grid?.focus()
  }
  return (
    <ul className={styles.chips} aria-label={t('filter.active')}>
      {chips.map((condition) => (
        <li key={condition.title} className={styles.chip}>
          <span className={styles.title}>{condition.title}</span>
          <span className={styles.text}>{condition.text}</span>
          <button
            type="button"
            className={styles.remove}
            aria-label={t('filter.remove', { title: condition.title })}
            onClick={() => remove(condition)}
          >
            <X size={12} strokeWidth={1.75} />
          </button>
        </li>
      ))}
      {namesOrder(filter) && <li className={styles.note}>{t('filter.daysIgnored')}</li>}
    </ul>
  )
}
