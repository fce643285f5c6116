import type { Id } from '../ids.ts'

/** What a row is known by, and the number it is sorted by; null comes last either way. */
export interface SortKey {
  id: Id
  value: string | null
}

/** How many keys are read at a time. */
export const KEY_BATCH_SIZE = 20_000
// Above every amount and every time.
const NOTHING = 2n ** 63n - 1n

/**
 * The ids of all rows by their values, and among equals by themselves: sixteen bytes a row, so that what is read by them
 * afterwards is never sorted again. `read` gives the keys behind an id, lowest id first, `KEYS` at most.
 */
export async function sortedKeys(read: (after: Id | null) => Promise<SortKey[]>, descending: boolean): Promise<BigInt64Array> {
  const ids: BigInt64Array[] = []
  const values: BigInt64Array[] = []
  for (let after: Id | null = null; ; ) {
    const rows = await read(after)
    ids.push(BigInt64Array.from(rows, (row) => BigInt(row.id)))
    values.push(BigInt64Array.from(rows, (row) => (row.value === null ? NOTHING : BigInt(row.value))))
    if (rows.length < KEY_BATCH_SIZE) break
    after = rows.at(-1)!.id
  }
  return inOrder(joined(ids), joined(values), descending)
}

function inOrder(ids: BigInt64Array, values: BigInt64Array, descending: boolean): BigInt64Array {
  const sign = descending ? -1 : 1
  const places = Uint32Array.from(ids.keys()).sort((a, b) => {
    const [one, other] = [values[a]!, values[b]!]
    if (one === other) return sign * compare(ids[a]!, ids[b]!)
    return one === NOTHING || other === NOTHING ? compare(one, other) : sign * compare(one, other)
  })
  return BigInt64Array.from(places, (place) => ids[place]!)
}

function joined(parts: readonly BigInt64Array[]): BigInt64Array {
  const whole = new BigInt64Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)
