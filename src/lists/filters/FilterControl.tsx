import { periodOf } from '../../format/ranges.ts'
import { FilterDays } from '../../forms/FilterDays.tsx'
import { FilterMultiSelect } from '../../forms/FilterMultiSelect.tsx'
import { FilterText } from '../../forms/FilterText.tsx'
import { type CallChoices, NO_CHOICES } from '../listWords.ts'
import { useOpenList } from '../useOpenList.ts'
import { daysText, periodText } from './conditions.ts'
import { type Choices, excludeFieldOf, type Filter, type FilterField } from './filter.ts'
import type { filterFaults, ListFilter } from './listFilter.ts'

interface ControlProps {
  control: Filter
  draft: ListFilter
  faults: ReturnType<typeof filterFaults>
  setField(field: FilterField, value: string | readonly string[]): void
  search(changes: ListFilter): void
}

export function FilterControl({ control, draft, faults, setField, search }: ControlProps) {
  const { controller, words } = useOpenList()
  const { t } = words
  const fault = (field: FilterField) => {
    const key = faults[field]
    return key === undefined ? null : t(key)
  }
  if (control.kind === 'days') return <DaysControl hasField={control.hasField} draft={draft} search={search} />
  if (control.kind === 'text') {
    return (
      <FilterText
        label={t(control.title)}
        name={control.field}
        value={listOf(draft[control.field]).join(', ')}
        onValue={(value) => setField(control.field, value)}
        error={fault(control.field)}
      />
    )
  }
  if (control.kind === 'amounts') {
    return (
      <>
        {(['minAmount', 'maxAmount'] as const).map((field) => (
          <FilterText
            key={field}
            label={t(`field.${field}`)}
            name={field}
            inputMode="decimal"
            value={listOf(draft[field]).join('')}
            onValue={(value) => setField(field, value)}
            error={fault(field)}
          />
        ))}
      </>
    )
  }
  const without = excludeFieldOf(control)
  return (
    <FilterMultiSelect
      label={t(control.title)}
      name={control.field}
      choices={words.choicesOf(control.from)}
      chosen={listOf(draft[control.field])}
      excluded={without === null ? [] : listOf(draft[without]).map((value) => words.valueOf(control.field, value))}
      onChoose={(chosen) => setField(control.field, control.isSingle === true ? chosen.slice(-1) : chosen)}
      onOpen={() => isLoaded(control.from) && controller.choiceSource.need(control.from)}
    />
  )
}

/** Whether choices are loaded by a call of their own. */
const isLoaded = (from: Choices): from is Choices & keyof CallChoices => typeof from === 'string' && from in NO_CHOICES

const listOf = (value: string | readonly string[] | undefined): readonly string[] => [value ?? []].flat()

/** The offered periods, by the names of `periodOf`. */
const PERIODS = ['7d', 'today', 'yesterday', 'week', 'month', 'lastmonth', '30d', 'year'] as const

type DaysProps = Pick<ControlProps, 'draft' | 'search'> & { hasField: boolean }

function DaysControl({ hasField, draft, search }: DaysProps) {
  const { controller, words } = useOpenList()
  const { t } = words
  const now = controller.address.now()
  const { days, startDate, endDate, dateField } = draft
  const range = typeof startDate === 'string' && typeof endDate === 'string' ? { startDate, endDate } : null
  const name = typeof days === 'string' ? days : null
  return (
    <FilterDays
      text={daysText(draft, words)}
      value={{ range, name, field: typeof dateField === 'string' ? dateField : 'createTime' }}
      presets={PERIODS.map((one) => ({ name: one, label: periodText(one, t) ?? one, range: periodOf(one, now)! }))}
      fields={
        hasField
          ? [
              { value: 'createTime', label: t('field.createTime') },
              { value: 'completeTime', label: t('field.completeTime') },
            ]
          : []
      }
      onChoose={(chosen) =>
        search({
          days: chosen.name ?? '',
          startDate: chosen.range?.startDate ?? '',
          endDate: chosen.range?.endDate ?? '',
          dateField: chosen.field === 'createTime' ? '' : chosen.field,
        })
      }
    />
  )
}
