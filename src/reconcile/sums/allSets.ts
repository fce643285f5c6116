import type { SetCollector } from './setCollector.ts'

/** Rows up to which every set is tried. */
export const MOST_ROWS_FOR_ALL_SETS = 36

/** The sums of all sets of some rows that have one size, ascending, each with the bits of its rows. */
interface SortedSums {
  readonly sums: Float64Array
  readonly masks: Uint32Array
}

const EMPTY: SortedSums = { sums: new Float64Array(0), masks: new Uint32Array(0) }

/**
 * Finds every set of up to 36 rows with a sum: the sums of both halves by size (Horowitz and Sahni), joined from both ends.
 * Sizes come in ascending order. Values are safe integers.
 */
export function findAllSets(values: readonly number[], wanted: number, collector: SetCollector): void {
  const half = values.length >> 1
  const low = sortedSums(values.slice(0, half))
  const high = sortedSums(values.slice(half))
  for (let size = 1; size <= values.length; size++) {
    for (let part = Math.max(0, size - (high.length - 1)); part <= Math.min(size, low.length - 1); part++)
      join(low[part]!, high[size - part]!, wanted, (one, other, count) =>
        collector.add(count, () => [...rowsOf(one, 0), ...rowsOf(other, half)]),
      )
  }
}

/** By size, the sums of all sets; each value merges the lists with and without it, so that they stay sorted. */
function sortedSums(values: readonly number[]): SortedSums[] {
  let lists: SortedSums[] = [{ sums: new Float64Array(1), masks: new Uint32Array(1) }]
  for (const [bit, value] of values.entries())
    lists = Array.from({ length: lists.length + 1 }, (_, size) =>
      merged(lists[size] ?? EMPTY, size === 0 ? EMPTY : lists[size - 1]!, value, 1 << bit),
    )
  return lists
}

function merged(without: SortedSums, base: SortedSums, value: number, bit: number): SortedSums {
  const length = without.sums.length + base.sums.length
  const sums = new Float64Array(length)
  const masks = new Uint32Array(length)
  for (let at = 0, one = 0, other = 0; at < length; at++) {
    const takesBase =
      one === without.sums.length || (other < base.sums.length && base.sums[other]! + value < without.sums[one]!)
    sums[at] = takesBase ? base.sums[other]! + value : without.sums[one]!
    masks[at] = takesBase ? base.masks[other++]! | bit : without.masks[one++]!
  }
  return { sums, masks }
}

/** Calls back for every pair with the sum. Where many sums are equal, all pairs beyond those that are kept are counted at once. */
function join(
  low: SortedSums,
  high: SortedSums,
  wanted: number,
  found: (one: number, other: number, count: number) => boolean,
): void {
  let one = 0
  let other = high.sums.length - 1
  while (one < low.sums.length && other >= 0) {
    const sum = low.sums[one]! + high.sums[other]!
    if (sum < wanted) one++
    else if (sum > wanted) other--
    else {
      const oneEnd = endOfRun(low.sums, one, 1)
      const otherEnd = endOfRun(high.sums, other, -1)
      const all = (oneEnd - one) * (other - otherEnd)
      let emitted = 0
      search: for (let a = one; a < oneEnd; a++)
        for (let b = other; b > otherEnd; b--) {
          if (!found(low.masks[a]!, high.masks[b]!, 1)) break search
          emitted++
        }
      if (emitted < all) found(0, 0, all - emitted - 1)
      one = oneEnd
      other = otherEnd
    }
  }
}

function endOfRun(sums: Float64Array, from: number, step: 1 | -1): number {
  let at = from
  while (at >= 0 && at < sums.length && sums[at] === sums[from]) at += step
  return at
}

function rowsOf(mask: number, offset: number): number[] {
  const rows: number[] = []
  for (let bit = 0; bit < 32; bit++) if ((mask >>> bit) & 1) rows.push(bit + offset)
  return rows
}
