import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { DetailField } from '../../detail/detailField.ts'
import { amountOf, total, totalOf } from '../../detail/totals.ts'
import type { List } from '../list.ts'
import type { Figures } from '../summary/figures.ts'
import { type Chosen, countOf } from './selection.ts'

interface All {
  readonly count: number
  readonly summary: Figures | null
  readonly list: Pick<List, 'amount' | 'fractionDigits'>
}

const negated = (amount: string | null): string | null =>
  amount === null ? null : amount.startsWith('-') ? amount.slice(1) : `-${amount}`

/** The number of selected rows, their exact sum, null when unknown, and the currency of the individually selected. */
export function tallyOf(chosen: Chosen<ListedRow>, { count: all, summary, list: { amount, fractionDigits } }: All) {
  const count = countOf(chosen, all)
  if (chosen.kind === 'some') {
    const rows = [...chosen.rows.values()]
    const { currency } = rows[0] ?? {}
    return { count, amount: amount === null ? null : totalOf(rows, amount, fractionDigits), currency }
  }
  if (summary === null || summary.amount === null) return { count, amount: null }
  const without = Array.from(chosen.except.values(), (row) => negated(amountOf(row, amount)))
  return { count, amount: total([summary.amount, ...without], fractionDigits) }
}

/** The totals of a selection by field; null when unknown. With all rows selected, the gateway's totals minus the deselected rows. */
export function totalsOf(
  chosen: Chosen<ListedRow>,
  { totals, fractionDigits }: Pick<List, 'totals' | 'fractionDigits'>,
  summary: Figures | null,
) {
  const placesOf = ({ kind }: DetailField) => (kind === 'count' ? 0 : fractionDigits)
  return totals.map((fact) => {
    if (chosen.kind === 'some') return { fact, value: totalOf([...chosen.rows.values()], fact.field, placesOf(fact)) }
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
