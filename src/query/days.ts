import { norm } from '#commands/norm.ts'
import { type Conditions, conditionsIn, parseFilterTree } from '#contract/filterTree.ts'
import { addDays, isDay } from '../format/dates.ts'
import { MOST_DAYS, periodOf, spanOf } from '../format/ranges.ts'
import { type Fault, fault, isFault } from './fault.ts'
import { beginsWith, type Field, type Name, normalizeName, type Query, withCondition } from './field.ts'
import type { Term } from './terms.ts'

/** A period with its words; the first word is used for printing. A number of days needs no words. */
export interface Period {
  /** The language-independent form: `today`. */
  readonly period: string
  readonly words: readonly string[]
  readonly title: string
  /** Words of other languages. */
  readonly others?: readonly string[]
}

export interface DaySettings extends Name {
  /** The gateway's parameters that select which time of an order the days apply to; null for the default time. */
  readonly by: Conditions | null
  readonly periods: readonly Period[]
  /** Suffixes for a number of days; the first is used for printing. */
  readonly letters: readonly string[]
  /** Suffixes for a number of hours before now. */
  readonly hours: readonly string[]
  /** The words for all days; the first is used for printing. */
  readonly all: readonly string[]
  /** The default days of the list, `all` for all days; null when the default is printed too. */
  readonly usual: string | null
  readonly now: number
}

/** Whether a condition of a tree, given as its text, is about days. The default days of the list are then none. */
export function hasDays(where: Conditions[string]): boolean {
  const tree = typeof where === 'string' ? parseFilterTree(where) : null
  return tree !== null && conditionsIn(tree).some(({ endDate }) => endDate !== undefined)
}

const BETWEEN = /\.{2,}|~|至| to /

/** A field with calendar days or days relative to today. In a query, `days: 'all'` means all days. */
export function dayField(settings: DaySettings): Field {
  const { by, periods, letters, hours, all, usual, now, ...name } = settings
  const isOurs = (filter: Conditions) =>
    by === null ? filter.dateField === undefined : Object.entries(by).every(([field, value]) => filter[field] === value)

  function read(term: Term, query: Query): Query | Fault {
    const { title } = name
    const { filter } = query
    const [only] = term.value.items
    if (only === undefined) return fault(term, 'query.fault.noValue', { title })
    if (term.isNegated || term.op === '!=') return fault(term, 'query.fault.noOpposite', { title })
    if (filter.days !== undefined || filter.endDate !== undefined) {
      return isOurs(filter) ? fault(term, 'query.fault.twoRanges', { title }) : fault(term, 'query.fault.oneTime')
    }
    const text = textOf(term)
    const days = isAll(text) ? { days: 'all' } : daysOf(text, term)
    return isFault(days) ? days : withCondition(query, { ...days, ...by })
  }

  const isAll = (text: string): boolean => all.some((word) => normalizeName(word) === normalizeName(text))
  const textOf = ({ value: { items, raw } }: Term): string => (items.length === 1 ? (items[0]?.text ?? '') : raw)

  function daysOf(text: string, term: Term): Conditions | Fault {
    const span = compared(text, term.op)
    if (span === null) return fault(term.value, 'query.fault.day', { value: text })
    const [from, to] = span.split('..')
    const days = spanOf(span, now)
    if (days === null) return fault(term.value, tooLong(from, to) ? 'filter.days.tooLong' : 'filter.days.endsFirst')
    const isFixed = [from, to].every((edge) => edge === undefined || isDay(edge)) && days.startDate !== undefined
    return isFixed ? { ...days } : { days: span, ...days }
  }

  const tooLong = (from = '', to = from): boolean =>
    addDays(periodOf(from, now)?.startDate ?? '', MOST_DAYS - 1) < (periodOf(to, now)?.endDate ?? '')

  /** The span in its language-independent form. */
  function compared(text: string, op: Term['op']): string | null {
    const [from, to, ...rest] = norm(text)
      .split(BETWEEN)
      .map((part) => part.trim())
    if (rest.length > 0 || from === undefined) return null
    const inHours = hourSpan(from, to, op)
    if (inHours !== null) return inHours
    const first = from === '' ? '' : edge(from)
    if (to !== undefined) {
      const last = to === '' ? 'today' : edge(to)
      const isOne = (op === '' || op === '=') && (from !== '' || to !== '')
      return first === null || last === null || !isOne ? null : `${first}..${last}`
    }
    const span = first ?? monthIn(from)
    const days = span === null ? null : spanOf(span, now)
    if (span === null || days?.startDate === undefined || days.endDate === undefined) return null
    if (op === '>=') return `${first ?? days.startDate}..today`
    if (op === '<=') return `..${first ?? days.endDate}`
    if (op === '>') return `${addDays(days.endDate, 1)}..today`
    return op === '<' ? `..${addDays(days.startDate, -1)}` : span
  }

  /** Hours before now: `2h` and `-2h` are the last two, `-5h..-2h` the three before. Null when a side is something else. */
  function hourSpan(from: string, to: string | undefined, op: Term['op']): string | null {
    const [first, last] = [hoursBack(from), to === undefined ? null : hoursBack(to)]
    if (to !== undefined) {
      if (op !== '' && op !== '=') return null
      if (first !== null && to === '') return `${first}h`
      return last === null || (first === null && from !== '') ? null : `${first === null ? '' : `-${first}h`}..-${last}h`
    }
    if (first === null) return null
    return op.startsWith('<') ? `..-${first}h` : `${first}h`
  }

  function hoursBack(text: string): number | null {
    const [, number, letter = ''] = /^-?(\d{1,4})\s*(\p{L}+)$/u.exec(text) ?? []
    const isHour = hours.some((one) => norm(one) === letter) && !letters.some((one) => norm(one) === letter)
    return number === undefined || !isHour ? null : Number(number)
  }

  /** A day, or a period by one of its words, in its language-independent form. */
  function edge(text: string): string | null {
    const day = dayIn(text)
    if (day !== null) return day
    const [, back = '', number, letter = ''] = /^(-?)(\d{1,4})\s*(\p{L}+)$/u.exec(text) ?? []
    const counted = `${back}${Number(number)}d`
    const isCounted = number !== undefined && [...letters, 'd'].some((one) => norm(one) === letter)
    if (isCounted) return periodOf(counted, now) === null ? null : counted
    const isIt = (word: string) => normalizeName(word) === normalizeName(text)
    const own = periods.find(({ period, words, title }) => [period, title, ...words].some(isIt))
    return (own ?? periods.find(({ others = [] }) => others.some(isIt)))?.period ?? null
  }

  const wordOf = (period: string): string => {
    const named = periods.find((one) => one.period === period)?.words[0]
    if (named !== undefined || isDay(period)) return named ?? period
    return /\dh$/.test(period) ? period.replace('h', hours[0] ?? 'h') : period.replace('d', letters[0] ?? 'd')
  }

  return {
    ...name,
    hasAlternatives: false,
    read,
    isValue: (term) => isAll(textOf(term)) || compared(textOf(term), term.op) !== null,
    print({ filter, isPart }) {
      if (!isOurs(filter)) return []
      const { days, startDate, endDate } = filter
      const isUsual = isPart !== true && !hasDays(filter.where)
      if (typeof days === 'string')
        return isUsual && days === usual ? [] : [`${name.name}:${days.split('..').map(wordOf).join('..')}`]
      if (typeof endDate !== 'string') return !isUsual || usual === 'all' ? [] : [`${name.name}:${all[0]}`]
      return [`${name.name}:${startDate === endDate ? endDate : `${startDate ?? ''}..${endDate}`}`]
    },
    suggest(typed) {
      const [, before = '', last = ''] = /^(.*(?:\.\.|~|至))?(.*)$/.exec(norm(typed)) ?? []
      const offered = periods
        .filter(({ period, words, title }) => [period, title, ...words].some((one) => beginsWith(one, last)))
        .map(({ period, title }) => ({ text: before + wordOf(period), label: title, hint: shown(period) }))
      const ours = all.some((word) => beginsWith(word, last)) && before === ''
      const back = before === '' ? hoursBack(last) : null
      const read = back === null ? edge(last) : `${back}h`
      const isNew = read !== null && !periods.some(({ period }) => period === read)
      return [
        ...(isNew ? [{ text: before + last, label: wordOf(read), hint: shown(read) }] : []),
        ...offered,
        ...(ours ? [{ text: all[0] as string, label: all[0] as string, hint: '' }] : []),
      ]
    },
  }

  function shown(period: string): string {
    const { since } = spanOf(period, now) ?? {}
    if (since !== undefined) return `≥ ${since.replace('T', ' ')}`
    const days = periodOf(period, now)
    if (days === null) return ''
    return days.startDate === days.endDate ? days.startDate : `${days.startDate} – ${days.endDate}`
  }
}

/** The days of a calendar month: `2026-11`. */
function monthIn(text: string): string | null {
  const [, year, month = ''] = /^(\d{4})[-/.年](\d{1,2})月?$/.exec(text) ?? []
  const first = `${year}-${month.padStart(2, '0')}-01`
  return isDay(first) ? `${first}..${addDays(first, daysIn(first) - 1)}` : null
}

const daysIn = (day: string): number => new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate()

const DAY = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$|^(\d{4})(\d\d)(\d\d)$/
const DAY_FIRST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/

/** A day in any common notation: `2026-11-21`, `20261121`, `21/11/2026`, `2026年11月21日`; null when there is no such day. */
function dayIn(text: string): string | null {
  const parts = (DAY.exec(text)?.slice(1) ?? DAY_FIRST.exec(text)?.slice(1).reverse())?.filter((part) => part !== undefined)
  const [year, month = '', day = ''] = parts ?? []
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(written) ? written : null
}
