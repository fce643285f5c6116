import { cached, norm } from '#commands/norm.ts'
import type { Conditions } from '#contract/filterTree.ts'
import { isTypoOf } from '../format/isTypoOf.ts'
import { type Fault, fault } from './fault.ts'
import type { Term } from './terms.ts'

/** A filter and a sort order: the result of parsing a filter text. Alternatives and groups are the text of a tree in `where`. */
export interface Query {
  readonly filter: Conditions
  /** `payAmount.desc`; null for the gateway's default order. */
  readonly sort: string | null
  /** Conditions in brackets, for which the list has no defaults. */
  readonly isPart?: true
}

export interface Suggestion {
  readonly text: string
  readonly label: string
  /** Shown next to the label. */
  readonly hint: string
}

export interface Name {
  /** The name in the user's language. */
  readonly name: string
  /** Alternative names, including the English one. */
  readonly also: readonly string[]
  /** Names in other languages, understood where no name of the user's language or of English is meant. */
  readonly others?: readonly string[]
  readonly title: string
}

/** A field of the filter language: parses, prints and suggests its terms. */
export interface Field extends Name {
  /** Whether several values are alternatives. */
  readonly hasAlternatives: boolean
  /** The query with the condition of a term, or a fault. */
  read(term: Term, query: Query): Query | Fault
  /** Whether the whole text of a term, including spaces, is a value. Without this method a value ends at the first space. */
  isValue?(term: Term): boolean
  /** The field's part of a query, as terms. */
  print(query: Query): readonly string[]
  /** Suggestions for the value typed so far, up to the next comma. */
  suggest(typed: string, term: Term | null): readonly Suggestion[]
}

const SEPARATORS = /[^\p{L}\p{N}*]+/gu

/** Normalizes a name for comparison: `Created Time`, `created-time` and `ＣｒｅａｔｅｄＴｉｍｅ` are equal. */
export const normalizeName = cached((text) => norm(text).replace(SEPARATORS, ''))

export function matchesName({ name, also, title }: Name, typed: string): boolean {
  const wanted = normalizeName(typed)
  return [name, ...also, title].some((one) => normalizeName(one) === wanted)
}

/** The first that has the name, in the user's language or English, else in another language. */
export const namedIn = <Named extends Name>(all: readonly Named[], typed: string): Named | undefined =>
  all.find((one) => matchesName(one, typed)) ??
  all.find(({ others = [] }) => others.some((one) => normalizeName(one) === normalizeName(typed)))

/** The first item with a name, or a word in a name, that differs from the typed text by one mistake. */
export function nearest<Named>(
  all: readonly Named[],
  typed: string,
  namesOf: (one: Named) => readonly string[],
): Named | undefined {
  const wanted = normalizeName(typed)
  const isNear = (word: string) => Math.abs(word.length - wanted.length) <= 1 && isTypoOf(wanted, word)
  return wanted.length < LEAST_LETTERS
    ? undefined
    : all.find((one) => namesOf(one).some((name) => [normalizeName(name), ...norm(name).split(SEPARATORS)].some(isNear)))
}

/** In a shorter word one letter says too much. */
const LEAST_LETTERS = 4

export const nearestName = <Named extends Name>(all: readonly Named[], typed: string): Named | undefined =>
  nearest(all, typed, ({ name, also, title, others = [] }) => [name, ...also, title, ...others])

/** Whether a text or one of its words begins with the typed text. */
export function beginsWith(text: string, typed: string): boolean {
  const wanted = normalizeName(typed)
  return (
    normalizeName(text).startsWith(wanted) ||
    norm(text)
      .split(SEPARATORS)
      .some((word) => word.startsWith(wanted))
  )
}

/** Whether one of the names, or one of its words, begins with the typed text. */
export const isNameBegun = ({ name, also, title }: Name, typed: string): boolean =>
  [name, title, ...also].some((one) => beginsWith(one, typed))

export const withCondition = ({ filter, sort }: Query, conditions: Conditions): Query => ({
  filter: { ...filter, ...conditions },
  sort,
})

/** The fault of a term for a field with one value and neither comparison nor negation; null when there is none. */
export function checkSingleValue(term: Term, { title }: Pick<Name, 'title'>): Fault | null {
  if (term.isNegated || term.op === '!=') return fault(term, 'query.fault.noOpposite', { title })
  if (term.op !== '' && term.op !== '=') return fault(term, 'query.fault.noOrder', { title })
  return term.value.items.length === 0 ? fault(term, 'query.fault.noValue', { title }) : null
}
