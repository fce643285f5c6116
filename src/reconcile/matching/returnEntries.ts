import { absolute } from '../amounts/absolute.ts'
import { isReturned, isReturnedInFull } from '../comparedOrder.ts'
import type { StatementLine } from '../statementLine.ts'
import { type Entry, entry } from './entry.ts'
import type { OrderSide } from './orderSide.ts'

/** The entries of lines whose money went against their order. Other lines have returned `before` of it. */
export function returnEntries(
  lines: readonly StatementLine[],
  order: number,
  sides: readonly OrderSide[],
  before = 0n,
): Entry[] {
  const { order: row, gross } = sides[order]!
  if (!isReturned(row) || gross === null)
    return lines.map((line) => entry('statusDiffers', 'notRefunded', { ...naming(order, [line]), orderSum: 0n }))
  return isReturnedInFull(row) ? fullReturn(lines, order, gross, before) : partialReturns(lines, order, gross, before)
}

/** The gateway does not say how much was returned, but never more than all. */
function partialReturns(lines: readonly StatementLine[], order: number, gross: bigint, before: bigint): Entry[] {
  let returned = before
  return lines.map((line) => {
    const named = naming(order, [line])
    const amount = line.amount!
    if (!isWithin(returned + amount, gross)) return entry('amountDiffers', 'amount', { ...named, orderSum: -gross - returned })
    returned += amount
    return entry('suggested', 'partialRefund', { ...named, orderSum: amount })
  })
}

/** One line that returns everything, else lines that do together. What goes beyond is a duplicate. */
function fullReturn(lines: readonly StatementLine[], order: number, gross: bigint, before: bigint): Entry[] {
  const sum = lines.reduce((all, { amount }) => all + amount!, before)
  const whole = lines.find(({ amount }) => amount === -gross)
  const isPart = whole === undefined && isWithin(sum, gross)
  const kept = isPart ? lines : before === 0n ? [whole ?? lines[0]!] : []
  const isRight = before === 0n && (whole !== undefined || sum === -gross)
  // Other lines stand for the returned order already.
  const orderSum = before === 0n ? -gross : 0n
  const parts = { ...naming(order, kept), orderSum }
  const returned = isRight ? entry('matched', 'refund', parts) : entry('amountDiffers', 'amount', parts)
  const repeated = lines.filter((line) => !kept.includes(line))
  return [
    ...(kept.length > 0 ? [returned] : []),
    ...repeated.map((line) => entry('duplicate', 'sameOrder', naming(order, [line]))),
  ]
}

const naming = (order: number, lines: readonly StatementLine[]) => ({
  lines: lines.map(({ index }) => index),
  named: [order],
})

const isWithin = (sum: bigint, gross: bigint): boolean => absolute(sum) <= absolute(gross)
