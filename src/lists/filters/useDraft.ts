import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Fault } from '../../query/fault.ts'
import type { List } from '../list.ts'
import type { FilterField } from './filter.ts'
import { acceptsNumberList, type Draft, filterFaults, isSameFilter, type ListFilter, parseNumbers } from './listFilter.ts'
import { filterFieldsOf } from './query.ts'

/** A filter text being typed and its errors. */
export interface TypedText {
  readonly text: string
  readonly faults: readonly Fault[]
}

interface DraftHost {
  list: List
  applied: Draft
  apply(next: Draft, isSame: boolean): void
  /** Focuses the invalid part of the text or the invalid field. */
  focusFault(fault: Fault | FilterField): void
}

/** The unsubmitted filter, shared by the text and the controls. Errors are shown only after submit or blur. */
export function useDraft({ list, applied, apply, focusFault }: DraftHost) {
  const [draft, setDraft] = useState(applied)
  /** The typed text; null while it is derived from the draft. */
  const [line, setLine] = useState<TypedText | null>(null)
  const [isValidated, setValidated] = useState(false)
  const [validated, setValidatedFilter] = useState<ListFilter>({})
  const { filter, sort } = draft
  const faults = useMemo(() => filterFaults(unchanged(filter, validated), list), [validated, filter, list])

  const replaceDraft = useCallback((next: Draft) => {
    setDraft(next)
    setLine(null)
    setValidated(false)
  }, [])
  // Changes from elsewhere replace the draft. The same query again does not discard what is being typed.
  const appliedJson = JSON.stringify(applied)
  useEffect(() => replaceDraft(JSON.parse(appliedJson) as Draft), [appliedJson, replaceDraft])

  function search(next: Draft) {
    const wanted = { filter: cleaned(next.filter), sort: next.sort }
    setLine(null)
    apply(wanted, isSame(wanted, applied))
  }
  function submit() {
    const [fault] = line?.faults ?? []
    if (fault !== undefined) {
      setValidated(true)
      return focusFault(fault)
    }
    const found = filterFaults(cleaned(filter), list)
    setValidatedFilter(filter)
    const first = filterFieldsOf(list).find((field) => found[field] !== undefined)
    if (first === undefined) search(draft)
    else focusFault(first)
  }

  return {
    /** The filter as the controls show it. */
    filter,
    /** The filter without empty values. */
    draft: useMemo(() => ({ filter: cleaned(filter), sort }), [filter, sort]),
    line,
    isValidated,
    faults,
    isDirty: (line?.faults.length ?? 0) > 0 || !isSame({ filter: cleaned(filter), sort }, applied),
    setField: (field: FilterField, value: string | readonly string[]) =>
      replaceDraft({ filter: { ...filter, [field]: value }, sort }),
    /** Sets the typed text. The draft follows while the text has no errors. */
    setText(next: TypedText | null, read: Draft | null) {
      setLine(next)
      setValidated(false)
      if (read !== null) setDraft(read)
    },
    validate() {
      setValidatedFilter(filter)
      setValidated(true)
    },
    search: (changes: ListFilter) => search({ filter: { ...filter, ...changes }, sort }),
    /** Applies a draft regardless of the controls. */
    applyDraft: search,
    submit,
    reset() {
      setValidatedFilter({})
      replaceDraft(applied)
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
