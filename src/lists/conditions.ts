import { amount2, amount4 } from '../format/amount.ts'
import { rangeName } from '../format/ranges.ts'
import type { Filter, FilterField, List } from './list.ts'
import type { ListWords } from './listWords.ts'
import { type ListFilter, namesOrder } from './query.ts'

/** One thing a list is filtered by, in words. */
export interface Condition {
  /** The fields that make it; without them it is gone. */
  readonly fields: readonly FilterField[]
  readonly title: string
  readonly text: string
  /** Whether it counts: days do not where an order is named. */
  readonly isIgnored: boolean
}

/** What a list is filtered by, in the order of its controls. */
export function conditionsOf(filter: ListFilter, list: List, words: ListWords, now: number): Condition[] {
  const { t } = words
  const named = (['orderNo', 'orderTail'] as const).flatMap((field): Condition[] => {
    const value = filter[field]
    return typeof value === 'string' ? [{ fields: [field], title: t(`filter.${field}`), text: value, isIgnored: false }] : []
  })
  return [...named, ...list.filters.flatMap((one) => conditionOf(one, filter, list, words, now))]
}

function conditionOf(control: Filter, filter: ListFilter, list: List, words: ListWords, now: number): Condition[] {
  const { t } = words
  if (control.kind === 'days') {
    const byCompletion = filter.dateField === 'completeTime'
    const title = t(byCompletion ? 'field.completeTime' : 'field.dateRange')
    return [{ fields: DAYS, title, text: daysText(filter, words, now), isIgnored: namesOrder(filter) }]
  }
  if (control.kind === 'amounts') {
    const text = amountsText(filter, list.places)
    return text === null ? [] : [{ fields: AMOUNTS, title: t('field.payAmount'), text, isIgnored: false }]
  }
  const value = filter[control.field]
  if (value === undefined) return []
  const text = [value]
    .flat()
    .map((one) => words.valueOf(control.field, one))
    .join(', ')
  return [{ fields: [control.field], title: t(control.title), text, isIgnored: false }]
}

const DAYS: readonly FilterField[] = ['startDate', 'endDate', 'dateField']
const AMOUNTS: readonly FilterField[] = ['minAmount', 'maxAmount']

/** The days asked for: by their name, else both ends. */
export function daysText({ startDate, endDate }: ListFilter, { t }: Pick<ListWords, 't'>, now: number): string {
  if (typeof startDate !== 'string' || typeof endDate !== 'string') return t('filter.days.all')
  const name = rangeName({ startDate, endDate }, now)
  if (name !== null) return t(`range.${name}`)
  return startDate === endDate ? startDate : `${startDate} – ${endDate}`
}

function amountsText({ minAmount, maxAmount }: ListFilter, places: number): string | null {
  const shown = places === 2 ? amount2 : amount4
  const [least, most] = [minAmount, maxAmount].map((one) => (typeof one === 'string' ? shown(one) : null))
  if (least != null && most != null) return least === most ? least : `${least} – ${most}`
  if (least != null) return `≥ ${least}`
  return most == null ? null : `≤ ${most}`
}

/** Everything a list is filtered by in one line. */
export const inWords = (conditions: readonly Condition[]): string =>
  conditions
    .filter(({ isIgnored }) => !isIgnored)
    .map(({ title, text }) => `${title}: ${text}`)
    .join('; ')
