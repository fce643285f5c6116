import { isUnread } from '../statementLine.ts'
import { entry } from './entry.ts'
import { type MatchState, place, singleEntry } from './matchByNumber.ts'
import type { NumberHits } from './numberIndex.ts'
import { dayNumber, fits, hasSameDirection } from './orderSide.ts'

/** Most days between a payment to an account and its order, so that a reused account does not reach an old order. */
const MOST_DAYS = 3

/** Places lines that name an account. One account may have many orders: the amount decides, then the nearest day, then the time. */
export function matchByAccount(state: MatchState, hits: readonly (NumberHits | null)[]): void {
  const { lines, sides, fit, isTaken } = state
  for (const line of lines) {
    const hit = hits[line.index]
    if (hit == null || hit.by !== 'account' || isUnread(line) || state.entryOfLine[line.index] !== null) continue
    const day = dayNumber(line.day)
    const distance = (order: number) => {
      const other = sides[order]!.dayNumber
      return day === null || other === null ? 0 : Math.abs(other - day)
    }
    const near = hit.orders.filter((order) => hasSameDirection(line, sides[order]!) && distance(order) <= MOST_DAYS)
    const free = near.filter((order) => !isTaken[order])
    const isRight = (order: number) => line.amount !== null && fits(line.amount, sides[order]!.gross, sides[order]!.net, fit)
    const right = free.filter((order) => isRight(order) && sides[order]!.hasMoved)
    right.sort((one, other) => distance(one) - distance(other) || compareTime(sides[one]!.order.time, sides[other]!.order.time))
    const [best] = right
    if (best !== undefined) place(state, singleEntry(state, line, best, 'account'))
    else if (free.length === 1) place(state, singleEntry(state, line, free[0]!, 'account'))
    else if (free.length > 1) place(state, entry('suggested', 'ambiguous', { lines: [line.index], candidates: free }))
    else {
      const again = near.find(isRight)
      if (again !== undefined) place(state, entry('duplicate', 'sameOrder', { lines: [line.index], named: [again] }))
    }
  }
}

const compareTime = (one: string | null, other: string | null): number => ((one ?? '') < (other ?? '') ? -1 : 1)
