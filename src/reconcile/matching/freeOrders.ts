import type { MatchState } from './matchByNumber.ts'
import type { createNameWords } from './nameWords.ts'
import { numbersOf } from './numberIndex.ts'

/** A list of orders. The orders before `start` are taken. */
interface Queue {
  readonly orders: number[]
  start: number
}

/** Free orders of one amount and day, by the words of their names and the ends of their numbers. */
export interface FreeGroup {
  readonly all: Queue
  byWord(): ReadonlyMap<number, Queue>
  byEnd(): ReadonlyMap<string, Queue>
}

/** Free paid orders by amount and day; a day that is unknown is null. */
export interface FreeOrders {
  readonly byAmount: ReadonlyMap<bigint, ReadonlyMap<number | null, FreeGroup>>
  /** All amounts, the least first. */
  readonly amounts: readonly bigint[]
  /** The words of the name of an order. */
  readonly wordsOf: (order: number) => readonly number[]
}

const NO_WORDS: readonly number[] = []

/** Characters of the end of a number that the index goes by. */
export const END = 4

export function freeOrders(
  { sides, isTaken, fit }: Pick<MatchState, 'sides' | 'isTaken' | 'fit'>,
  names: ReturnType<typeof createNameWords>,
): FreeOrders {
  const byAmount = new Map<bigint, Map<number | null, FreeGroup>>()
  const words: (readonly number[])[] = sides.map(() => NO_WORDS)
  const wordsOf = (order: number) => words[order]!
  const endsOf = (order: number) =>
    new Set(numbersOf(sides[order]!.order).flatMap((number) => (number.length < END ? [] : number.slice(-END))))
  for (const [order, side] of sides.entries()) {
    if (!side.hasMoved || !side.isInDays || isTaken[order]) continue
    words[order] = names.add(side.order.name)
    const amounts = new Set([fit.basis === 'net' ? null : side.gross, fit.basis === 'gross' ? null : side.net])
    for (const amount of amounts) {
      if (amount === null) continue
      const days = entryOf(byAmount, amount, () => new Map<number | null, FreeGroup>())
      entryOf(days, side.dayNumber, () => groupOf(wordsOf, endsOf)).all.orders.push(order)
    }
  }
  const amounts = [...byAmount.keys()].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  return { byAmount, amounts, wordsOf }
}

function groupOf(wordsOf: (order: number) => Iterable<number>, endsOf: (order: number) => Iterable<string>): FreeGroup {
  const all: Queue = { orders: [], start: 0 }
  let byWord: ReadonlyMap<number, Queue> | null = null
  let byEnd: ReadonlyMap<string, Queue> | null = null
  return {
    all,
    byWord: () => (byWord ??= indexed(all, wordsOf)),
    byEnd: () => (byEnd ??= indexed(all, endsOf)),
  }
}

function indexed<Key>({ orders }: Queue, keysOf: (order: number) => Iterable<Key>): Map<Key, Queue> {
  const index = new Map<Key, Queue>()
  for (const order of orders)
    for (const key of keysOf(order)) entryOf(index, key, (): Queue => ({ orders: [], start: 0 })).orders.push(order)
  return index
}

/** The most orders that a queue may still have. */
export const sizeOf = ({ orders, start }: Queue): number => orders.length - start

/** Visits at most so many orders of a queue, and drops those of them that are taken. Returns how many it looked at. */
export function visitFree(
  queue: Queue | undefined,
  most: number,
  isTaken: readonly boolean[],
  visit: (order: number) => void,
): number {
  if (queue === undefined) return 0
  const { orders, start } = queue
  const end = Math.min(orders.length, start + most)
  let first = end
  for (let at = end - 1; at >= start; at--) {
    const order = orders[at]!
    if (isTaken[order]) continue
    orders[--first] = order
    visit(order)
  }
  queue.start = first
  return end - start
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
