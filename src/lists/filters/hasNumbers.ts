import { hasNumber } from '#commands/rows/kinds.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { ListFilter } from './listFilter.ts'

const NUMBERS = ['merchantOrderNo', 'platOrderNo', 'payOrderNo'] as const

/**
 * Whether a row has the numbers that the filter asks for. A gateway may ignore the filter, and another order must not stand where one is
 * looked for by its number. Fields that the gateway does not send cannot be checked.
 */
export function hasNumbers(row: ListedRow, filter: ListFilter): boolean {
  const asked = (field: 'orderNo' | (typeof NUMBERS)[number]) => (filter[field] === undefined ? [] : [filter[field]].flat())
  const isAny = asked('orderNo').length === 0 || asked('orderNo').some((number) => hasNumber(row, number))
  return isAny && NUMBERS.every((field) => row[field] == null || asked(field).length === 0 || isOneOf(row[field], asked(field)))
}

const isOneOf = (value: string, numbers: readonly string[]): boolean =>
  numbers.some((number) => number.toLowerCase() === value.toLowerCase())
