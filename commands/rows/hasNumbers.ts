import type { ListedRow } from '#contract/rows/listedRow.ts'

type Values = readonly (string | null | undefined)[]

// Orders have a merchant too, and are not found by it.
const numbersOf = ({ platOrderNo, merchantOrderNo, payOrderNo, merchantNo }: ListedRow): Values => [
  platOrderNo,
  merchantOrderNo,
  payOrderNo,
  platOrderNo === undefined ? merchantNo : null,
]

/** The values of a row that a number is compared with. */
const VALUES = {
  id: ({ id }) => [id],
  /** Any number. */
  number: numbersOf,
  /** Any number, or the identity. */
  orderNo: (row) => [...numbersOf(row), row.id],
  /** The end of the number at the platform or at the merchant. */
  orderTail: ({ platOrderNo, merchantOrderNo }) => [platOrderNo, merchantOrderNo],
  merchantOrderNo: ({ merchantOrderNo }) => [merchantOrderNo],
  platOrderNo: ({ platOrderNo }) => [platOrderNo],
  payOrderNo: ({ payOrderNo }) => [payOrderNo],
  /** The account on either side. */
  account: ({ accountNumber, receiveAccount }) => [accountNumber, receiveAccount],
} as const satisfies Record<string, (row: ListedRow) => Values>

type NumberField = keyof typeof VALUES

const FIELDS = Object.keys(VALUES) as NumberField[]

/** What rows are looked for by: one number of a field, or any of several. A filter of a list is one; its other fields are ignored. */
export type Numbers = { readonly [Field in NumberField]?: string | readonly string[] | null }

/**
 * Whether a row has the numbers that it was looked for by, in any case of letters. A gateway may ignore a filter, and another order must
 * not stand where one is looked for by its number. Null where the row lacks a field, so that it cannot be checked.
 */
export function hasNumbers(row: ListedRow, numbers: Numbers): boolean | null {
  const results = FIELDS.map((field) => hasNumber(row, field, [numbers[field] ?? []].flat()))
  if (results.includes(false)) return false
  return results.includes(null) ? null : true
}

function hasNumber(row: ListedRow, field: NumberField, numbers: readonly string[]): boolean | null {
  if (numbers.length === 0) return true
  const known = VALUES[field](row).filter((value) => value != null)
  if (known.length === 0) return null
  return known.some((value) => numbers.some((number) => isNumber(value, number, { isTail: field === 'orderTail' })))
}

/** Whether a value is the number, or ends with it, in any case of letters. */
export function isNumber(value: string, number: string, { isTail }: { isTail: boolean }): boolean {
  const [one, other] = [value.toLowerCase(), number.toLowerCase()]
  return isTail ? one.endsWith(other) : one === other
}
