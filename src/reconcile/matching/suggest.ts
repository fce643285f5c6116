import type { StatementLine } from '../statementLine.ts'
import { bestOrders } from './bestOrders.ts'
import { entry } from './entry.ts'
import { END, type FreeGroup, freeOrders, sizeOf, visitFree } from './freeOrders.ts'
import { type MatchState, place } from './matchByNumber.ts'
import { createNameWords } from './nameWords.ts'
import { numbersOf } from './numberIndex.ts'
import { dayNumber } from './orderSide.ts'

/** The suggested order and the further ones. */
const KEPT = 10
/** Orders that are compared with a line because its rarest word is in their names, and because its other words are. */
const MOST_OF_RAREST = 300
const MOST_OF_OTHERS = 60
/** Amounts within the tolerance that are tried, the nearest first. */
const MOST_AMOUNTS = 50
/** Lines between two yields. */
const STEP = 2_000

/**
 * Suggests the free paid order with the amount, the nearest day and the most similar name for lines that name no order. Yields the share
 * that is done.
 */
export function* suggest(
  state: MatchState,
  isAsked: (line: StatementLine) => boolean,
  dayTolerance: number,
): Generator<number, void> {
  const { lines } = state
  let candidatesOf: ReturnType<typeof candidateFinder> | null = null
  for (const [at, line] of lines.entries()) {
    if (at % STEP === 0) yield at / lines.length
    if (line.amount === null || state.entryOfLine[line.index] !== null || !isAsked(line)) continue
    candidatesOf ??= candidateFinder(state, dayTolerance)
    const [best, ...candidates] = candidatesOf(line, line.amount)
    if (best !== undefined) place(state, entry('suggested', 'similar', { lines: [line.index], orders: [best], candidates }))
  }
}

/** More than a similar name on the same day: the line names the end of the number. */
const NAMED_SCORE = 4

/** Finds the free orders within the tolerances, best first. */
function candidateFinder(state: MatchState, dayTolerance: number) {
  const { sides, isTaken, fit } = state
  const names = createNameWords()
  const { byAmount, amounts, wordsOf } = freeOrders(state, names)
  const best = bestOrders(KEPT)
  /** The line that last saw an order, and the line that last had a word. */
  const seenBy = new Int32Array(sides.length).fill(-1)
  const presentIn = new Int32Array(names.size).fill(-1)

  return (line: StatementLine, amount: bigint): number[] => {
    const day = dayNumber(line.day)
    const words = [...names.within(`${line.name} ${line.description}`)]
    const ends = endsIn(line)
    let [rarest, others] = [MOST_OF_RAREST, MOST_OF_OTHERS]
    for (const word of words) presentIn[word] = line.index

    function consider(order: number, score: number, needsName: boolean): void {
      if (seenBy[order] === line.index) return
      seenBy[order] = line.index
      const own = wordsOf(order)
      let present = 0
      for (const word of own) if (presentIn[word] === line.index) present++
      if (present > 0) best.offer(order, score + (present * 2) / own.length)
      else if (!needsName) best.offer(order, score)
    }

    function searchGroup({ all, byWord, byEnd }: FreeGroup, distance: number | null, isExact: boolean): void {
      // Without a day, the amount alone is no reason.
      const needsName = distance === null
      const score = (distance === null ? 0 : 1 / (1 + distance)) + (isExact ? 1 : 0)
      const visit = (order: number) => consider(order, score, needsName)
      for (const end of ends)
        visitFree(byEnd().get(end.slice(-END)), MOST_OF_RAREST, isTaken, (order) => {
          if (numbersOf(sides[order]!.order).some((number) => number.endsWith(end)))
            consider(order, score + NAMED_SCORE, needsName)
        })
      const named = words.flatMap((word) => byWord().get(word) ?? []).sort((one, other) => sizeOf(one) - sizeOf(other))
      for (const [at, queue] of named.entries()) {
        if (at === 0) rarest -= visitFree(queue, rarest, isTaken, visit)
        else others -= visitFree(queue, others, isTaken, visit)
      }
      if (!needsName) visitFree(all, KEPT, isTaken, visit)
    }

    for (const one of amountsNear(amounts, amount, fit.tolerance))
      for (const [other, group] of groupsNear(byAmount.get(one)!, day, dayTolerance))
        searchGroup(group, day === null || other === null ? null : Math.abs(other - day), one === amount)
    return best.take()
  }
}

/** Digits of a line that may be the end of a number. They never match by themselves: other orders may end so. */
const endsIn = ({ description, numbers }: StatementLine): readonly string[] => [
  ...new Set([description, ...numbers].flatMap((text) => text.match(ENDS) ?? [])),
]
const ENDS = /(?<!\d)\d{4,}(?!\d)/g

/** The nearest day first, orders without a day last; all days for a line without one. */
function* groupsNear(
  days: ReadonlyMap<number | null, FreeGroup>,
  day: number | null,
  tolerance: number,
): Generator<readonly [number | null, FreeGroup]> {
  if (day === null) return yield* days
  for (let distance = 0; distance <= tolerance; distance++)
    for (const other of distance === 0 ? [day] : [day - distance, day + distance]) {
      const group = days.get(other)
      if (group !== undefined) yield [other, group]
    }
  const undated = days.get(null)
  if (undated !== undefined) yield [null, undated]
}

/** The amounts within the tolerance, the nearest first. */
function* amountsNear(amounts: readonly bigint[], amount: bigint, tolerance: bigint): Generator<bigint> {
  let above = firstFrom(amounts, amount)
  let below = above - 1
  for (let count = 0; count < MOST_AMOUNTS; count++) {
    const up = above < amounts.length ? amounts[above]! - amount : null
    const down = below >= 0 ? amount - amounts[below]! : null
    const isUp = up !== null && (down === null || up <= down)
    const distance = isUp ? up : down
    if (distance === null || distance > tolerance) return
    yield isUp ? amounts[above++]! : amounts[below--]!
  }
}

function firstFrom(amounts: readonly bigint[], amount: bigint): number {
  let [low, high] = [0, amounts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (amounts[middle]! < amount) low = middle + 1
    else high = middle
  }
  return low
}
