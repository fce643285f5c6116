import { PATTERNS } from '#contract/rules.ts'
import type { CommonKey } from '#locales/messages.ts'
import { isAbove } from '../../format/amount.ts'
import type { List } from '../list.ts'
import type { FilterField } from './filter.ts'
import type { ListFilter } from './listFilter.ts'

/** Validates a filter: field -> message key of its error. */
export function filterFaults(filter: ListFilter, { filters, fractionDigits }: List): Partial<Record<FilterField, CommonKey>> {
  const faults: Partial<Record<FilterField, CommonKey>> = {}
  for (const one of filters) {
    if (one.kind !== 'text' || one.rule === null) continue
    const pattern = PATTERNS[one.rule]
    if (![filter[one.field] ?? []].flat().every((value) => pattern.test(value))) {
      faults[one.field] = one.rule === 'digits' ? 'filter.fault.digits' : 'filter.fault.number'
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
