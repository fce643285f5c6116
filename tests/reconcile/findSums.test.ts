import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findSums } from '../../src/reconcile/sums/findSums.ts'
import type { SumQuestion, SumRow } from '../../src/reconcile/sums/sumAnswer.ts'

const clock = { now: () => performance.now() }
/** A clock that never ends a search. */
const endless = { now: () => 0 }

const row = (gross: string, parts: Partial<SumRow> = {}): SumRow => ({
  gross,
  net: null,
  day: null,
  time: null,
  isPaid: true,
  ...parts,
})
const ask = (amount: string, rows: readonly SumRow[], parts: Partial<SumQuestion> = {}): SumQuestion => ({
  amount,
  rows,
  fractionDigits: 2,
  basis: 'gross',
  ...parts,
})
const asText = (units: number) => (units / 100).toFixed(2)

/** The number of sets with the sum, by trying every set. */
function bruteForce(values: readonly number[], wanted: number, most = values.length): number {
  let count = 0
  for (let mask = 1; mask < 1 << values.length; mask++) {
    const chosen = values.filter((_, at) => (mask >> at) & 1)
    if (chosen.length <= most && chosen.reduce((sum, one) => sum + one, 0) === wanted) count++
  }
  return count
}

describe('sets that add up to an amount', () => {
  test('every set of a few rows is found and counted', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.integer({ min: -5, max: 40 }).filter((one) => one !== 0),
          { minLength: 1, maxLength: 11 },
        ),
        fc.integer({ min: 1, max: 120 }),
        (values, wanted) => {
          const { answers, count, isCountExact, searched } = findSums(
            ask(
              asText(wanted),
              values.map((one) => row(asText(one))),
            ),
            endless,
          )
          expect(count).toBe(bruteForce(values, wanted))
          expect(isCountExact).toBe(true)
          expect(searched.isComplete).toBe(true)
          expect(new Set(answers.map(({ rows }) => rows.join())).size).toBe(count)
          for (const { rows } of answers) expect(rows.reduce((sum, at) => sum + values[at]!, 0)).toBe(wanted)
        },
      ),
    )
  })

  test('sets of up to six of more rows are counted exactly', () => {
    const values = Array.from({ length: 40 }, (_, at) => 1_000 + ((at * 7_919) % 997))
    const wanted = values[3]! + values[11]! + values[12]! + values[30]! + values[39]!
    const found = findSums(
      ask(
        asText(wanted),
        values.map((one) => row(asText(one))),
      ),
      endless,
    )
    const exact = countOfSizes(values, wanted, 6)
    expect([found.count, found.isCountExact, found.searched.size]).toEqual([exact, true, 6])
  })

  test('nine answers are nine, and the fewest rows come first, then one day, then the nearest in time', () => {
    const at = (day: string, hour: number) => ({ day, time: Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000 })
    const rows = [
      row('50.00', at('2026-11-20', 1)),
      row('50.00', at('2026-11-21', 1)),
      row('50.00', at('2026-11-21', 9)),
      row('50.00', at('2026-11-21', 10)),
      row('100.00', at('2026-11-22', 1)),
    ]
    const { answers, count } = findSums(ask('100.00', rows), clock)
    expect(count).toBe(7)
    expect(answers.map((one) => one.rows)).toEqual([[4], [2, 3], [1, 2], [1, 3], [0, 1], [0, 2], [0, 3]])
    expect(answers[1]!.daySpan).toBe(0)
  })

  test('net amounts are tried beside gross ones', () => {
    const rows = [row('100.00', { net: '97.00' }), row('200.00', { net: '194.00' }), row('9.00', { net: null })]
    expect(findSums(ask('291.00', rows, { basis: 'either' }), clock).answers).toMatchObject([{ rows: [0, 1], basis: 'net' }])
    expect(findSums(ask('291.00', rows), clock).count).toBe(0)
  })

  test('unpaid rows are searched only when the paid ones have no answer', () => {
    const rows = [row('100.00'), row('100.00', { isPaid: false }), row('30.00', { isPaid: false })]
    expect(findSums(ask('100.00', rows), clock)).toMatchObject({ count: 1, includesUnpaid: false })
    expect(findSums(ask('130.00', rows), clock)).toMatchObject({ count: 2, includesUnpaid: true })
  })

  test('thirty equal rows have all their sets counted', () => {
    const rows = Array.from({ length: 30 }, () => row('1.00'))
    expect(findSums(ask('15.00', rows), clock)).toMatchObject({
      count: 155_117_520,
      isCountExact: true,
      searched: { isComplete: true },
    })
  })

  test('two thousand rows: three planted rows are found, and what was searched is said', () => {
    // Spread out, so that hardly any other set has the sum.
    const rows = Array.from({ length: 2_000 }, (_, n) =>
      row(`${1_000_003 + ((n * n * 7_919_111) % 99_000_001)}.${String(n % 100).padStart(2, '0')}`),
    )
    const units = rows.map(({ gross }) => Math.round(Number(gross) * 100))
    const found = findSums(ask(asText(units[17]! + units[900]! + units[1_999]!), rows), clock)
    expect(found.answers.some((one) => one.rows.join() === '17,900,1999')).toBe(true)
    expect(found.searched.isComplete).toBe(false)
    expect(found.searched.rows).toBe(2_000)
  })

  test('six of two thousand amounts in whole thousands are proven absent', () => {
    const rows = Array.from({ length: 2_000 }, (_, n) => row(`${(1 + ((n * 37) % 900)) * 2}000.00`))
    expect(findSums(ask('1001000.00', rows), clock)).toMatchObject({ count: 0, searched: { size: 6, isComplete: false } })
  })

  test('six of two thousand amounts in whole thousands are found', () => {
    const rows = Array.from({ length: 2_000 }, (_, n) => row(`${10 ** (n % 6)}000.00`))
    const { answers } = findSums(ask('111111000.00', rows), clock)
    expect(answers[0]!.rows.map((at) => at % 6).sort()).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('many rows: consecutive ones, and all but a few', () => {
    const powers = Array.from({ length: 45 }, (_, n) => row(`${2 ** n}.00`, { time: n }))
    const sum = (rows: readonly number[]) => `${rows.reduce((all, n) => all + 2 ** n, 0)}.00`
    const middle = Array.from({ length: 20 }, (_, n) => n + 10)
    expect(findSums(ask(sum(middle), powers), clock).answers).toMatchObject([{ rows: middle }])
    const most = powers.map((_, n) => n).filter((n) => n !== 3 && n !== 40)
    expect(findSums(ask(sum(most), powers), clock).answers).toMatchObject([{ rows: most }])
  })

  test('amounts beyond what is exact are not searched', () => {
    expect(findSums(ask('1.00', [row('9999999999999999.00'), row('0.01')]), clock).searched.isComplete).toBe(true)
    expect(findSums(ask('9999999999999999.01', [row('9999999999999999.00'), row('0.01')]), clock)).toMatchObject({
      count: 0,
      searched: { size: 0, isComplete: false },
    })
  })
})

/** Counts sets by size and sum. */
function countOfSizes(values: readonly number[], wanted: number, most: number): number {
  const counts = Array.from({ length: most + 1 }, () => new Map<number, number>())
  counts[0]!.set(0, 1)
  for (const value of values)
    for (let size = most; size >= 1; size--)
      for (const [sum, count] of counts[size - 1]!)
        counts[size]!.set(sum + value, (counts[size]!.get(sum + value) ?? 0) + count)
  return counts.slice(1).reduce((all, sums) => all + (sums.get(wanted) ?? 0), 0)
}
