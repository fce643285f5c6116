import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sum } from '#contract/money.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { findRowsWithSum } from '../../src/lists/selection/selectSum.ts'

const listed = (...amounts: string[]): ListedRow[] => amounts.map((payAmount, n) => ({ id: String(n), payAmount }))
const found = (amount: string, ...amounts: string[]) =>
  findRowsWithSum(amount, listed(...amounts), 2)?.map(({ id }) => Number(id)) ?? null

describe('rows with a given sum', () => {
  test.each([
    ['one', '30.00', [1]],
    ['as few as will do', '50.00', [1, 3]],
    ['all of them', '111.11', [0, 1, 2, 3, 4]],
    ['none', '11.12', null],
  ])('are found: %s', (_, amount, rows) => {
    expect(found(amount, '10.00', '30.00', '50.10', '20.00', '1.01')).toEqual(rows)
  })

  test('consecutive rows are tried after small combinations, then all but a few', () => {
    const odd = ['1.00', '2.00', '4.00', '8.00', '16.00', '32.00', '64.00', '128.00', '256.00', '512.00']
    expect(found('124.00', ...odd)).toEqual([2, 3, 4, 5, 6])
    expect(found('985.00', ...odd)).toEqual([0, 3, 4, 6, 7, 8, 9])
    expect(found('341.00', ...odd)).toBeNull()
  })

  test('negative amounts are counted', () => {
    expect(found('-5.00', '10.00', '-15.00', '3.00')).toEqual([0, 1])
  })

  test('the found rows have exactly the given sum', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 3, maxLength: 12 })
    const asText = (units: number) => (units / 100).toFixed(2)
    fc.assert(
      fc.property(amounts, fc.array(fc.nat(11), { minLength: 1, maxLength: 3 }), (units, picks) => {
        const chosen = [...new Set(picks.map((pick) => pick % units.length))]
        const wanted = asText(chosen.reduce((all, at) => all + units[at]!, 0))
        const rows = findRowsWithSum(wanted, listed(...units.map(asText)), 2)
        expect(
          sum(
            (rows ?? []).map(({ payAmount }) => payAmount!),
            2,
          ),
        ).toBe(wanted)
        expect(rows!.length === units.length || rows!.length <= chosen.length).toBe(true)
      }),
    )
  })

  test('a sum is found in two thousand rows', () => {
    const many = listed(...Array.from({ length: 2_000 }, (_, n) => `${1_000_003 + n * 7919}.00`))
    const three = [many[17]!, many[900]!, many[1_999]!]
    const wanted = sum(
      three.map(({ payAmount }) => payAmount!),
      2,
    )
    const rows = findRowsWithSum(wanted, many, 2)
    expect(rows?.length).toBeLessThanOrEqual(3)
  })
})
