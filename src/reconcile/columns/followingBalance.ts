import { absolute } from '../amounts/absolute.ts'
import { decideNotation, readAmount } from '../amounts/notation.ts'
import type { ColumnContent } from './columnContent.ts'

/** The share of lines that must lead from one balance to the next. */
const ENOUGH = 0.8
const FEWEST_LINES = 3

/** The column whose changes are the amounts of another column, in file order or against it; null when there is none. */
export function followingBalance(contents: readonly ColumnContent[], rows: readonly (readonly string[])[]): number | null {
  if (rows.length < FEWEST_LINES) return null
  const columns = contents.flatMap(({ amounts, filled, longDigits }, column) =>
    amounts > 0.7 && filled > 0.3 && longDigits < 0.5 ? [column] : [],
  )
  const values = new Map(
    columns.map((column) => {
      const cells = rows.map((row) => row[column]!)
      const notation = decideNotation(cells, 2)
      return [column, cells.map((cell) => signedUnits(readAmount(cell, notation)))] as const
    }),
  )
  let best: { column: number; share: number } | null = null
  for (const balance of columns) {
    const steps = values.get(balance)!
    const others = columns.filter((column) => column !== balance).map((column) => values.get(column)!)
    const share = followed(steps, others) / (rows.length - 1)
    if (share >= ENOUGH && share > (best?.share ?? 0)) best = { column: balance, share }
  }
  return best?.column ?? null
}

const signedUnits = (read: ReturnType<typeof readAmount>): bigint | null =>
  read === null ? null : read.sign < 0 ? -read.units : read.units

/** How many balances differ from their neighbour by an amount of the line, in the better of both directions. */
function followed(balances: readonly (bigint | null)[], amounts: readonly (readonly (bigint | null)[])[]): number {
  let down = 0
  let up = 0
  for (let at = 1; at < balances.length; at++) {
    const [before, now] = [balances[at - 1], balances[at]]
    if (before == null || now == null || before === now) continue
    const step = absolute(now - before)
    if (amounts.some((column) => column[at] != null && absolute(column[at]!) === step)) down++
    if (amounts.some((column) => column[at - 1] != null && absolute(column[at - 1]!) === step)) up++
  }
  return Math.max(down, up)
}
