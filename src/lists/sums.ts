import { sum } from '#contract/money.ts'
import type { PayOrder } from '#contract/rows.ts'
import type { Figures } from './figures.ts'
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
  readonly places: number
}

const total = (rows: Iterable<PayOrder>, places: number): string =>
  sum(
    Array.from(rows, ({ payAmount }) => payAmount),
    places,
  )

/** Exact, whatever the size: an amount is never a float. */
export function tallyOf(chosen: Chosen<PayOrder>, { count, summary, places }: All): Tally {
  if (chosen.kind === 'some') return { count: chosen.rows.size, amount: total(chosen.rows.values(), places) }
  const left = count - chosen.but.size
  if (summary === null) return { count: left, amount: null }
  const without = Array.from(chosen.but.values(), ({ payAmount }) => `-${payAmount}`)
  return { count: left, amount: sum([summary.amount, ...without], places) }
}

/** One line of the sums of a selection. */
export interface SumLine {
  readonly status: string
  readonly count: number
  readonly amount: string
  readonly fee: string
}

/** What chosen rows come to, by status, the largest group first. */
export function sumLines(rows: readonly PayOrder[], places: number): SumLine[] {
  const groups = Map.groupBy(rows, ({ status }) => status)
  return Array.from(groups, ([status, group]) => ({
    status,
    count: group.length,
    amount: total(group, places),
    fee: sum(
      group.map(({ payFee }) => payFee),
      places,
    ),
  })).sort((one, other) => other.count - one.count)
}
