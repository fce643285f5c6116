import { halfWidth } from '#commands/norm.ts'
import { type Fault, fault } from './fault.ts'
import { type Conditions, checkSingleValue, type Field, type Name, type Query, withCondition } from './field.ts'
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
  readonly rule: Rule | null
  /** Takes one number only. */
  readonly isSingle?: boolean
}

/** The gateway's limit of numbers per request. */
const MOST_NUMBERS = 50

export function numberField({ field, tail, rule, isSingle = false, ...name }: NumberSettings): Field {
  function read(term: Term, query: Query): Query | Fault {
    const wrong = checkSingleValue(term, name)
    if (wrong !== null) return wrong
    const { items } = term.value
    const areTails = tail !== null && items.every(({ text }) => halfWidth(text).startsWith('*'))
    const [into, must] = areTails ? [tail.field, tail.rule] : [field, rule]
    if (query.filter[into] !== undefined) return fault(term, 'query.fault.twice', { title: name.title })
    const [, other] = items
    if (isSingle && other !== undefined) return fault(other, 'query.fault.single', { title: name.title })
    const numbers = items.map((item) => ({ ...item, text: plain(item.text, must) }))
    const over = numbers[MOST_NUMBERS]
    if (over !== undefined) return fault(over, 'query.fault.tooMany', { n: String(MOST_NUMBERS) })
    const bad = numbers.find(({ text }) => must !== null && !must.pattern.test(text))
    return bad === undefined ? withCondition(query, { [into]: oneOrMore(numbers) }) : fault(bad, (must as Rule).fault)
  }

  const plain = (text: string, must: Rule | null) => (must === tail?.rule ? halfWidth(text).slice(1) : halfWidth(text))
  const written = (value: Conditions[string], star: string): string[] => {
    const numbers = [value ?? []].flat().map((number) => quoted(star + number))
    return numbers.length === 0 ? [] : [`${name.name}:${numbers.join(',')}`]
  }

  return {
    ...name,
    hasAlternatives: !isSingle,
    read,
    print: ({ filter }) => [...written(filter[field], ''), ...(tail === null ? [] : written(filter[tail.field], '*'))],
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
