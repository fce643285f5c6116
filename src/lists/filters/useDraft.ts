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
  /** The typed text after changes of the draft; null without its editor. */
  rewriteText(changes: ListFilter): TypedText | null
}

/** The unsubmitted filter, shared by the text and the controls. Errors are shown only after submit or blur. */
export function useDraft({ list, applied, apply, focusFault, rewriteText }: DraftHost) {
  const [draft, setDraft] = useState(applied)
  /** The typed text; null while it is derived from the draft. */
  const [line, setLine] = useState<TypedText | null>(null)
  const [isValidated, setValidated] = useState(false)
  const [validated, setValidatedFilter] = useState<ListFilter>({})
  const { filter, sort } = draft
  const fault = line?.faults[0]
  const faults = useMemo(() => filterFaults(unchanged(filter, validated), list), [validated, filter, list])

  const replaceDraft = useCallback((next: Draft) => {
    setDraft(next)
    setLine(null)
    setValidated(false)
  }, [])
  // Changes from elsewhere replace the draft. The same query again does not discard what is being typed.
  const appliedJson = JSON.stringify(applied)
  useEffect(() => replaceDraft(JSON.parse(appliedJson) as Draft), [appliedJson, replaceDraft])

  function applyDraft(next: Draft) {
    const wanted = withoutEmpty(next)
    setLine(null)
    apply(wanted, isSame(wanted, applied))
  }
  /** Changes the draft by a control. An invalid text stays, with the changes in it. Returns the draft and the fault of the text. */
  function change(changes: ListFilter): [Draft, Fault | undefined] {
    const next = { filter: { ...filter, ...changes }, sort }
    const emptied = Object.fromEntries(Object.keys(changes).map((field) => [field, undefined]))
    const rewritten = fault === undefined ? null : rewriteText({ ...emptied, ...cleaned(changes) })
    const [left] = rewritten?.faults ?? []
    replaceDraft(next)
    if (left !== undefined) {
      setLine(rewritten)
      setValidated(true)
    }
    return [next, left]
  }
  function submit(next: Draft, invalid: Fault | undefined) {
    if (invalid !== undefined) {
      setValidated(true)
      return focusFault(invalid)
    }
    const found = filterFaults(cleaned(next.filter), list)
    setValidatedFilter(next.filter)
    const first = filterFieldsOf(list).find((field) => found[field] !== undefined)
    if (first === undefined) applyDraft(next)
    else focusFault(first)
  }

  return {
    /** The filter as the controls show it. */
    filter,
    /** The filter without empty values. */
    draft: useMemo(() => withoutEmpty({ filter, sort }), [filter, sort]),
    line,
    isValidated,
    faults,
    isDirty: fault !== undefined || !isSame(withoutEmpty(draft), applied),
    setField: (field: FilterField, value: string | readonly string[]) => void change({ [field]: value }),
    /** Sets the typed text. The draft follows what is valid in it. */
    setText(next: TypedText | null, read: Draft | null) {
      setLine(next)
      setValidated(false)
      if (read !== null) setDraft(read)
    },
    validate() {
      setValidatedFilter(filter)
      setValidated(true)
    },
    search: (changes: ListFilter) => submit(...change(changes)),
    /** Applies a draft regardless of the controls. */
    applyDraft,
    submit: () => submit(draft, fault),
    reset() {
      setValidatedFilter({})
      replaceDraft(applied)
    },
  }
}

const isSame = (one: Draft, other: Draft): boolean => one.sort === other.sort && isSameFilter(one.filter, other.filter)

const withoutEmpty = ({ filter, sort }: Draft): Draft => ({ filter: cleaned(filter), sort })

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
