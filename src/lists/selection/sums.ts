import { sum } from '#contract/money.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { type Fact, valueIn } from '../../detail/fact.ts'
import type { List } from '../list.ts'
import type { Figures } from '../summary/figures.ts'
import type { Chosen } from './selection.ts'

/** How many rows are chosen, and what they come to; the sum is null where nobody knows it. */
export interface Tally {
  readonly count: number
  readonly amount: string | null
}

interface All {
  /** Rows of the result. */
  readonly count: number
  readonly summary: Figures | null
  readonly list: Pick<List, 'amount' | 'places'>
}

type Field = List['amount']

const amountOf = (row: ListedRow, field: Field): string => (field === null ? null : valueIn(row, { field })) ?? '0'

const total = (rows: Iterable<ListedRow>, field: Field, places: number): string =>
  sum(
    Array.from(rows, (row) => amountOf(row, field)),
    places,
  )

/** Exact, whatever the size: an amount is never a float. */
export function tallyOf(chosen: Chosen<ListedRow>, { count, summary, list: { amount, places } }: All): Tally {
  if (chosen.kind === 'some')
    return { count: chosen.rows.size, amount: amount === null ? null : total(chosen.rows.values(), amount, places) }
  const left = count - chosen.except.size
  if (summary === null || summary.amount === null) return { count: left, amount: null }
  const without = Array.from(chosen.except.values(), (row) => `-${amountOf(row, amount)}`)
  return { count: left, amount: sum([summary.amount, ...without], places) }
}

/** What one field of chosen rows comes to; null where nobody knows it. */
export interface SumTotal {
  readonly fact: Fact
  readonly value: string | null
}

/** The totals of a selection; of everything that is asked for the gateway told them, less the rows that were left out. */
export function totalsOf(
  chosen: Chosen<ListedRow>,
  { totals, places }: Pick<List, 'totals' | 'places'>,
  summary: Figures | null,
): SumTotal[] {
  const placesOf = ({ kind }: Fact) => (kind === 'count' ? 0 : places)
  return totals.map((fact) => {
    if (chosen.kind === 'some') return { fact, value: total(chosen.rows.values(), fact.field, placesOf(fact)) }
    const all = summary?.values[fact.title]
    const without = Array.from(chosen.except.values(), (row) => `-${amountOf(row, fact.field)}`)
    return { fact, value: all === undefined ? null : sum([all, ...without], placesOf(fact)) }
  })
}

/** One line of the sums of a selection. */
export interface SumLine {
  /** What they have in common: a state, or a kind of movement. */
  readonly state: string
  readonly count: number
  readonly amount: string
  readonly fee: string
}

/** What chosen rows come to, by state, the largest group first. */
export function sumLines(
  rows: readonly ListedRow[],
  { state, amount, fee, places }: Pick<List, 'state' | 'amount' | 'fee' | 'places'>,
): SumLine[] {
  const groups = Map.groupBy(rows, (row) => (state === null ? '' : String(row[state] ?? '')))
  return Array.from(groups, ([common, group]) => ({
    state: common,
    count: group.length,
    amount: total(group, amount, places),
    fee: total(group, fee, places),
  })).sort((one, other) => other.count - one.count)
}
