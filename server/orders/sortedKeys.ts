import type { Id } from '../ids.ts'

/** The id of a row and its sort value. NULLs come last in both directions. */
export interface SortKey {
  id: Id
  value: string | null
}

/** Keys read per batch. */
export const KEY_BATCH_SIZE = 20_000
// Greater than every amount and time.
const NULL_VALUE = 2n ** 63n - 1n

/**
 * The ids of all rows, sorted by value and then by id, at 16 bytes per row. `read` returns the keys after an id, lowest id
 * first, at most `KEY_BATCH_SIZE`.
 */
export async function sortedKeys(read: (after: Id | null) => Promise<SortKey[]>, descending: boolean): Promise<BigInt64Array> {
  const ids: BigInt64Array[] = []
  const values: BigInt64Array[] = []
  for (let after: Id | null = null; ; ) {
    const rows = await read(after)
    ids.push(BigInt64Array.from(rows, (row) => BigInt(row.id)))
    values.push(BigInt64Array.from(rows, (row) => (row.value === null ? NULL_VALUE : BigInt(row.value))))
    if (rows.length < KEY_BATCH_SIZE) break
    after = rows.at(-1)!.id
  }
  return sortIds(concat(ids), concat(values), descending)
}

function sortIds(ids: BigInt64Array, values: BigInt64Array, descending: boolean): BigInt64Array {
  const sign = descending ? -1 : 1
  const indexes = Uint32Array.from(ids.keys()).sort((a, b) => {
    const [one, other] = [values[a]!, values[b]!]
    if (one === other) return sign * compare(ids[a]!, ids[b]!)
    return one === NULL_VALUE || other === NULL_VALUE ? compare(one, other) : sign * compare(one, other)
  })
  return BigInt64Array.from(indexes, (index) => ids[index]!)
}

function concat(parts: readonly BigInt64Array[]): BigInt64Array {
  const result = new BigInt64Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    result.set(part, at)
    at += part.length
  }
  return result
}

const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)
