import type { ListedRow } from '#contract/rows/listedRow.ts'
import { controlOf, type RowTextField } from '../filters/filter.ts'
import type { List } from '../list.ts'
import type { ListController } from '../listController.ts'

/** The gateway's limit of numbers in a filter. */
export const MOST_SHOWN = 50

const NUMBERS: readonly RowTextField[] = ['platOrderNo', 'merchantOrderNo', 'payOrderNo']

/** The number that rows can be filtered by, several at once; null where the list or the gateway has no such filter. */
export function numberFieldOf(list: List, rows: readonly ListedRow[]): RowTextField | null {
  const isUsable = (field: RowTextField) => {
    const control = controlOf(list, field)
    return control?.kind === 'text' && control.isSingle !== true && rows.every((row) => Boolean(row[field]))
  }
  return NUMBERS.find(isUsable) ?? null
}

/** Filters the list to the selected rows, and selects them there. Undo and going back show the other rows again. */
export function showSelected({ address, console: { location }, list, query, selection }: ListController): void {
  const { rows } = selection
  const field = numberFieldOf(list, rows)
  if (field === null || rows.length === 0) return
  const numbers = rows.map((row) => String(row[field]))
  const { days, startDate, endDate, dateField } = query().filter
  const filter = { ...defined({ days, startDate, endDate, dateField }), [field]: numbers.length === 1 ? numbers[0]! : numbers }
  address.navigate({ filter, page: 1, at: null, open: null, view: null }, 'push')
  location.go(`${location.current()}&chosen=all`, { replace: true })
}

const defined = <Value>(values: Record<string, Value | undefined>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, Value] => entry[1] !== undefined))
