import { absolute } from '../amounts/absolute.ts'
import { minorUnits } from '../amounts/decimalText.ts'
import { findAllSets, MOST_ROWS_FOR_ALL_SETS } from './allSets.ts'
import { isReachableCheap, reachableSet } from './reachableSums.ts'
import { createSetCollector, MOST_KEPT, type SetCollector } from './setCollector.ts'
import { type Budget, findSetsOfSize, MOST_ROWS_FOR_SIX } from './smallSets.ts'
import type { SearchedSets, SumAnswer, SumAnswers, SumQuestion, SumRow } from './sumAnswer.ts'

/** Rows that are searched at most; the newest of more. */
export const MOST_SUM_ROWS = 2_000
/** The largest sets that are tried among many rows. */
const LARGEST_SET = 6
/** Milliseconds for one question. */
const TIME = 2_000
/** Neighbours in time that are searched for larger sets. */
const NEARBY_ROWS = 120
/** Above this many sets, larger sets are no evidence any more. */
const ENOUGH_SETS = 100_000

interface Clock {
  /** Milliseconds. */
  now(): number
}

type Basis = SumAnswer['basis']

interface Search {
  readonly answers: SumAnswer[]
  readonly count: number
  readonly isCountExact: boolean
  readonly searched: SearchedSets
}

/**
 * Finds the sets of rows that add up to an amount: all of them for up to 36 rows; those of up to six among 300 rows, of up to five
 * among 500 and of up to four among 2,000, as far as the time goes. Paid rows only, unless they have no answer.
 */
export function findSums(question: SumQuestion, clock: Clock): SumAnswers {
  const end = clock.now() + TIME
  const paid = question.rows.flatMap(({ isPaid }, at) => (isPaid ? [at] : []))
  const all = question.rows.map((_, at) => at)
  const first = searchRows(question, paid.length === 0 ? all : paid, end, clock)
  if (first.count > 0 || paid.length === 0 || paid.length === all.length) return { ...first, includesUnpaid: paid.length === 0 }
  return { ...searchRows(question, all, clock.now() + TIME, clock), includesUnpaid: true }
}

function searchRows(question: SumQuestion, chosen: readonly number[], end: number, clock: Clock): Search {
  const bases: Basis[] = question.basis === 'either' ? ['gross', 'net'] : [question.basis]
  // Without fees the net amounts are the gross ones.
  const distinct = bases.filter(
    (basis) => basis !== 'net' || bases.length === 1 || chosen.some((at) => hasFee(question.rows[at]!)),
  )
  const now = clock.now()
  const searches = distinct.map((basis, at) =>
    searchBasis(question, chosen, basis, { end: now + ((end - now) * (at + 1)) / distinct.length, clock }),
  )
  const answers = searches.flatMap((search) => search.answers).sort(bestFirst(question.rows))
  const searched = searches.map((search) => search.searched)
  return {
    answers: answers.slice(0, MOST_KEPT),
    count: searches.reduce((sum, { count }) => sum + count, 0),
    isCountExact: searches.every((search) => search.isCountExact),
    searched: {
      rows: Math.min(...searched.map(({ rows }) => rows)),
      size: Math.min(...searched.map(({ size }) => size)),
      nearbySize: Math.min(...searched.map(({ nearbySize }) => nearbySize)),
      isComplete: searched.every(({ isComplete }) => isComplete),
    },
  }
}

const hasFee = ({ gross, net }: SumRow): boolean => net !== null && net !== gross

function searchBasis(
  { amount, rows, fractionDigits }: SumQuestion,
  chosen: readonly number[],
  basis: Basis,
  { end, clock }: { end: number; clock: Clock },
): Search {
  const wanted = minorUnits(amount, fractionDigits)
  const priced = chosen.flatMap((row) => {
    const units = minorUnits(rows[row]![basis], fractionDigits)
    return units === null ? [] : { row, units, time: rows[row]!.time }
  })
  const isPositive = priced.every(({ units }) => units > 0n)
  const possible = priced.filter(({ units }) => units !== 0n && (!isPositive || wanted === null || units <= wanted))
  const searchedRows = newest(possible, MOST_SUM_ROWS)
  const unknown = chosen.length - priced.length
  const missed = { rows: searchedRows.length, size: 0, nearbySize: 0, isComplete: false }
  const values = wanted === null ? null : reduced([...searchedRows.map(({ units }) => units), wanted])
  if (values === null) return { answers: [], count: 0, isCountExact: false, searched: missed }
  const isWhole = unknown === 0 && searchedRows.length === possible.length
  const target = values.pop()!
  const collector = createSetCollector()
  const budget: Budget = { isOver: () => clock.now() >= end }
  const found =
    values.length <= MOST_ROWS_FOR_ALL_SETS
      ? searchEverySet(values, target, collector)
      : searchManyRows(values, target, collector, { budget, isPositive, days: searchedRows.map(({ row }) => rows[row]!.day) })
  const answers = collector.sets.map((set) => {
    const own = set.rows.map((at) => searchedRows[at]!.row).sort((one, other) => one - other)
    return { rows: own, basis, daySpan: daySpan(own, rows) }
  })
  answers.sort(bestFirst(rows))
  return {
    answers: answers.slice(0, MOST_KEPT),
    count: collector.count(),
    isCountExact: found.isCountExact,
    searched: {
      rows: searchedRows.length,
      size: found.size,
      nearbySize: found.nearbySize,
      isComplete: isWhole && found.size === values.length,
    },
  }
}

interface Extent {
  readonly size: number
  readonly nearbySize: number
  readonly isCountExact: boolean
}

function searchEverySet(values: readonly number[], target: number, collector: SetCollector): Extent {
  findAllSets(values, target, collector)
  return { size: values.length, nearbySize: values.length, isCountExact: true }
}

interface ManyRowsOptions {
  readonly budget: Budget
  readonly isPositive: boolean
  readonly days: readonly (string | null)[]
}

/** Small sets, then, when there are none, very large ones. */
function searchManyRows(values: readonly number[], target: number, collector: SetCollector, options: ManyRowsOptions): Extent {
  const extent = searchSmallSets(values, target, collector, options)
  if (collector.count() > 0) return extent
  findLargeSets(values, target, collector, options.budget)
  return { ...extent, isCountExact: collector.count() === 0 }
}

/** Sizes one after the other over all rows, then larger sets of one day and of neighbours in time. */
function searchSmallSets(
  values: readonly number[],
  target: number,
  collector: SetCollector,
  { budget, isPositive, days }: ManyRowsOptions,
): Extent {
  let size = 0
  while (size < LARGEST_SET && collector.count() < ENOUGH_SETS && isFeasible(values.length, size + 1)) {
    if (!findSetsOfSize(values, target, size + 1, collector, budget)) break
    size++
  }
  if (size === LARGEST_SET || collector.count() >= ENOUGH_SETS)
    return { size, nearbySize: size, isCountExact: size === LARGEST_SET }
  if (collector.count() === 0 && isPositive && isReachableCheap(values.length, target, LARGEST_SET)) {
    const rows = reachableSet(values, target, LARGEST_SET)
    if (rows === null) return { size: LARGEST_SET, nearbySize: LARGEST_SET, isCountExact: true }
    collector.add(1, () => rows)
  }
  const nearbySize = searchNearby(values, target, size, collector, budget, days)
  return { size, nearbySize, isCountExact: collector.count() === 0 }
}

/** Lookups of a size that fit into the time. */
const isFeasible = (rows: number, size: number): boolean => {
  if (size <= 4) return true
  return size === 5 ? rows <= 500 : rows <= MOST_ROWS_FOR_SIX
}

/** Larger sets within one day, then among neighbours in time; rows are in time order. The largest size that was tried everywhere. */
function searchNearby(
  values: readonly number[],
  target: number,
  complete: number,
  collector: SetCollector,
  budget: Budget,
  days: readonly (string | null)[],
): number {
  const windows = new Map<string, number[]>()
  for (const [at, day] of days.entries()) if (day !== null) windows.set(day, [...(windows.get(day) ?? []), at])
  const groups = [...windows.values()].flatMap((group) => inWindows(group, MOST_ROWS_FOR_SIX))
  const neighbours = inWindows(
    values.map((_, at) => at),
    NEARBY_ROWS,
  )
  const seen = new Set(collector.sets.map(({ rows }) => rows.join()))
  for (let size = complete + 1; size <= LARGEST_SET; size++)
    for (const group of [...groups, ...neighbours]) {
      if (budget.isOver()) return size - 1
      const own = createSetCollector()
      findSetsOfSize(
        group.map((at) => values[at]!),
        target,
        size,
        own,
        budget,
      )
      for (const set of own.sets) {
        const rows = set.rows.map((at) => group[at]!)
        // Windows overlap.
        if (seen.has(rows.join())) continue
        seen.add(rows.join())
        if (!collector.add(1, () => [...rows])) return size
      }
    }
  return LARGEST_SET
}

/** Consecutive rows in time, as in a settlement, and all rows but up to three. */
function findLargeSets(values: readonly number[], target: number, collector: SetCollector, budget: Budget): void {
  const starts = new Map([[0, 0]])
  let sum = 0
  for (const [at, value] of values.entries()) {
    sum += value
    const from = starts.get(sum - target)
    if (from !== undefined) collector.add(1, () => Array.from({ length: at + 1 - from }, (_, index) => from + index))
    starts.set(sum, at + 1)
  }
  if (collector.count() > 0) return
  const left = createSetCollector()
  for (let size = 1; size <= 3 && left.count() === 0; size++) findSetsOfSize(values, sum - target, size, left, budget)
  for (const { rows } of left.sets) collector.add(1, () => values.flatMap((_, at) => (rows.includes(at) ? [] : at)))
}

/** Overlapping windows of a list. */
function inWindows(group: readonly number[], length: number): number[][] {
  const windows: number[][] = []
  for (let from = 0; from === 0 || from + length / 2 < group.length; from += length / 2)
    windows.push(group.slice(from, from + length))
  return windows
}

/** Units divided by what divides all of them, as safe integers; null when their sum is not one. */
function reduced(units: readonly bigint[]): number[] | null {
  const divisor = units.reduce((one, other) => greatestDivisor(one, other), 0n) || 1n
  const all = units.reduce((sum, one) => sum + absolute(one), 0n) / divisor
  return all > BigInt(Number.MAX_SAFE_INTEGER) ? null : units.map((one) => Number(one / divisor))
}

function greatestDivisor(one: bigint, other: bigint): bigint {
  let [a, b] = [absolute(one), absolute(other)]
  while (b !== 0n) [a, b] = [b, a % b]
  return a
}

/** The rows in time order; of too many, the last ones. */
function newest<Row extends { time: number | null }>(rows: readonly Row[], most: number): Row[] {
  const sorted = [...rows].sort((one, other) => (one.time ?? 0) - (other.time ?? 0))
  return sorted.slice(-most)
}

/** Fewest rows, then the same day, then nearest in time, then the order of the rows. */
function bestFirst(rows: readonly SumRow[]) {
  const timeSpan = (some: readonly number[]): number => {
    const times = some.map((row) => rows[row]!.time ?? 0)
    return Math.max(...times) - Math.min(...times)
  }
  return (one: SumAnswer, other: SumAnswer): number =>
    one.rows.length - other.rows.length ||
    (one.daySpan ?? Number.MAX_VALUE) - (other.daySpan ?? Number.MAX_VALUE) ||
    timeSpan(one.rows) - timeSpan(other.rows) ||
    one.rows[0]! - other.rows[0]!
}

function daySpan(some: readonly number[], rows: readonly SumRow[]): number | null {
  const days = some.map((row) => Date.parse(`${rows[row]!.day ?? ''}T00:00:00Z`) / 86_400_000)
  return days.some(Number.isNaN) ? null : Math.max(...days) - Math.min(...days)
}
