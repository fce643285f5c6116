import { decimalText } from '../amounts/decimalText.ts'
import type { Bucket } from '../buckets.ts'
import { keyOf } from '../matching/entry.ts'
import type { EntryBook } from '../matching/entryBook.ts'
import type { EntryKey } from '../session.ts'
import type { EntryTally } from './protocol.ts'

/** Counts and sums some entries. */
export function tallyOf(keys: readonly EntryKey[], book: EntryBook, scale: number): EntryTally {
  const buckets: Partial<Record<Bucket, number>> = {}
  let sum = 0n
  let orders = 0
  const flagged: EntryKey[] = []
  for (const one of keys.flatMap((key) => book.find(key) ?? [])) {
    const { line, order } = book.sums(one)
    buckets[one.bucket] = (buckets[one.bucket] ?? 0) + 1
    sum += line ?? order ?? 0n
    orders += one.orders.length
    const key = keyOf(one, book.sides)
    if (book.marks.get(key)?.as === 'DISCREPANCY') flagged.push(key)
  }
  return { buckets, sum: decimalText(sum, scale), orders, flagged }
}
