import { decimalText } from '../amounts/decimalText.ts'
import type { Bucket } from '../buckets.ts'
import { numberKey } from '../columns/orderNumbers.ts'
import type { ComparedOrder } from '../comparedOrder.ts'
import type { EntryDetail, EntryRow, ShownLine } from '../entryRow.ts'
import type { StatementLine, StatementTable } from '../statementLine.ts'
import { type Entry, keyOf } from './entry.ts'
import type { EntryBook } from './entryBook.ts'

interface RowContext {
  readonly book: EntryBook
  readonly table: Pick<StatementTable, 'lineNumbers' | 'rows' | 'titles'>
  readonly scale: number
}

const shownLine = (line: StatementLine, order: ComparedOrder | null, { table, scale }: RowContext): ShownLine => ({
  index: line.index,
  lineNumber: table.lineNumbers[line.index]!,
  amount: line.amount === null ? null : decimalText(line.amount, scale),
  amountText: line.amountText,
  fee: line.fee === null ? null : decimalText(line.fee, scale),
  day: line.day,
  time: line.time,
  number: numberOf(line, order),
  name: line.name,
  description: line.description,
  problem: line.problem,
})

/** The number by which the order was found, else the first. */
function numberOf({ numbers }: StatementLine, order: ComparedOrder | null): string | null {
  const own = order === null ? [] : [order.platOrderNo, order.merchantOrderNo, order.payOrderNo, order.account]
  const keys = new Set(own.flatMap((number) => (number === null ? [] : numberKey(number))))
  return numbers.find((number) => keys.has(numberKey(number))) ?? numbers[0] ?? null
}

/** An entry as a list shows it. */
export function entryRow(one: Entry, context: RowContext): EntryRow {
  const { book, scale } = context
  const text = (units: bigint | null) => (units === null ? null : decimalText(units, scale))
  const { line, order } = book.sums(one)
  const key = keyOf(one, book.sides)
  const shown = one.orders.length > 0 ? one.orders : one.named
  const first = shown.length === 0 ? null : book.sides[shown[0]!]!.order
  const fees = one.orders.map((at) => feeOf(book, at))
  const [held] = (one.reason === 'sameOrder' && book.ofOrder(one.named[0]!)?.lines) || []
  return {
    key,
    bucket: one.bucket,
    reason: one.reason,
    line: one.lines.length === 0 ? null : shownLine(book.lines[one.lines[0]!]!, first, context),
    order: first,
    lines: one.lines.length,
    orders: shown.length,
    isNamed: one.orders.length === 0 && shown.length > 0,
    lineSum: text(line),
    orderSum: text(order),
    difference: line === null || order === null ? null : decimalText(line - order, scale),
    fee: fees.length === 0 || fees.includes(null) ? null : text(fees.reduce<bigint>((sum, fee) => sum + fee!, 0n)),
    alternatives: one.candidates.length,
    duplicateOfLine: held === undefined ? null : context.table.lineNumbers[held]!,
    mark: book.marks.get(key) ?? null,
    isOpen: book.isOpen(one),
  }
}

function feeOf({ sides }: EntryBook, at: number): bigint | null {
  const { gross, net } = sides[at]!
  return gross === null || net === null ? null : gross - net
}

/** All of an entry. Candidates stand after the orders of a suggestion that has none yet. */
export function entryDetail(one: Entry, context: RowContext): EntryDetail {
  const { book, table } = context
  const shown = one.orders.length > 0 ? one.orders : one.named
  const row = entryRow(one, context)
  return {
    ...row,
    allLines: one.lines.map((line) => ({ ...shownLine(book.lines[line]!, row.order, context), cells: table.rows[line]! })),
    allOrders: shown.map((at) => book.sides[at]!.order),
    candidates: one.candidates.map((at) => book.sides[at]!.order),
    titles: table.titles,
  }
}

/** Finds the entries that a filter shows. */
export function filterEntries(
  { book, scale }: Pick<RowContext, 'book' | 'scale'>,
  { bucket, needle, openOnly }: { bucket: Bucket | 'all'; needle: string; openOnly: boolean },
): Entry[] {
  const wanted = needle.trim().toLowerCase()
  const amount = wanted.replace(/[,\s]/g, '')
  const found: Entry[] = []
  for (const one of book.all())
    if ((bucket === 'all' || one.bucket === bucket) && (!openOnly || book.isOpen(one)) && (wanted === '' || hasText(one)))
      found.push(one)
  return found

  function hasText({ lines, orders, named }: Entry): boolean {
    return lines.some((line) => isLine(book.lines[line]!)) || orders.concat(named).some((order) => isOrder(order))
  }

  function isLine({ description, name, numbers, amountText, amount: units }: StatementLine): boolean {
    return (
      [description, name, amountText, ...numbers].some((text) => text.toLowerCase().includes(wanted)) ||
      (units !== null && decimalText(units, scale).includes(amount))
    )
  }

  function isOrder(at: number): boolean {
    const { platOrderNo, merchantOrderNo, payOrderNo, name, account, channel, amount: text } = book.sides[at]!.order
    return (
      [platOrderNo, merchantOrderNo, payOrderNo, name, account, channel].some((one) => one?.toLowerCase().includes(wanted)) ||
      text?.includes(amount) === true
    )
  }
}
