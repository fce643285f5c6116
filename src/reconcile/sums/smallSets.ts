import type { SetCollector } from './setCollector.ts'
import { createSumTable, type SumTable } from './sumTable.ts'

/** Ends a search early. */
export interface Budget {
  isOver(): boolean
}

/** Packs the indexes of up to three rows of at most 1,024, or two of 65,536. */
const pack2 = (one: number, other: number) => one * 65_536 + other
const unpack2 = (packed: number): number[] => [packed >>> 16, packed & 65_535]
const pack3 = (one: number, two: number, three: number) => (one << 20) | (two << 10) | three
const unpack3 = (packed: number): number[] => [packed >>> 20, (packed >> 10) & 1_023, packed & 1_023]

/** Most rows for sets of six, whose triples are packed. */
export const MOST_ROWS_FOR_SIX = 300

/**
 * Finds every set of `size` rows (1 to 6) with a sum. Sets of three and more are split in the middle row: the smaller half of the
 * indexes is in a table, the rest is looked up in it, so each set is found once. False when the budget ended first.
 */
export function findSetsOfSize(
  values: readonly number[],
  wanted: number,
  size: number,
  collector: SetCollector,
  budget: Budget,
): boolean {
  const count = values.length
  if (size > count) return true
  const emit = (table: SumTable, rest: number, unpack: (packed: number) => number[], others: readonly number[]) => {
    for (let entry = table.first(rest); entry !== 0; entry = table.next(entry)) {
      const packed = table.value(entry)
      if (!collector.add(1, () => [...unpack(packed), ...others]) && budget.isOver()) return
    }
  }
  const unpack1 = (row: number) => [row]
  if (size === 1) {
    for (const [row, value] of values.entries()) if (value === wanted) collector.add(1, () => [row])
    return true
  }
  if (size <= 3) {
    const singles = createSumTable(count)
    for (let middle = 0; middle < count; middle++) {
      if (size === 2) emit(singles, wanted - values[middle]!, unpack1, [middle])
      else
        for (let last = middle + 1; last < count; last++)
          emit(singles, wanted - values[middle]! - values[last]!, unpack1, [middle, last])
      singles.add(values[middle]!, middle)
      if (budget.isOver()) return false
    }
    return true
  }
  if (size <= 5) {
    const pairs = createSumTable((count * (count - 1)) / 2)
    for (let middle = 0; middle < count; middle++) {
      const rest = wanted - values[middle]!
      for (let other = middle + 1; other < count; other++) {
        if (size === 4) emit(pairs, rest - values[other]!, unpack2, [middle, other])
        else
          for (let last = other + 1; last < count; last++)
            emit(pairs, rest - values[other]! - values[last]!, unpack2, [middle, other, last])
        if (size === 5 && (other & 63) === 0 && budget.isOver()) return false
      }
      for (let first = 0; first < middle; first++) pairs.add(values[first]! + values[middle]!, pack2(first, middle))
      if (budget.isOver()) return false
    }
    return true
  }
  if (count > MOST_ROWS_FOR_SIX) return false
  const triples = createSumTable((count * (count - 1) * (count - 2)) / 6)
  for (let middle = 2; middle < count; middle++) {
    // The fourth of six is `middle`: the table has all triples before it.
    for (let other = middle + 1; other < count; other++)
      for (let last = other + 1; last < count; last++)
        emit(triples, wanted - values[middle]! - values[other]! - values[last]!, unpack3, [middle, other, last])
    for (let first = 0; first < middle; first++)
      for (let second = first + 1; second < middle; second++)
        triples.add(values[first]! + values[second]! + values[middle]!, pack3(first, second, middle))
    if (budget.isOver()) return false
  }
  return true
}
