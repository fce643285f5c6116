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

const amountOf = (row: ListedRow, field: Field): string | null => (field === null ? '0' : fieldValue(row, { field }))

/** The exact sum; null when an amount is unknown, because a part is no total. */
export function total(amounts: readonly (string | null)[], fractionDigits: number): string | null {
  const known = amounts.flatMap((amount) => amount ?? [])
  return known.length < amounts.length ? null : sum(known, fractionDigits)
}

const totalOf = (rows: Iterable<ListedRow>, field: Field, fractionDigits: number): string | null =>
  total(
    Array.from(rows, (row) => amountOf(row, field)),
    fractionDigits,
  )

const negated = (amount: string | null): string | null =>
  amount === null ? null : amount.startsWith('-') ? amount.slice(1) : `-${amount}`

/** The number of selected rows and their exact sum; null when unknown. */
export function tallyOf(chosen: Chosen<ListedRow>, { count, summary, list: { amount, fractionDigits } }: All) {
  if (chosen.kind === 'some')
    return { count: chosen.rows.size, amount: amount === null ? null : totalOf(chosen.rows.values(), amount, fractionDigits) }
  const left = count - chosen.except.size
  if (summary === null || summary.amount === null) return { count: left, amount: null }
  const without = Array.from(chosen.except.values(), (row) => negated(amountOf(row, amount)))
  return { count: left, amount: total([summary.amount, ...without], fractionDigits) }
}

/** The totals of a selection by field; null when unknown. With all rows selected, the gateway's totals minus the deselected rows. */
export function totalsOf(
  chosen: Chosen<ListedRow>,
  { totals, fractionDigits }: Pick<List, 'totals' | 'fractionDigits'>,
  summary: Figures | null,
) {
  const placesOf = ({ kind }: DetailField) => (kind === 'count' ? 0 : fractionDigits)
  return totals.map((fact) => {
    if (chosen.kind === 'some') return { fact, value: totalOf(chosen.rows.values(), fact.field, placesOf(fact)) }
    const all = summary?.values[fact.title] ?? null
    const without = Array.from(chosen.except.values(), (row) => negated(amountOf(row, fact.field)))
    return { fact, value: total([all, ...without], placesOf(fact)) }
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
    amount: totalOf(group, amount, fractionDigits),
    fee: totalOf(group, fee, fractionDigits),
  })).sort((one, other) => other.count - one.count)
}
