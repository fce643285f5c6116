import { sum } from '#contract/money.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { type DetailField, fieldValue } from './detailField.ts'

type AmountField = DetailField['field'] | null

/** The amount of a row as decimal text; zero in lists without amounts, null when unknown. */
export const amountOf = (row: ListedRow, field: AmountField): string | null =>
  field === null ? '0' : fieldValue(row, { field })

/** The exact sum; null when an amount is unknown, because a part is no total. */
export function total(amounts: readonly (string | null)[], fractionDigits: number): string | null {
  const known = amounts.flatMap((amount) => amount ?? [])
  return known.length < amounts.length ? null : sum(known, fractionDigits, Number.POSITIVE_INFINITY)
}

/** The exact sum of a field of the rows; null when one is unknown, and for amounts in several currencies. */
export function totalOf(rows: readonly ListedRow[], field: AmountField, fractionDigits: number): string | null {
  if (rows.some(({ currency }) => currency !== rows[0]!.currency)) return null
  return total(
    rows.map((row) => amountOf(row, field)),
    fractionDigits,
  )
}
