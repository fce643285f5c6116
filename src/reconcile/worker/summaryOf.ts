import { decimalText, minorUnits } from '../amounts/decimalText.ts'
import { type BalanceCheck, BUCKETS, type Bucket, type BucketTotals, type ReconcileSummary } from '../buckets.ts'
import type { Entry } from '../matching/entry.ts'
import type { EntryBook } from '../matching/entryBook.ts'
import { sumsOf } from '../matching/matchByNumber.ts'
import { isUnread, type StatementLine, type StatementTable } from '../statementLine.ts'

/** The totals of all buckets, checked against sums that are taken anew from the lines and the orders. */
export function summaryOf(book: EntryBook, table: Pick<StatementTable, 'balances'>, scale: number): ReconcileSummary {
  const text = (units: bigint) => decimalText(units, scale)
  const totals = BUCKETS.map((bucket) => book.totals[bucket])
  const sum = (pick: (one: (typeof totals)[number]) => bigint) => totals.reduce((all, one) => all + pick(one), 0n)
  const lineTotal = book.lines.reduce((all, { amount }) => all + (amount ?? 0n), 0n)
  const orderTotal = orderTotalOf(book)
  const lineSum = sum((one) => one.lineSum)
  const orderSum = sum((one) => one.orderSum)
  return {
    buckets: Object.fromEntries(
      BUCKETS.map((bucket) => {
        const one = book.totals[bucket]
        return [bucket, { ...one, lineSum: text(one.lineSum), orderSum: text(one.orderSum) }]
      }),
    ) as Record<Bucket, BucketTotals>,
    lines: book.lines.length,
    orders: totals.reduce((all, { orders }) => all + orders, 0),
    equation: {
      lineTotal: text(lineTotal),
      lineRest: text(lineTotal - lineSum),
      orderTotal: text(orderTotal),
      orderRest: text(orderTotal - orderSum),
      difference: text(lineTotal - orderTotal),
      unreadLines: book.lines.filter(isUnread).length,
      hasAmounts: book.lines.some((line) => line.amount !== null || isUnread(line)),
    },
    balance: balanceCheck(book.lines, table, scale),
    decided: book.marks.size,
    open: totals.reduce((all, { open }) => all + open, 0),
  }
}

/** Summed order by order: each as its entry counts it, gross or net, and an expected order without an entry too. Then the refunds. */
function orderTotalOf(book: EntryBook): bigint {
  let total = 0n
  const basisOf = new Map<Entry, 'gross' | 'net'>()
  for (const [at, side] of book.sides.entries()) {
    const one = book.ofOrder(at)
    if (one === null) {
      if (side.isExpected) total += side.gross ?? 0n
      continue
    }
    const isGross = one.orderSum === null && book.basis === 'gross'
    const basis = isGross ? 'gross' : (basisOf.get(one) ?? countedBasis(one, book))
    if (one.orders.length > 1) basisOf.set(one, basis)
    total += side[basis] ?? 0n
  }
  for (const line of book.lines) {
    const one = book.ofLine(line.index)
    if (one !== null && one.orders.length === 0 && one.lines[0] === line.index) total += one.orderSum ?? 0n
  }
  return total
}

function countedBasis(one: Entry, book: EntryBook): 'gross' | 'net' {
  const { gross, net } = sumsOf(one.orders, book.sides)
  return net !== null && book.sums(one).order === net && net !== gross ? 'net' : 'gross'
}

/** Whether opening balance and lines give the closing balance; null when a statement of the file states none. */
function balanceCheck(
  lines: readonly StatementLine[],
  { balances }: Pick<StatementTable, 'balances'>,
  scale: number,
): BalanceCheck {
  if (balances.length === 0) return null
  const stated = balances.map(({ opening, closing }) => ({
    opening: minorUnits(opening, scale),
    closing: minorUnits(closing, scale),
  }))
  if (stated.some(({ opening, closing }) => opening === null || closing === null)) return null
  const moved = stated.reduce((sum, { opening, closing }) => sum + closing! - opening!, 0n)
  const difference = lines.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n) - moved
  return { isRight: difference === 0n, difference: decimalText(difference, scale) }
}
