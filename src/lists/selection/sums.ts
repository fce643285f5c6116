import { sum } from '#contract/money.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { type DetailField, fieldValue } from '../../detail/detailField.ts'
import type { List } from '../list.ts'
import type { Figures } from '../summary/figures.ts'
import type { Chosen } from './selection.ts'

interface All {
  readonly count: number
  readonly summary: Figures | null
  readonly list: Pick<List, 'amount' | 'fractionDigits'>
}

type Field = List['amount']

const amountOf = (row: ListedRow, field: Field): string => (field === null ? null : fieldValue(row, { field })) ?? '0'

const total = (rows: Iterable<ListedRow>, field: Field, fractionDigits: number): string =>
  sum(
    Array.from(rows, (row) => amountOf(row, field)),
    fractionDigits,
  )

/** The number of selected rows and their exact sum; null when unknown. */
export function tallyOf(chosen: Chosen<ListedRow>, { count, summary, list: { amount, fractionDigits } }: All) {
  if (chosen.kind === 'some')
    return { count: chosen.rows.size, amount: amount === null ? null : total(chosen.rows.values(), amount, fractionDigits) }
  const left = count - chosen.except.size
  if (summary === null || summary.amount === null) return { count: left, amount: null }
  const without = Array.from(chosen.except.values(), (row) => `-${amountOf(row, amount)}`)
  return { count: left, amount: sum([summary.amount, ...without], fractionDigits) }
}

/** The totals of a selection by field; null when unknown. With all rows selected, the gateway's totals minus the deselected rows. */
export function totalsOf(
  chosen: Chosen<ListedRow>,
  { totals, fractionDigits }: Pick<List, 'totals' | 'fractionDigits'>,
  summary: Figures | null,
) {
  const placesOf = ({ kind }: DetailField) => (kind === 'count' ? 0 : fractionDigits)
  return totals.map((fact) => {
    if (chosen.kind === 'some') return { fact, value: total(chosen.rows.values(), fact.field, placesOf(fact)) }
    const all = summary?.values[fact.title]
    const without = Array.from(chosen.except.values(), (row) => `-${amountOf(row, fact.field)}`)
    return { fact, value: all === undefined ? null : sum([all, ...without], placesOf(fact)) }
  })
}

/** Sums of the selected rows by status or type, the largest group first. */
export function sumLines(
  rows: readonly ListedRow[],
  { state, amount, fee, fractionDigits }: Pick<List, 'state' | 'amount' | 'fee' | 'fractionDigits'>,
) {
  const groups = Map.groupBy(rows, (row) => (state === null ? '' : String(row[state] ?? '')))
  return Array.from(groups, ([common, group]) => ({
    state: common,
    count: group.length,
    amount: total(group, amount, fractionDigits),
    fee: total(group, fee, fractionDigits),
  })).sort((one, other) => other.count - one.count)
}
