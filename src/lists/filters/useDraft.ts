import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Fault } from '../../query/fault.ts'
import type { List } from '../list.ts'
import type { Filter, FilterField } from './filter.ts'
import { filterFaults } from './filterFaults.ts'
import { acceptsNumberList, type Draft, isSameFilter, type ListFilter, parseNumbers } from './listFilter.ts'

/** A filter text being typed and its errors. */
export interface TypedText {
  readonly text: string
  readonly faults: readonly Fault[]
}

interface DraftHost {
  list: List
  /** The applied query. */
  applied: Draft
  apply(wanted: Draft, isSame: boolean): void
  /** Focuses the invalid part of the text or the invalid field. */
  focusFault(fault: Fault | FilterField): void
}

/** The unsubmitted filter, shared by the text and the controls. Errors are shown only after submit or blur. */
export function useDraft({ list, applied: asked, apply: seek, focusFault: leadTo }: DraftHost) {
  const [draft, setDraft] = useState(asked)
  /** The typed text; null while it is derived from the draft. */
  const [line, setLine] = useState<TypedText | null>(null)
  const [isValidated, setJudged] = useState(false)
  const [checked, setChecked] = useState<ListFilter>({})
  const { filter, sort } = draft
  const faults = useMemo(() => filterFaults(unchanged(filter, checked), list), [checked, filter, list])

  const take = useCallback((next: Draft) => {
    setDraft(next)
    setLine(null)
    setJudged(false)
  }, [])
  // Changes from elsewhere replace the draft. The same query again does not discard what is being typed.
  const asking = JSON.stringify(asked)
  useEffect(() => take(JSON.parse(asking) as Draft), [asking, take])

  function search(next: Draft) {
    const wanted = { filter: cleaned(next.filter), sort: next.sort }
    setLine(null)
    seek(wanted, isSame(wanted, asked))
  }
  function submit() {
    const [wrong] = line?.faults ?? []
    if (wrong !== undefined) {
      setJudged(true)
      return leadTo(wrong)
    }
    const found = filterFaults(cleaned(filter), list)
    setChecked(filter)
    const first = fieldsInOrder(list.filters).find((field) => found[field] !== undefined)
    if (first === undefined) search(draft)
    else leadTo(first)
  }

  return {
    /** The filter as the controls show it. */
    filter,
    /** The filter without empty values. */
    draft: useMemo(() => ({ filter: cleaned(filter), sort }), [filter, sort]),
    line,
    isJudged: isValidated,
    faults,
    isDirty: (line?.faults.length ?? 0) > 0 || !isSame({ filter: cleaned(filter), sort }, asked),
    setField: (field: FilterField, value: string | readonly string[]) => take({ filter: { ...filter, [field]: value }, sort }),
    /** Sets the typed text. The draft follows while the text has no errors. */
    setText(next: TypedText | null, read: Draft | null) {
      setLine(next)
      setJudged(false)
      if (read !== null) setDraft(read)
    },
    validate() {
      setChecked(filter)
      setJudged(true)
    },
    search: (changes: ListFilter) => search({ filter: { ...filter, ...changes }, sort }),
    /** Applies a draft regardless of the controls. */
    ask: search,
    submit,
    reset() {
      setChecked({})
      take(asked)
    },
  }
}

const isSame = (one: Draft, other: Draft): boolean => one.sort === other.sort && isSameFilter(one.filter, other.filter)

/** The values that have not changed since they were validated. */
const unchanged = (draft: ListFilter, checked: ListFilter): ListFilter =>
  cleaned(Object.fromEntries(Object.entries(draft).filter(([field, value]) => checked[field as FilterField] === value)))

/** Trims values and removes empty ones. Comma-separated numbers become a list. */
function cleaned(draft: ListFilter): ListFilter {
  const trimmed = Object.entries(draft).map(([field, value]) => {
    if (typeof value !== 'string') return [field, value] as const
    return [field, acceptsNumberList(field as FilterField) ? parseNumbers(value.trim()) : value.trim()] as const
  })
  return Object.fromEntries(trimmed.filter(([, value]) => value !== undefined && value.length > 0))
}

const fieldsInOrder = (filters: readonly Filter[]): FilterField[] =>
  filters.flatMap((one): readonly FilterField[] => {
    if (one.kind === 'days') return []
    return one.kind === 'amounts' ? ['minAmount', 'maxAmount'] : [one.field]
  })
