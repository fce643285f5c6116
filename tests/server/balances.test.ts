import { expect, test } from 'vitest'
import { Balances } from '../../server/seed/balances.ts'
import { Chance } from '../../server/seed/chance.ts'
import { DAY, startOfDay, wibDay } from '../../server/wib.ts'

const NO = 'M10000001'
const START = startOfDay('2026-11-20')
const flow = (at: number, available: bigint) => ({ merchantNo: NO, at: new Date(at), available })

test('inflows count from their time, and later outflows are reserved', () => {
  const purse = new Balances()
  purse.expect(NO, [flow(START + 10, 100n), flow(START + 30, -40n), flow(START + DAY + 5, -25n), flow(START + DAY + 9, 500n)])
  purse.openDay(wibDay(START))
  expect([0, 10, 11, 31].map((at) => purse.available(NO, START + at))).toEqual([-25n, -25n, 35n, 35n])
  purse.spend([flow(START + 20, -30n), flow(START + 25, 30n)])
  expect([12, 26].map((at) => purse.available(NO, START + at))).toEqual([5n, 35n])
  purse.openDay(wibDay(START + DAY))
  expect([0, 6, 10].map((at) => purse.available(NO, START + DAY + at))).toEqual([35n, 35n, 535n])
  expect(purse.available('M10000002', START)).toBe(0n)
})

test('the net loss of an order must be covered without later inflows', () => {
  const purse = new Balances()
  const sold = flow(START + 10, 95n)
  const refunded = [flow(START + 20, 95n), flow(START + 30, -100n)]
  expect(purse.canAfford(NO, refunded)).toBe(false)
  purse.expect(NO, [sold])
  // Its outflow may precede the other inflow.
  expect(purse.canAfford(NO, refunded)).toBe(false)
  purse.openDay(wibDay(START))
  expect(purse.canAfford(NO, refunded)).toBe(true)
  for (let order = 0; order < 19; order++) purse.expect(NO, refunded)
  expect(purse.canAfford(NO, refunded)).toBe(false)
  expect(purse.canAfford(NO, [sold])).toBe(true)
})

test('spending the available amount in any order never makes a balance negative', () => {
  const chance = new Chance(7)
  for (let world = 0; world < 40; world++) {
    const purse = new Balances()
    const flows: ReturnType<typeof flow>[] = []
    for (let day = 0; day < 4; day++) {
      const start = START + day * DAY
      const within = () => start + chance.below(DAY)
      const sales = Array.from({ length: 12 }, () => flow(within(), BigInt(chance.below(1_000))))
      // Returned later, possibly on another day, never more than came in.
      const refunds = sales
        .filter(() => chance.hits(0.4))
        .map(({ at, available }) => flow(at.getTime() + chance.below(2 * DAY), -available))
      purse.expect(NO, [...sales, ...refunds])
      flows.push(...sales, ...refunds)
      purse.openDay(wibDay(start))
      for (let taker = 0; taker < 15; taker++) {
        const at = within()
        const there = purse.available(NO, at)
        if (there <= 0n) continue
        const taken = chance.hits(0.3) ? there : (there * BigInt(chance.below(100))) / 100n
        const took = [flow(at, -taken), ...(chance.hits(0.3) ? [flow(at + 1 + chance.below(DAY), taken)] : [])]
        purse.spend(took)
        flows.push(...took)
      }
    }
    // At the same time, outflows come first.
    flows.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.available < b.available ? -1 : 1))
    let balance = 0n
    for (const { available } of flows) {
      balance += available
      expect(balance).toBeGreaterThanOrEqual(0n)
    }
  }
})
