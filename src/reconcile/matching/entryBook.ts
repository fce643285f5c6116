import { BUCKETS, type Bucket } from '../buckets.ts'
import type { AmountBasis } from '../matchRule.ts'
import type { EntryKey, EntryMark } from '../session.ts'
import type { StatementLine } from '../statementLine.ts'
import { type Entry, keyOf } from './entry.ts'
import { sumsOf } from './matchByNumber.ts'
import { comparedSum, type OrderSide } from './orderSide.ts'

/** The count and the sums of a bucket, in minor units. */
export interface Totals {
  entries: number
  lines: number
  orders: number
  lineSum: bigint
  orderSum: bigint
  open: number
}

export interface EntrySums {
  /** Null when no line has an amount. */
  readonly line: bigint | null
  readonly order: bigint | null
}

export type EntryBook = ReturnType<typeof createEntryBook>

/** The entries of a match with their totals, which follow every replacement. */
export function createEntryBook(
  entries: readonly Entry[],
  { lines, sides, basis }: { lines: StatementLine[]; sides: readonly OrderSide[]; basis: AmountBasis },
) {
  const ofLine: (Entry | null)[] = lines.map(() => null)
  const ofOrder: (Entry | null)[] = sides.map(() => null)
  const marks = new Map<EntryKey, EntryMark>()
  const totals = Object.fromEntries(
    BUCKETS.map((bucket) => [bucket, { entries: 0, lines: 0, orders: 0, lineSum: 0n, orderSum: 0n, open: 0 }]),
  ) as Record<Bucket, Totals>
  let timeOrder: readonly number[] | null = null
  const orderIndex = new Map(sides.map(({ order }, at) => [order.id, at]))

  const isOpen = (one: Entry) => one.bucket !== 'matched' && (marks.size === 0 || !marks.has(keyOf(one, sides)))

  /** The sums of the whole entry; a sum of orders is one of what the line is compared with. */
  function sums({ lines: some, orders, orderSum }: Entry): EntrySums {
    let line: bigint | null = null
    for (const at of some) {
      const { amount } = lines[at]!
      if (amount !== null) line = (line ?? 0n) + amount
    }
    if (orderSum !== null) return { line, order: orderSum }
    if (orders.length === 0) return { line, order: null }
    const { gross, net } = orders.length === 1 ? sides[orders[0]!]! : sumsOf(orders, sides)
    return { line, order: comparedSum(line, gross, net, basis) }
  }

  function count(one: Entry, by: 1 | -1): void {
    const total = totals[one.bucket]
    const { line, order } = sums(one)
    total.entries += by
    total.lines += by * one.lines.length
    total.orders += by * one.orders.length
    if (line !== null) total.lineSum += by === 1 ? line : -line
    if (order !== null) total.orderSum += by === 1 ? order : -order
    if (isOpen(one)) total.open += by
  }

  function add(one: Entry): void {
    for (const line of one.lines) ofLine[line] = one
    for (const order of one.orders) ofOrder[order] = one
    count(one, 1)
  }

  function remove(one: Entry): void {
    for (const line of one.lines) ofLine[line] = null
    for (const order of one.orders) ofOrder[order] = null
    count(one, -1)
  }

  for (const one of entries) add(one)

  return {
    lines,
    sides,
    totals,
    marks: marks as ReadonlyMap<EntryKey, EntryMark>,
    basis,
    sums,
    isOpen,
    ofLine: (line: number): Entry | null => ofLine[line] ?? null,
    ofOrder: (order: number): Entry | null => ofOrder[order] ?? null,
    orderAt: (id: string): number | null => orderIndex.get(id) ?? null,
    find(key: EntryKey): Entry | null {
      const at = key.startsWith('L') ? Number(key.slice(1)) : orderIndex.get(key.slice(1))
      if (at === undefined) return null
      const found = (key.startsWith('L') ? ofLine : ofOrder)[at] ?? null
      return found !== null && keyOf(found, sides) === key ? found : null
    },
    /** Replaces entries by others of the same lines and orders, and the line itself when its amount was read by the user. */
    replace(removed: readonly Entry[], added: readonly Entry[], changed?: StatementLine): void {
      for (const one of removed) remove(one)
      if (changed !== undefined) lines[changed.index] = changed
      for (const one of added) add(one)
    },
    mark(key: EntryKey, mark: EntryMark | null): void {
      const found = this.find(key)
      if (found !== null) count(found, -1)
      if (mark === null) marks.delete(key)
      else marks.set(key, mark)
      if (found !== null) count(found, 1)
    },
    /** All entries: those of lines in the order of the statement, then orders alone, oldest first. */
    *all(): Generator<Entry> {
      for (const [line, one] of ofLine.entries()) if (one !== null && one.lines[0] === line) yield one
      for (const order of sortedByTime()) {
        const one = ofOrder[order]!
        if (one != null && one.lines.length === 0) yield one
      }
    },
  }

  function sortedByTime(): readonly number[] {
    const timeOf = (at: number) => sides[at]!.order.time ?? ''
    timeOrder ??= sides
      .map((_, at) => at)
      .sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : timeOf(one) > timeOf(other) ? 1 : 0))
    return timeOrder
  }
}
