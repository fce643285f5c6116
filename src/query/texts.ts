import { halfWidth } from '#commands/norm.ts'
import type { Conditions } from '#contract/filterTree.ts'
import { type Fault, fault } from './fault.ts'
import { checkSingleValue, type Field, type Name, type Query, withCondition } from './field.ts'
import { type Item, quoted, type Term } from './terms.ts'

/** The pattern of a number, and the fault of a mismatch. */
export interface Rule {
  readonly pattern: RegExp
  readonly fault: Fault['key']
}

export interface NumberSettings extends Name {
  readonly field: string
  /** The gateway's parameter for the ends of numbers, which are written with a leading star; null when it has none. */
  readonly tail: { readonly field: string; readonly rule: Rule } | null
  /** The parameter for numbers with a star elsewhere. */
  readonly pattern: { readonly field: string; readonly rule: Rule } | null
  readonly rule: Rule | null
  /** Takes one number only. */
  readonly isSingle?: boolean
}

/** The gateway's limit of numbers per request. */
const MOST_NUMBERS = 50

export function numberField({ field, tail, pattern, rule, isSingle = false, ...name }: NumberSettings): Field {
  function read(term: Term, query: Query): Query | Fault {
    const wrong = checkSingleValue(term, name)
    if (wrong !== null) return wrong
    const { items } = term.value
    const stars = items.map(({ text }) => halfWidth(text).split('*').length - 1)
    const areTails = tail !== null && items.every(({ text }, index) => halfWidth(text).startsWith('*') && stars[index] === 1)
    const arePatterns = !areTails && pattern !== null && stars.some((count) => count > 0)
    const kind = areTails ? tail : arePatterns ? pattern : { field, rule }
    if (query.filter[kind.field] !== undefined) return fault(term, 'query.fault.twice', { title: name.title })
    const [, other] = items
    if (isSingle && !arePatterns && other !== undefined) return fault(other, 'query.fault.single', { title: name.title })
    const numbers = items.map((item) => ({ ...item, text: halfWidth(item.text).slice(areTails ? 1 : 0) }))
    const over = numbers[MOST_NUMBERS]
    if (over !== undefined) return fault(over, 'query.fault.tooMany', { n: String(MOST_NUMBERS) })
    const must = kind.rule
    const bad = must === null ? undefined : numbers.find(({ text }) => !must.pattern.test(text))
    return bad === undefined ? withCondition(query, { [kind.field]: oneOrMore(numbers) }) : fault(bad, (must as Rule).fault)
  }

  const written = (value: Conditions[string], star: string): string[] => {
    const numbers = [value ?? []].flat().map((number) => quoted(star + number))
    return numbers.length === 0 ? [] : [`${name.name}:${numbers.join(',')}`]
  }

  return {
    ...name,
    hasAlternatives: !isSingle,
    read,
    print: ({ filter }) => [
      ...written(filter[field], ''),
      ...(tail === null ? [] : written(filter[tail.field], '*')),
      ...(pattern === null ? [] : written(filter[pattern.field], '')),
    ],
    suggest: () => [],
  }
}

function oneOrMore(numbers: readonly Item[]): string | readonly string[] {
  const each = [...new Set(numbers.map(({ text }) => text))]
  return each.length > 1 ? each : (each[0] as string)
}

export interface TextSettings extends Name {
  readonly field: string
  /** The gateway's parameter for exclusion; null when it has none. */
  readonly without: string | null
  /** The maximum number of characters. */
  readonly most: number
}

export function textField({ field, without, most, ...name }: TextSettings): Field {
  const written = (sign: string, value: Conditions[string]): string[] =>
    typeof value === 'string' ? [`${sign}${name.name}:${quoted(value)}`] : []
  return {
    ...name,
    hasAlternatives: false,
    read(term, query) {
      const { title } = name
      const isWithout = without !== null && term.isNegated !== (term.op === '!=')
      const wrong = isWithout ? checkSingleValue({ ...term, isNegated: false, op: '' }, name) : checkSingleValue(term, name)
      const [item, other] = term.value.items
      if (wrong !== null || item === undefined) return wrong ?? fault(term, 'query.fault.noValue', { title })
      if (other !== undefined) return fault(other, 'query.fault.single', { title })
      const into = isWithout ? without : field
      if (query.filter[into] !== undefined) return fault(term, 'query.fault.single', { title })
      const text = item.text.trim()
      if (text === '') return fault(term, 'query.fault.noValue', { title })
      if (text.length > most) return fault(item, 'query.fault.tooLong', { n: String(most) })
      return withCondition(query, { [into]: text })
    },
    print: ({ filter }) => [...written('', filter[field]), ...(without === null ? [] : written('-', filter[without]))],
    suggest: () => [],
  }
}
