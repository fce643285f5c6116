import { type Conditions, changeConditions } from '#contract/filterTree.ts'
import { PATTERNS } from '#contract/rules.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import type { CommonKey } from '#locales/messages.ts'
import { isAbove } from '../../format/amount.ts'
import { EXCLUDE_FIELDS, type Filter, type FilterField, SEVERAL_FIELDS } from './filter.ts'

/**
 * Filter values by field. `startDate` and `endDate` are always present unless all days are meant. For a relative range, `days`
 * holds its span and the dates are computed from it again on the next day; for one of hours, also the times `since` and `until`.
 * `where` holds alternatives and groups as the text of a tree.
 */
export type ListFilter = Partial<Record<FilterField | 'days' | 'since' | 'until', string | readonly string[]>>

/** A filter and a sort order, as `field.asc` or `field.desc`. */
export interface Draft {
  readonly filter: ListFilter
  readonly sort: string | null
}

const SEVERAL: readonly FilterField[] = [...SEVERAL_FIELDS, ...SEVERAL_FIELDS.flatMap((field) => EXCLUDE_FIELDS[field] ?? [])]
/** Numbers that identify one order. A filter with one of them ignores its dates. */
const ORDER_NUMBERS: readonly FilterField[] = ['orderNo', 'orderTail', 'merchantOrderNo', 'platOrderNo', 'payOrderNo']
/** Fields that take one number or a list of them. */
const COUNTABLE: readonly FilterField[] = [...ORDER_NUMBERS, 'orderPattern', 'accountNumber']
export const isMultiValue = (field: FilterField): boolean => SEVERAL.includes(field)
export const acceptsNumberList = (field: FilterField): boolean => COUNTABLE.includes(field)

/** Splits typed numbers at commas: a single number stays a string, several become an array. */
export const parseNumbers = (text: string): string | readonly string[] => {
  const numbers = text.split(/\s*[,，、]\s*/).filter(Boolean)
  return numbers.length > 1 ? numbers : (numbers[0] ?? '')
}

/** Whether the filter identifies one order, which makes its dates irrelevant. */
export const hasOrderNumber = (filter: ListFilter): boolean => ORDER_NUMBERS.some((field) => filter[field] !== undefined)

/**
 * The filter as a request: calendar dates and times only, and none when an order number is given. The dates of a group are meant, whatever
 * stands beside them.
 */
export function toRequest({ where, ...filter }: ListFilter): OrderFilter {
  const tree = changeConditions(where, (conditions) => datedRequest(conditions) as Conditions)
  const request = datedRequest(hasOrderNumber(filter) ? undated(filter) : filter)
  return tree === null ? request : { ...request, where: tree }
}

function undated(filter: ListFilter): ListFilter {
  const { startDate, endDate, since, until, dateField, ...rest } = filter
  return rest
}

function datedRequest({ days: _, since, until, ...filter }: ListFilter): OrderFilter {
  const [from, before] =
    filter.dateField === 'completeTime'
      ? (['completedFrom', 'completedBefore'] as const)
      : (['createdFrom', 'createdBefore'] as const)
  const limit = (field: typeof from | typeof before, times: readonly ListFilter['since'][], last: -1 | 0) => {
    const given = times.filter((time) => typeof time === 'string').map((time) => time.replace(' ', 'T'))
    return { [field]: given.sort().at(last) }
  }
  return {
    ...filter,
    ...(since === undefined ? {} : limit(from, [since, filter[from]], -1)),
    ...(until === undefined ? {} : limit(before, [until, filter[before]], 0)),
  } as OrderFilter
}

/** The conditions that only gateways with trees know. */
const TREE_FIELDS = ['where', 'orderPattern', 'since', 'until'] as const satisfies (keyof ListFilter)[]

/** The part of the filter that the gateway takes, and the part that the console filters by; null when the gateway takes it all. */
export function splitFilter(filter: ListFilter, takesTrees: boolean): { sent: ListFilter; local: ListFilter | null } {
  const meant = hasOrderNumber(filter) ? undated(filter) : filter
  const local = takesTrees ? [] : TREE_FIELDS.filter((field) => meant[field] !== undefined)
  if (local.length === 0) return { sent: filter, local: null }
  const { where, orderPattern, since, until, ...sent } = filter
  return { sent, local: Object.fromEntries([...local, 'dateField' as const].map((field) => [field, filter[field]])) }
}

/** Whether two filters produce the same request, today and on other days. */
export const isSameFilter = (one: ListFilter, other: ListFilter): boolean => textOf(one) === textOf(other)

const textOf = (filter: ListFilter): string =>
  JSON.stringify([filter.days, filter.where, Object.entries(toRequest(filter)).sort(([a], [b]) => (a < b ? -1 : 1))])

const RULE_FAULTS: Partial<Record<keyof typeof PATTERNS, CommonKey>> = {
  digits: 'filter.fault.digits',
  minute: 'filter.fault.minute',
  word: 'filter.fault.word',
}

/** Validates a filter: field -> message key of its error. */
export function filterFaults(
  filter: ListFilter,
  { filters, fractionDigits }: { readonly filters: readonly Filter[]; readonly fractionDigits: number },
): Partial<Record<FilterField, CommonKey>> {
  const faults: Partial<Record<FilterField, CommonKey>> = {}
  for (const one of filters) {
    if (one.kind !== 'text') continue
    if (one.isSingle === true && Array.isArray(filter[one.field])) faults[one.field] = 'filter.fault.single'
    if (one.rule === null) continue
    const pattern = PATTERNS[one.rule]
    if (![filter[one.field] ?? []].flat().every((value) => pattern.test(value))) {
      faults[one.field] = RULE_FAULTS[one.rule] ?? 'filter.fault.number'
    }
  }
  for (const field of ['minAmount', 'maxAmount'] as const) {
    const value = filter[field]
    if (typeof value === 'string' && !isAmount(value, fractionDigits)) faults[field] = 'filter.fault.amount'
  }
  const { minAmount, maxAmount } = filter
  const areAmounts = faults.minAmount === undefined && faults.maxAmount === undefined
  if (areAmounts && typeof minAmount === 'string' && typeof maxAmount === 'string' && isAbove(minAmount, maxAmount)) {
    faults.maxAmount = 'filter.fault.minAboveMax'
  }
  return faults
}

const isAmount = (text: string, fractionDigits: number): boolean =>
  PATTERNS.nonNegative.test(text) && (text.split('.')[1] ?? '').length <= fractionDigits && text.length <= 16
