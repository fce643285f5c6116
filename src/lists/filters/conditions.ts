import { amountIn } from '../../format/amount.ts'
import { RANGE_NAMES, SPANS } from '../../format/ranges.ts'
import type { List } from '../list.ts'
import type { ListWords } from '../listWords.ts'
import { excludeFieldOf, type Filter, type FilterField } from './filter.ts'
import { hasOrderNumber, type ListFilter } from './listFilter.ts'

/** A filter condition as text. */
export interface Condition {
  /** The filter fields to clear to remove the condition. */
  readonly fields: readonly (keyof ListFilter)[]
  readonly title: string
  readonly text: string
  /** Dates are ignored when an order number is given. */
  readonly isIgnored: boolean
  /** What is left of `where` without the condition. */
  readonly where?: string | undefined
}

/** The conditions of a filter in the order of the controls, without its groups. */
export function conditionsOf(filter: ListFilter, list: List, words: ListWords): Condition[] {
  const { t } = words
  const named = (['orderNo', 'orderTail', 'orderPattern'] as const).flatMap((field): Condition[] => {
    const value = filter[field]
    if (value === undefined) return []
    return [{ fields: [field], title: t(`filter.${field}`), text: [value].flat().join(', '), isIgnored: false }]
  })
  return [...named, ...list.filters.flatMap((one) => conditionsBy(one, filter, list, words))]
}

function conditionsBy(control: Filter, filter: ListFilter, list: List, words: ListWords): Condition[] {
  const { t } = words
  if (control.kind === 'days') {
    const byCompletion = filter.dateField === 'completeTime'
    const title = t(byCompletion ? 'field.completeTime' : 'field.dateRange')
    return [{ fields: DAYS, title, text: daysText(filter, words), isIgnored: hasOrderNumber(filter) }]
  }
  if (control.kind === 'amounts') {
    const text = amountsText(filter, list.fractionDigits)
    return text === null ? [] : [{ fields: AMOUNTS, title: t('field.payAmount'), text, isIgnored: false }]
  }
  const conditionFor = (field: FilterField | null, sign: string): Condition[] => {
    const value = field === null ? undefined : filter[field]
    if (field === null || value === undefined) return []
    const texts = [value].flat().map((one) => words.valueOf(control.field, one))
    return [{ fields: [field], title: t(control.title), text: sign + texts.join(', '), isIgnored: false }]
  }
  return [...conditionFor(control.field, ''), ...conditionFor(excludeFieldOf(control), '≠ ')]
}

const DAYS: readonly (keyof ListFilter)[] = ['days', 'startDate', 'endDate', 'dateField']
const AMOUNTS: readonly FilterField[] = ['minAmount', 'maxAmount']

/** The date range as text: its name, or both ends. */
export function daysText({ days, startDate, endDate, since, until }: ListFilter, { t }: Pick<ListWords, 't'>): string {
  const period = typeof days === 'string' ? periodText(days, t) : null
  if (period !== null) return period
  const [from, to] = [since, until].map((time) => (typeof time === 'string' ? time.replace('T', ' ') : ''))
  if (to !== '') return from === '' ? `< ${to}` : `${from} – ${to}`
  if (typeof endDate !== 'string') return t('filter.days.all')
  if (typeof startDate !== 'string') return `≤ ${endDate}`
  return startDate === endDate ? startDate : `${startDate} – ${endDate}`
}

const EARLIER = ['yesterday', 'lastweek', 'lastmonth'] as const

/** The label of a named range; null for custom dates. */
export function periodText(days: string, t: ListWords['t']): string | null {
  const name = RANGE_NAMES.find((one) => SPANS[one] === days) ?? EARLIER.find((one) => one === days)
  if (name !== undefined) return t(`range.${name}`)
  const [, n, unit] = /^(\d+)([dh])$/.exec(days) ?? []
  return n === undefined ? null : t(unit === 'h' ? 'range.lastHours' : 'range.lastDays', { n })
}

function amountsText({ minAmount, maxAmount }: ListFilter, fractionDigits: number): string | null {
  const shown = amountIn(fractionDigits)
  const [least, most] = [minAmount, maxAmount].map((one) => (typeof one === 'string' ? shown(one) : null))
  if (least != null && most != null) return least === most ? least : `${least} – ${most}`
  if (least != null) return `≥ ${least}`
  return most == null ? null : `≤ ${most}`
}

/** All conditions in one line, with Chinese punctuation in Chinese. */
export const describeConditions = (conditions: readonly Condition[], isHan: boolean): string =>
  conditions
    .filter(({ isIgnored }) => !isIgnored)
    .map(({ title, text }) => `${title}${isHan ? '：' : ': '}${text}`)
    .join(isHan ? '；' : '; ')
