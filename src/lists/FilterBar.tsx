import { ChevronsDown, ChevronsUp, Search } from 'lucide-react'
import { type FormEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { RANGE_NAMES, rangeOf } from '../format/ranges.ts'
import { FilterDays } from '../forms/FilterDays.tsx'
import { FilterSeveral, type SeveralWords } from '../forms/FilterSeveral.tsx'
import { FilterText } from '../forms/FilterText.tsx'
import { Button } from '../ui/Button.tsx'
import { daysText } from './conditions.ts'
import styles from './FilterBar.module.css'
import { faultsOf } from './faults.ts'
import type { Filter, FilterField } from './list.ts'
import type { CallChoices, ListWords } from './listWords.ts'
import { isSameFilter, type ListFilter } from './query.ts'
import type { Sheet } from './sheet.ts'

interface FilterBarProps {
  sheet: Sheet
  words: ListWords
  /** What is asked for now. */
  filter: ListFilter
  hasSeveral: boolean
}

/** The controls of a list's filter. Typed values wait for Enter; a choice of days is asked for at once. */
export function FilterBar({ sheet, words, filter, hasSeveral }: FilterBarProps) {
  const { list, address, parts } = sheet
  const { t } = words
  const [draft, setDraft] = useState(filter)
  // What has been judged: a value that is still being typed is not told off.
  const [checked, setChecked] = useState<ListFilter>({})
  const [isOpen, setOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const faults = useMemo(() => faultsOf(unchanged(draft, checked), list), [checked, draft, list])
  // What is asked for by other ways than these controls shows in them.
  useEffect(() => setDraft(filter), [filter])

  const search = (next: ListFilter) => {
    const wanted = cleaned(next)
    const isSame = isSameFilter(wanted, filter)
    address.seek({ filter: wanted, page: 1, at: null, open: null }, isSame ? 'replace' : 'push')
    // The same question again is a question all the same: who asks it wants to see what is there now.
    if (isSame) sheet.readAgain()
  }
  const submit = () => {
    const found = faultsOf(cleaned(draft), list)
    setChecked(draft)
    const [first] = fieldsInOrder(list.filters).filter((field) => found[field] !== undefined)
    if (first === undefined) search(draft)
    else {
      setOpen(true)
      requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus())
    }
  }
  const submitted = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  const reset = () => {
    setChecked({})
    sheet.console.scope().list?.resetFilters()
  }
  useLayoutEffect(() => {
    parts.filters = {
      focus: () => form.current?.querySelector<HTMLElement>('input, button')?.focus(),
      submit,
      get hasFocus() {
        return form.current?.contains(document.activeElement) === true
      },
    }
    return () => {
      parts.filters = null
    }
  })

  const put = (field: FilterField, value: string | readonly string[]) => setDraft({ ...draft, [field]: value })
  const controls = list.filters.filter((one) => one.kind !== 'several' || one.field !== 'merchantNo' || hasSeveral)
  const isDirty = JSON.stringify(cleaned(draft)) !== JSON.stringify(cleaned(filter))
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is the form that searches; an element around it would add nothing
    <form
      ref={form}
      role="search"
      aria-label={t('filter.bar')}
      className={styles.bar}
      data-open={isOpen || undefined}
      data-layer="form"
      noValidate
      onSubmit={submitted}
      onBlur={() => setChecked(draft)}
    >
      <div className={styles.controls}>
        {controls.map((control) => (
          <Control
            key={control.kind === 'days' || control.kind === 'amounts' ? control.kind : control.field}
            control={control}
            sheet={sheet}
            words={words}
            draft={draft}
            faults={faults}
            put={put}
            search={(changes) => search({ ...draft, ...changes })}
          />
        ))}
      </div>
      <div className={styles.buttons}>
        <Button
          look="icon"
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'filter.fewer' : 'filter.more')}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronsUp size={16} strokeWidth={1.5} /> : <ChevronsDown size={16} strokeWidth={1.5} />}
        </Button>
        <Button look={isDirty ? 'primary' : 'plain'} type="submit">
          <Search size={14} strokeWidth={1.75} aria-hidden="true" />
          {t('list.search')}
        </Button>
        <Button look="quiet" onClick={reset}>
          {t('list.reset')}
        </Button>
      </div>
    </form>
  )
}

interface ControlProps {
  control: Filter
  sheet: Sheet
  words: ListWords
  draft: ListFilter
  faults: ReturnType<typeof faultsOf>
  put(field: FilterField, value: string | readonly string[]): void
  search(changes: ListFilter): void
}

function Control({ control, sheet, words, draft, faults, put, search }: ControlProps) {
  const { t } = words
  const fault = (field: FilterField) => {
    const key = faults[field]
    return key === undefined ? null : t(key)
  }
  const several: SeveralWords = useMemo(
    () => ({
      any: t('filter.any'),
      search: t('filter.searchChoices'),
      nothing: t('filter.noChoices'),
      more: (first, rest) => t('filter.several', { first, n: rest }),
    }),
    [t],
  )
  if (control.kind === 'days') return <DaysControl hasField={control.hasField} {...{ sheet, words, draft, search }} />
  if (control.kind === 'text') {
    return (
      <FilterText
        label={t(control.title)}
        name={control.field}
        value={textOf(draft[control.field])}
        onValue={(value) => put(control.field, value)}
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
            value={textOf(draft[field])}
            onValue={(value) => put(field, value)}
            error={fault(field)}
          />
        ))}
      </>
    )
  }
  return (
    <FilterSeveral
      label={t(control.title)}
      name={control.field}
      choices={words.choicesOf(control.from)}
      chosen={[draft[control.field] ?? []].flat()}
      onChoose={(chosen) => put(control.field, chosen)}
      onOpen={() => typeof control.from === 'string' && control.from in SOURCES && sheet.source.need(SOURCES[control.from]!)}
      words={several}
    />
  )
}

/** Choices that come from calls of their own. */
const SOURCES: Partial<Record<string, keyof CallChoices>> = {
  channels: 'channels',
  methods: 'methods',
  banks: 'banks',
  merchants: 'merchants',
}

type DaysProps = Pick<ControlProps, 'sheet' | 'words' | 'draft' | 'search'> & { hasField: boolean }

function DaysControl({ hasField, sheet, words, draft, search }: DaysProps) {
  const { t } = words
  const now = sheet.address.now()
  const { startDate, endDate } = draft
  const range = typeof startDate === 'string' && typeof endDate === 'string' ? { startDate, endDate } : null
  return (
    <FilterDays
      text={daysText(draft, words, now)}
      value={{ range, field: textOf(draft.dateField) || 'createTime' }}
      named={RANGE_NAMES.map((name) => ({ name, label: t(`range.${name}`), range: rangeOf(name, now) }))}
      fields={
        hasField
          ? [
              { value: 'createTime', label: t('field.createTime') },
              { value: 'completeTime', label: t('field.completeTime') },
            ]
          : []
      }
      onChoose={({ range: chosen, field }) =>
        search({
          startDate: chosen?.startDate ?? '',
          endDate: chosen?.endDate ?? '',
          dateField: field === 'createTime' ? '' : field,
        })
      }
      words={{
        label: t('field.dateRange'),
        start: t('filter.days.start'),
        end: t('filter.days.end'),
        all: t('filter.days.all'),
        notDay: t('filter.days.notDay'),
        endsFirst: t('filter.days.endsFirst'),
        tooLong: t('filter.days.tooLong'),
        hint: t('filter.days.hint'),
        by: t('field.dateField'),
        apply: t('filter.days.apply'),
      }}
    />
  )
}

/** The part of the draft that still says what it said when it was judged. */
const unchanged = (draft: ListFilter, checked: ListFilter): ListFilter =>
  cleaned(Object.fromEntries(Object.entries(draft).filter(([field, value]) => checked[field as FilterField] === value)))

const textOf = (value: string | readonly string[] | undefined): string => (typeof value === 'string' ? value : '')

/** The filter without what is empty, and without spaces at the ends of what was typed. */
function cleaned(draft: ListFilter): ListFilter {
  const trimmed = Object.entries(draft).map(
    ([field, value]) => [field, typeof value === 'string' ? value.trim() : value] as const,
  )
  return Object.fromEntries(trimmed.filter(([, value]) => value !== undefined && value.length > 0))
}

const fieldsInOrder = (filters: readonly Filter[]): FilterField[] =>
  filters.flatMap((one): readonly FilterField[] => {
    if (one.kind === 'days') return []
    return one.kind === 'amounts' ? ['minAmount', 'maxAmount'] : [one.field]
  })
