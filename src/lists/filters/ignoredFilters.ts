import { norm } from '#commands/norm.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { exceeds } from '../../format/amount.ts'
import { EXCLUDE_FIELDS, type FilterField } from './filter.ts'
import { isMultiValue, type ListFilter } from './listFilter.ts'

const CHECKED = ['status', 'type', 'payMethod', 'payChannel', 'notifyStatus', 'merchantNo', 'payerName'] as const

/** The filter fields that a row contradicts. The gateway ignored them, probably because it does not know them. */
export function ignoredFilters(filter: ListFilter, rows: readonly ListedRow[]): FilterField[] {
  const contradicts = (field: FilterField, contradictsRow: (row: ListedRow) => boolean | null) =>
    filter[field] !== undefined && rows.some((row) => contradictsRow(row) === true) ? [field] : []
  return [
    ...CHECKED.flatMap((field) => {
      const without = EXCLUDE_FIELDS[field] ?? null
      return [
        ...contradicts(field, (row) => opposite(matches(row, field, filter[field]))),
        ...(without === null ? [] : contradicts(without, (row) => matches(row, field, filter[without]))),
      ]
    }),
    ...contradicts('minAmount', ({ payAmount }) => exceeds(filter.minAmount, payAmount)),
    ...contradicts('maxAmount', ({ payAmount }) => exceeds(payAmount, filter.maxAmount)),
  ]
}

const opposite = (fact: boolean | null): boolean | null => (fact === null ? null : !fact)

/** Whether a row matches the values of a field; null when the row lacks the field. */
function matches(row: ListedRow, field: (typeof CHECKED)[number], asked: ListFilter[FilterField]): boolean | null {
  const value = row[field]
  if (typeof value !== 'string' || asked === undefined) return null
  return isMultiValue(field) ? asked.includes(value) : norm(value).includes(norm(String(asked)))
}
