import { useSelector } from '@xstate/react'
import { X } from 'lucide-react'
import { useMemo } from 'react'
import type { ListController } from '../listController.ts'
import { useOpenList } from '../useOpenList.ts'
import type { Condition } from './conditions.ts'
import styles from './FilterChips.module.css'
import { ignoredFilters } from './ignoredFilters.ts'
import { hasOrderNumber } from './listFilter.ts'

/** The active conditions with remove buttons. Dates alone are not shown, because their control shows them. */
export function FilterChips({ conditions }: { conditions: readonly Condition[] }) {
  const { controller, words } = useOpenList()
  const { t } = words
  const { actor, address, handles } = controller
  const filter = useSelector(actor, ({ context }) => context.query.filter)
  const ignored = useIgnoredFilters(controller)
  const chips = conditions.filter(({ fields }) => !fields.includes('startDate'))
  if (chips.length === 0) return null
  const isApplied = ({ fields }: Condition) => !fields.some((field) => ignored.includes(field as never))
  const ignoredTitles = chips.filter((condition) => !isApplied(condition)).map(({ title }) => title)
  const remove = ({ fields }: Condition) => {
    const left = Object.fromEntries(Object.entries(filter).filter(([field]) => !fields.includes(field as never)))
    address.navigate({ filter: left, page: 1, at: null, open: null }, 'push')
    handles.grid?.focus()
  }
  return (
    <div className={styles.row}>
      <ul className={styles.chips} aria-label={t('filter.active')}>
        {chips.map((condition) => (
          <li key={condition.fields.join()} className={styles.chip} data-ignored={isApplied(condition) ? undefined : ''}>
            <span className={styles.title}>{condition.title}</span>
            <span className="truncate medium">{condition.text}</span>
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
        {hasOrderNumber(filter) && <li className={styles.note}>{t('filter.daysIgnored')}</li>}
      </ul>
      <p role="status" className={styles.note}>
        {ignoredTitles.length > 0 && t('filter.unheeded', { titles: ignoredTitles.join(', ') })}
      </p>
    </div>
  )
}

const NONE: readonly string[] = []

/** The fields that the first page of the result contradicts. */
function useIgnoredFilters({ actor, paging }: ListController): readonly string[] {
  const filter = useSelector(actor, ({ context }) => context.query.filter)
  const rows = useSelector(paging, ({ context: { isAnswered, dataBins } }) =>
    isAnswered ? Object.values(dataBins)[0] : undefined,
  )
  return useMemo(() => (rows === undefined ? NONE : ignoredFilters(filter, rows)), [filter, rows])
}
