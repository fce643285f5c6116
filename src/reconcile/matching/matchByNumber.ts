import { isReturned } from '../comparedOrder.ts'
import { isUnread, type StatementLine } from '../statementLine.ts'
import { type Entry, entry } from './entry.ts'
import type { NumberHits } from './numberIndex.ts'
import { type FitOptions, fits, hasSameDirection, isFeeDifference, type OrderSide } from './orderSide.ts'
import { returnEntries } from './returnEntries.ts'

/** What the passes of the matching share. */
export interface MatchState {
  readonly lines: readonly StatementLine[]
  readonly sides: readonly OrderSide[]
  readonly fit: FitOptions
  /** The entry of each line; null while it has none. */
  readonly entryOfLine: (Entry | null)[]
  /** Whether an order belongs to an entry. */
  readonly isTaken: boolean[]
}

export function place(state: MatchState, made: Entry): void {
  for (const line of made.lines) state.entryOfLine[line] = made
  for (const order of made.orders) state.isTaken[order] = true
}

/** Places every line that names one order, and every order named by several lines. */
export function matchByNumber(state: MatchState, hits: readonly (NumberHits | null)[]): void {
  const { lines, sides } = state
  /** The lines of each order. Most orders have one, which is stored without an array. */
  const claims = new Map<number, number | number[]>()
  const claim = (order: number, line: number) => {
    const known = claims.get(order)
    if (known === undefined) claims.set(order, line)
    else if (typeof known === 'number') claims.set(order, [known, line])
    else known.push(line)
  }
  const returns = new Map<number, StatementLine[]>()
  const several: number[] = []
  for (const line of lines) {
    const hit = hits[line.index]
    // A reused account does not name one order; `matchByAccount` goes by time.
    if (hit?.by !== 'number' || hit.orders.length === 0 || isUnread(line)) continue
    const same = hit.orders.filter((order) => hasSameDirection(line, sides[order]!))
    if (same.length === 1) claim(same[0]!, line.index)
    else if (same.length === 0) {
      const order = returnedOrder(hit.orders, sides)
      returns.set(order, [...(returns.get(order) ?? []), line])
    } else several.push(line.index)
  }
  for (const line of several) {
    const made = severalOrders(state, line, hits[line]!)
    if (typeof made === 'number') claim(made, line)
    else if (made?.orders.every((order) => !claims.has(order) && !state.isTaken[order])) place(state, made)
    else place(state, entry('suggested', 'ambiguous', { lines: [line], candidates: hits[line]!.orders }))
  }
  for (const [order, claimed] of claims) {
    if (typeof claimed !== 'number') placeClaims(state, order, claimed)
    else if (state.isTaken[order]) placeClaims(state, order, [claimed])
    else place(state, singleEntry(state, lines[claimed]!, order, 'number'))
  }
  for (const [order, returned] of returns) for (const made of returnEntries(returned, order, sides)) place(state, made)
}

/** The order whose money went back, if one of several did. */
const returnedOrder = (orders: readonly number[], sides: readonly OrderSide[]): number =>
  orders.find((order) => isReturned(sides[order]!.order)) ?? orders[0]!

/** The one order that a line with several numbers means, or the entry of all; null when neither is clear. */
function severalOrders(
  { lines, sides, fit }: MatchState,
  line: number,
  { orders, numbers }: NumberHits,
): number | Entry | null {
  const { amount } = lines[line]!
  if (amount === null) return null
  const fitting = orders.filter((order) => fits(amount, sides[order]!.gross, sides[order]!.net, fit))
  if (fitting.length === 1) return fitting[0]!
  if (numbers < 2) return null
  const sums = sumsOf(orders, sides)
  const isMatch = fits(amount, sums.gross, sums.net, fit) && orders.every((order) => sides[order]!.hasMoved)
  return entry(isMatch ? 'matched' : 'amountDiffers', isMatch ? 'several' : 'amount', { lines: [line], orders })
}

/** The exact sums; null when one of the orders lacks the amount. */
export function sumsOf(orders: readonly number[], sides: readonly OrderSide[]): { gross: bigint | null; net: bigint | null } {
  let gross: bigint | null = 0n
  let net: bigint | null = 0n
  for (const order of orders) {
    const side = sides[order]!
    gross = gross === null || side.gross === null ? null : gross + side.gross
    net = net === null || side.net === null ? null : net + side.net
  }
  return { gross, net }
}

/** The line that has the order; the others are duplicates, unless all together pay it in parts. */
export function placeClaims(
  state: MatchState,
  order: number,
  claimed: readonly number[],
  reason: 'number' | 'account' = 'number',
): void {
  const { lines, sides, fit } = state
  const side = sides[order]!
  const taken = state.isTaken[order]
  const amountOf = (line: number) => lines[line]!.amount
  const isRight = (line: number) => amountOf(line) === null || fits(amountOf(line)!, side.gross, side.net, fit)
  const sum = claimed.reduce((all, line) => all + (amountOf(line) ?? 0n), 0n)
  const areParts =
    !taken && side.hasMoved && claimed.length > 1 && !claimed.some(isRight) && fits(sum, side.gross, side.net, fit)
  if (areParts) {
    place(state, entry('matched', 'parts', { lines: claimed, orders: [order] }))
    return
  }
  const first = taken ? undefined : (claimed.find(isRight) ?? claimed[0]!)
  if (first !== undefined) place(state, singleEntry(state, lines[first]!, order, reason))
  for (const line of claimed)
    if (line !== first) place(state, entry('duplicate', 'sameOrder', { lines: [line], named: [order] }))
}

/** The entry of one line and the one order it names. Without an amount in the statement, only the number is compared. */
export function singleEntry(
  { sides, fit }: Pick<MatchState, 'sides' | 'fit'>,
  { index, amount }: StatementLine,
  order: number,
  reason: 'number' | 'account',
): Entry {
  const side = sides[order]!
  const parts = { lines: [index], orders: [order] }
  if (!side.hasMoved) return entry('statusDiffers', 'status', parts)
  if (amount === null) return entry('matched', 'numberOnly', parts)
  if (fits(amount, side.gross, side.net, fit)) return entry('matched', reason, parts)
  return entry('amountDiffers', isFeeDifference(amount, side) ? 'feeExplains' : 'amount', parts)
}
