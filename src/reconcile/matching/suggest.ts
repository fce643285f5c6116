import type { StatementLine } from '../statementLine.ts'
import { entry } from './entry.ts'
import { type MatchState, place } from './matchByNumber.ts'
import { nameSimilarity } from './nameSimilarity.ts'
import { numbersOf } from './numberIndex.ts'
import { dayNumber, type OrderSide } from './orderSide.ts'

/** Candidates that are compared for a line; more of one amount and day cannot be told apart anyway. */
const MOST_CANDIDATES = 50
const KEPT_CANDIDATES = 10

interface Priced {
  readonly amount: bigint
  readonly order: number
}

/** Suggests the free paid order with the amount, the nearest day and the most similar name for lines that name no order. */
export function suggest(state: MatchState, isAsked: (line: StatementLine) => boolean, dayTolerance: number): void {
  const { lines, sides, fit } = state
  const priced = sides.flatMap((side, order): Priced[] => {
    if (!side.hasMoved || !side.isInDays || state.isTaken[order]) return []
    const amounts = new Set([fit.basis === 'net' ? null : side.gross, fit.basis === 'gross' ? null : side.net])
    return [...amounts].flatMap((amount) => (amount === null ? [] : { amount, order }))
  })
  priced.sort((one, other) => (one.amount < other.amount ? -1 : one.amount > other.amount ? 1 : one.order - other.order))
  for (const line of lines) {
    if (line.amount === null || state.entryOfLine[line.index] !== null || !isAsked(line)) continue
    const scored = candidatesOf(line, priced, state, dayTolerance)
    const [best] = scored
    if (best === undefined) continue
    place(
      state,
      entry('suggested', 'similar', { lines: [line.index], orders: [best], candidates: scored.slice(1, KEPT_CANDIDATES) }),
    )
  }
}

/** Free orders within the tolerances, best first. */
function candidatesOf(line: StatementLine, priced: readonly Priced[], state: MatchState, dayTolerance: number): number[] {
  const { sides, fit, isTaken } = state
  const amount = line.amount!
  const day = dayNumber(line.day)
  const ends = endsIn(line)
  const found: { order: number; score: number }[] = []
  for (let at = firstFrom(priced, amount - fit.tolerance); at < priced.length; at++) {
    const one = priced[at]!
    if (one.amount > amount + fit.tolerance || found.length >= MOST_CANDIDATES) break
    if (isTaken[one.order]) continue
    const score = scoreOf(line, day, sides[one.order]!, dayTolerance)
    if (score === null) continue
    const isNamed = numbersOf(sides[one.order]!.order).some((number) => ends.some((end) => number.endsWith(end)))
    found.push({ order: one.order, score: score + (one.amount === amount ? 1 : 0) + (isNamed ? NAMED_SCORE : 0) })
  }
  found.sort((one, other) => other.score - one.score || one.order - other.order)
  return [...new Set(found.map(({ order }) => order))]
}

/** More than a similar name on the same day: the line names the end of the number. */
const NAMED_SCORE = 4

/** Digits of a line that may be the end of a number. They never match by themselves: other orders may end so. */
const endsIn = ({ description, numbers }: StatementLine): readonly string[] =>
  [description, ...numbers].flatMap((text) => text.match(ENDS) ?? [])
const ENDS = /(?<!\d)\d{4,}(?!\d)/g

/** Null when the order is too far away to suggest. */
function scoreOf(line: StatementLine, day: number | null, side: OrderSide, dayTolerance: number): number | null {
  const similarity = nameSimilarity(`${line.name} ${line.description}`, side.order.name)
  if (day === null || side.dayNumber === null) return similarity > 0 ? similarity * 2 : null
  const distance = Math.abs(side.dayNumber - day)
  return distance > dayTolerance ? null : similarity * 2 + 1 / (1 + distance)
}

function firstFrom(priced: readonly Priced[], amount: bigint): number {
  let [low, high] = [0, priced.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (priced[middle]!.amount < amount) low = middle + 1
    else high = middle
  }
  return low
}
