import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Fault } from '../../query/fault.ts'
import type { List } from '../list.ts'
import type { Filter, FilterField } from './filter.ts'
import { filterFaults } from './filterFaults.ts'
import { acceptsNumberList, type Draft, isSameFilter, type ListFilter, parseNumbers } from './listFilter.ts'

/** Text of a filter that is being written, and what is wrong with it. */
export interface TypedText {
  readonly text: string
  readonly faults: readonly Fault[]
}

interface DraftHost {
  list: List
  /** What is asked for now. */
  applied: Draft
  apply(wanted: Draft, isSame: boolean): void
  /** Leads to what is wrong: a place of the text, or a field. */
  focusFault(fault: Fault | FilterField): void
}

/** What is being asked for, by text or by controls: one draft that both write and show. What is still being typed is not told off. */
export function useDraft({ list, applied: asked, apply: seek, focusFault: leadTo }: DraftHost) {
  const [draft, setDraft] = useState(asked)
  /** The text as it is written; null where it follows from the draft. */
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
  // What is asked for by other ways shows here. The same, asked anew, takes nothing away that is being written.
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
    /** What the controls show. */
    filter,
    /** The same without what is empty. */
    draft: useMemo(() => ({ filter: cleaned(filter), sort }), [filter, sort]),
    line,
    isJudged: isValidated,
    faults,
    isDirty: (line?.faults.length ?? 0) > 0 || !isSame({ filter: cleaned(filter), sort }, asked),
    setField: (field: FilterField, value: string | readonly string[]) => take({ filter: { ...filter, [field]: value }, sort }),
    /** The text was written in; what it comes to is taken over while nothing in it is wrong. */
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
    /** Asks for it, whatever is in the controls. */
    ask: search,
    submit,
    reset() {
      setChecked({})
      take(asked)
    },
  }
}

const isSame = (one: Draft, other: Draft): boolean => one.sort === other.sort && isSameFilter(one.filter, other.filter)

/** The part of the draft that still says what it said when it was judged. */
const unchanged = (draft: ListFilter, checked: ListFilter): ListFilter =>
  cleaned(Object.fromEntries(Object.entries(draft).filter(([field, value]) => checked[field as FilterField] === value)))

/** The filter without what is empty, and without spaces at the ends of what was typed; numbers with commas between are several. */
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
