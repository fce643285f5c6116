import { norm } from '#commands/norm.ts'
import type { MessageKey } from '#locales/messages.ts'
import type { Term } from './terms.ts'

/** A part of a text, from its first character to before its end. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What is wrong with a text, and where. */
export interface Fault extends Span {
  readonly key: MessageKey
  readonly params: Readonly<Record<string, string>>
}

/** What is asked of a list, under the gateway's own names. */
export interface Conditions {
  readonly [field: string]: string | readonly string[] | undefined
}

/** A filter and an order: what a text of the filter language comes to. */
export interface Query {
  readonly filter: Conditions
  /** `payAmount.desc`; null for the order in which the gateway tells. */
  readonly sort: string | null
}

/** Something that could be written where one is writing. */
export interface Suggestion {
  /** As it is put into the text. */
  readonly text: string
  readonly label: string
  /** Said beside it. */
  readonly hint: string
}

/** What a field is called. */
export interface Name {
  /** As it is written in the user's language. */
  readonly name: string
  /** All other ways to write it, the English one among them. */
  readonly also: readonly string[]
  readonly title: string
}

/** A name that conditions are written with: how it reads them, writes them, and what it suggests while they are written. */
export interface Field extends Name {
  /** Several values of it are alternatives. */
  readonly hasAlternatives: boolean
  /** The query with what a term asks for, or what is wrong with the term. */
  read(term: Term, query: Query): Query | Fault
  /** Whether all that a term with spaces in it says is a value; where nobody can tell, a value ends with its first word. */
  isValue?(term: Term): boolean
  /** Its part of a query, as terms. */
  print(query: Query): readonly string[]
  /** For what was typed so far behind its name, between its commas. */
  suggest(typed: string, term: Term | null): readonly Suggestion[]
}

export const isFault = (outcome: object): outcome is Fault => 'start' in outcome

export const fault = ({ start, end }: Span, key: MessageKey, params: Fault['params'] = {}): Fault => ({
  start,
  end,
  key,
  params,
})

const SEPARATORS = /[^\p{L}\p{N}*]+/gu

/** What two names share that are the same to whoever writes them: `Created Time`, `created-time` and `ＣｒｅａｔｅｄＴｉｍｅ` are. */
export const normalizeName = (text: string): string => norm(text).replace(SEPARATORS, '')

export const matchesName = ({ name, also, title }: Name, typed: string): boolean =>
  [name, ...also, title].some((one) => normalizeName(one) === normalizeName(typed))

/** Whether a text or a word of it begins like this. */
export function beginsWith(text: string, typed: string): boolean {
  const wanted = normalizeName(typed)
  return (
    normalizeName(text).startsWith(wanted) ||
    norm(text)
      .split(SEPARATORS)
      .some((word) => word.startsWith(wanted))
  )
}

/** A filter with another condition in it. */
export const withCondition = ({ filter, sort }: Query, conditions: Conditions): Query => ({
  filter: { ...filter, ...conditions },
  sort,
})

/** What is wrong with a term whose field takes one thing and knows neither more nor less nor its opposite; null when nothing is. */
export function checkSingleValue(term: Term, { title }: Pick<Name, 'title'>): Fault | null {
  if (term.isNegated || term.op === '!=') return fault(term, 'query.fault.noOpposite', { title })
  if (term.op !== '' && term.op !== '=') return fault(term, 'query.fault.noOrder', { title })
  return term.value.items.length === 0 ? fault(term, 'query.fault.noValue', { title }) : null
}
