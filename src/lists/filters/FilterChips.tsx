import { useSelector } from '@xstate/react'
import { X } from 'lucide-react'
import { useMemo } from 'react'
import { shown } from '#machines/paging/pagingContext.ts'
import { formatCount } from '../../format/amount.ts'
import type { ListController } from '../listController.ts'
import { useOpenList } from '../useOpenList.ts'
import type { Condition } from './conditions.ts'
import styles from './FilterChips.module.css'
import { ignoredFilters } from './ignoredFilters.ts'
import { hasOrderNumber, type ListFilter, splitFilter } from './listFilter.ts'

/** The active conditions with remove buttons. Dates alone are not shown, because their control shows them. */
export function FilterChips({ conditions }: { conditions: readonly Condition[] }) {
  const { controller, words } = useOpenList()
  const { t } = words
  const { actor, address, handles } = controller
  const filter = useSelector(actor, ({ context }) => context.query.filter)
  const ignored = useIgnoredFilters(controller)
  const chips = conditions.filter(({ fields }) => !fields.includes('startDate'))
  const local = useLocalText(controller, filter, conditions)
  if (chips.length === 0 && local === '') return null
  const isApplied = ({ fields }: Condition) => !fields.some((field) => ignored.includes(field as never))
  const ignoredTitles = chips.filter((condition) => !isApplied(condition)).map(({ title }) => title)
  const remove = ({ fields, where }: Condition) => {
    const rest = Object.fromEntries(Object.entries(filter).filter(([field]) => !fields.includes(field as never)))
    const left: ListFilter = where === undefined ? rest : { ...rest, where }
    address.navigate({ filter: left, page: 1, at: null, open: null }, 'push')
    handles.grid?.focus()
  }
  return (
    <div className={styles.row}>
      <ul className={styles.chips} aria-label={t('filter.active')}>
        {chips.map((condition) => (
          <li
            key={condition.fields.join() + condition.text}
            className={styles.chip}
            data-ignored={isApplied(condition) ? undefined : ''}
          >
            <span className={styles.title}>{condition.title}</span>
            <span className="truncate medium" title={condition.text}>
              {condition.text}
            </span>
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
        {local}
      </p>
    </div>
  )
}

/** Says what the console filters by instead of the gateway, and among how many rows; empty without such conditions. */
function useLocalText({ list, paging }: ListController, filter: ListFilter, conditions: readonly Condition[]): string {
  const { t } = useOpenList().words
  const searched = useSelector(paging, ({ context }) => shown(context).searched)
  const { local } = splitFilter(filter, list.takesTrees)
  if (local === null) return ''
  // Hours are a part of the days.
  const hasHours = local.since !== undefined || local.until !== undefined
  const isLocal = (field: keyof ListFilter) => local[field] !== undefined || (field === 'days' && hasHours)
  const own = conditions.filter(({ fields }) => fields.some((field) => field !== 'dateField' && isLocal(field)))
  const titles = [...new Set(own.map(({ title }) => title))].join(', ')
  return searched === null ? t('filter.local', { titles }) : t('filter.localFirst', { titles, n: formatCount(searched) })
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
