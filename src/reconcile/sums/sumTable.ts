/** Sums of pairs or triples by their value, for millions of them: open addressing on typed arrays. */
export function createSumTable(capacity: number) {
  const size = 1 << Math.ceil(Math.log2(Math.max(16, capacity * 2)))
  const mask = size - 1
  const keys = new Float64Array(size)
  /** The newest entry with the key of the slot, from 1; 0 is an empty slot. */
  const heads = new Int32Array(size)
  const next = new Int32Array(capacity + 1)
  const values = new Uint32Array(capacity + 1)
  let used = 0

  // Sums are safe integers of more than 32 bits.
  const slotOf = (key: number): number => {
    const low = key | 0
    const high = Math.floor(key / 4_294_967_296) | 0
    let slot = (Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b) >>> 11) & mask
    slot = (slot ^ (Math.imul(low, 0xc2b2ae35) >>> 7)) & mask
    while (heads[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask
    return slot
  }

  return {
    add(key: number, value: number): void {
      const slot = slotOf(key)
      keys[slot] = key
      used++
      values[used] = value
      next[used] = heads[slot]!
      heads[slot] = used
    },
    /** The first entry with the key; 0 when there is none. */
    first: (key: number): number => heads[slotOf(key)]!,
    next: (entry: number): number => next[entry]!,
    value: (entry: number): number => values[entry]!,
  }
}

export type SumTable = ReturnType<typeof createSumTable>
