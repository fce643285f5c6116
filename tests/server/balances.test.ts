import { expect, test } from 'vitest'
import { Balances } from '../../server/seed/balances.ts'
import { Chance } from '../../server/seed/chance.ts'
import { DAY, startOfDay, wibDay } from '../../server/wib.ts'

const NO = 'M10000001'
const START = startOfDay('2026-11-20')
const flow = (at: number, available: bigint) => ({ merchantNo: NO, at: new Date(at), available })

test('inflows count from their time, and later outflows are reserved', () => {
  const client = new Balances()
  client.expect(NO, [flow(START + 10, 100n), flow(START + 30, -40n), flow(START + DAY + 5, -25n), flow(START + DAY + 9, 500n)])
  client.openDay(wibDay(START))
  expect([0, 10, 11, 31].map((at) => client.available(NO, START + at))).toEqual([-25n, -25n, 35n, 35n])
  client.spend([flow(START + 20, -30n), flow(START + 25, 30n)])
  expect([12, 26].map((at) => client.available(NO, START + at))).toEqual([5n, 35n])
  client.openDay(wibDay(START + DAY))
  expect([0, 6, 10].map((at) => client.available(NO, START + DAY + at))).toEqual([35n, 35n, 535n])
  expect(client.available('M10000002', START)).toBe(0n)
})

test('the net loss of an order must be covered without later inflows', () => {
  const client = new Balances()
  const sold = flow(START + 10, 95n)
  const refunded = [flow(START + 20, 95n), flow(START + 30, -100n)]
  expect(client.canAfford(NO, refunded)).toBe(false)
  client.expect(NO, [sold])
  // Its outflow may precede the other inflow.
  expect(client.canAfford(NO, refunded)).toBe(false)
  client.openDay(wibDay(START))
  expect(client.canAfford(NO, refunded)).toBe(true)
  for (let order = 0; order < 19; order++) client.expect(NO, refunded)
  expect(client.canAfford(NO, refunded)).toBe(false)
  expect(client.canAfford(NO, [sold])).toBe(true)
})

test('spending the available amount in any order never makes a balance negative', () => {
  const chance = new Chance(7)
  for (let context = 0; context < 40; context++) {
    const client = new Balances()
    const flows: ReturnType<typeof flow>[] = []
    for (let day = 0; day < 4; day++) {
      const start = START + day * DAY
      const within = () => start + chance.below(DAY)
      const sales = Array.from({ length: 12 }, () => flow(within(), BigInt(chance.below(1_000))))
      // Returned later, possibly on another day, never more than came in.
      const refunds = sales
        .filter(() => chance.hits(0.4))
        .map(({ at, available }) => flow(at.getTime() + chance.below(2 * DAY), -available))
      client.expect(NO, [...sales, ...refunds])
      flows.push(...sales, ...refunds)
      client.openDay(wibDay(start))
      for (let taker = 0; taker < 15; taker++) {
        const at = within()
        const there = client.available(NO, at)
        if (there <= 0n) continue
        const taken = chance.hits(0.3) ? there : (there * BigInt(chance.below(100))) / 100n
        const took = [flow(at, -taken), ...(chance.hits(0.3) ? [flow(at + 1 + chance.below(DAY), taken)] : [])]
        client.spend(took)
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
