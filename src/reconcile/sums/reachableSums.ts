/** Words of 32 bits that are shifted in about a second. */
const MOST_WORK = 700_000_000
const MOST_SUM = 2_000_000

/** Whether `reachableSet` is fast enough for this many rows and this sum. */
export const isReachableCheap = (rows: number, wanted: number, size: number): boolean =>
  wanted >= 0 && wanted <= MOST_SUM && (wanted / 32) * rows * size <= MOST_WORK

/**
 * One smallest set of at most `size` rows with a sum, or null when there is none: a bit for each sum that so many rows reach, and
 * the row by which it was first reached. Values are positive; works for small sums, such as amounts in whole thousands.
 */
export function reachableSet(values: readonly number[], wanted: number, size: number): number[] | null {
  const words = (wanted >> 5) + 1
  const reached = Array.from({ length: size + 1 }, () => new Uint32Array(words))
  const firstRow = Array.from({ length: size + 1 }, () => new Uint16Array(wanted + 1))
  reached[0]![0] = 1
  for (const [row, value] of values.entries()) {
    if (value <= 0 || value > wanted) continue
    const [skip, shift] = [value >> 5, value & 31]
    for (let level = Math.min(size, row + 1); level >= 1; level--) {
      const from = reached[level - 1]!
      const to = reached[level]!
      const rows = firstRow[level]!
      for (let word = words - 1; word >= skip; word--) {
        const low = word - skip - 1
        const shifted =
          shift === 0 ? from[word - skip]! : (from[word - skip]! << shift) | (low < 0 ? 0 : from[low]! >>> (32 - shift))
        const added = shifted & ~to[word]!
        if (added === 0) continue
        to[word]! |= added
        for (let bits = added; bits !== 0; bits &= bits - 1) {
          const sum = word * 32 + (31 - Math.clz32(bits & -bits))
          if (sum <= wanted) rows[sum] = row
        }
      }
    }
  }
  for (let level = 1; level <= size; level++) {
    if (((reached[level]![wanted >> 5]! >>> (wanted & 31)) & 1) === 0) continue
    const rows: number[] = []
    for (let [left, at] = [wanted, level]; at > 0; at--) {
      const row = firstRow[at]![left]!
      rows.push(row)
      left -= values[row]!
    }
    return rows
  }
  return null
}
