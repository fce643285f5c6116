import type { OrderFilter } from '#contract/shapes/orders.ts'
import { EXCLUDE_FIELDS, type FilterField } from './filter.ts'

/**
 * Filter values by field. `startDate` and `endDate` are always present unless all days are meant. For a relative range, `days`
 * holds its span and the dates are computed from it again on the next day.
 */
export type ListFilter = Partial<Record<FilterField | 'days', string | readonly string[]>>

/** A filter and a sort order, as `field.asc` or `field.desc`. */
export interface Draft {
  readonly filter: ListFilter
  readonly sort: string | null
}

/** Fields with a set of values, separated by commas in the address. */
const CHOICES: readonly FilterField[] = [
  'status',
  'payMethod',
  'payChannel',
  'bankCode',
  'notifyStatus',
  'review',
  'merchantNo',
  'type',
]
const SEVERAL: readonly FilterField[] = [...CHOICES, ...CHOICES.flatMap((field) => EXCLUDE_FIELDS[field] ?? [])]
/** Numbers that identify one order. A filter with one of them ignores its dates. */
export const ORDER_NUMBER_FIELDS: readonly FilterField[] = [
  'orderNo',
  'orderTail',
  'merchantOrderNo',
  'platOrderNo',
  'payOrderNo',
]
/** Fields that take one number or a list of them. */
const COUNTABLE: readonly FilterField[] = [...ORDER_NUMBER_FIELDS, 'accountNumber']
export const isMultiValue = (field: FilterField): boolean => SEVERAL.includes(field)
export const acceptsNumberList = (field: FilterField): boolean => COUNTABLE.includes(field)

/** Splits typed numbers at commas: a single number stays a string, several become an array. */
export const parseNumbers = (text: string): string | readonly string[] => {
  const numbers = text.split(/\s*[,，、]\s*/).filter(Boolean)
  return numbers.length > 1 ? numbers : (numbers[0] ?? '')
}

/** Whether the filter identifies one order, which makes its dates irrelevant. */
export const hasOrderNumber = (filter: ListFilter): boolean => ORDER_NUMBER_FIELDS.some((field) => filter[field] !== undefined)

/** The filter as a request: calendar dates only, and none when an order number is given. */
export function toRequest({ days: _, ...filter }: ListFilter): OrderFilter {
  if (!hasOrderNumber(filter)) return filter as OrderFilter
  const { startDate, endDate, dateField, ...rest } = filter
  return rest as OrderFilter
}

/** Whether two filters produce the same request. */
export const isSameFilter = (one: ListFilter, other: ListFilter): boolean => textOf(toRequest(one)) === textOf(toRequest(other))

const textOf = (filter: OrderFilter): string => JSON.stringify(Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1)))
