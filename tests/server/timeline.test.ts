import { expect, test } from 'vitest'
import { brokenLedger } from '../../server/ledger/checks.ts'
import type { Entry } from '../../server/ledger/ledger.ts'
import { Chance } from '../../server/seed/chance.ts'
import { seedDemo } from '../../server/seed/seed.ts'
import { Timeline } from '../../server/seed/timeline.ts'
import { createWorld } from '../../server/seed/world.ts'
import { quickest } from '../databases.ts'

const NOW = Date.parse('2026-11-21T16:40:00+07:00')

test('events run in order of time, and those of the same time in the order in which they were added', () => {
  const timeline = new Timeline()
  const run: string[] = []
  for (const [time, name] of [
    [30, 'd'],
    [10, 'a'],
    [20, 'b'],
    [20, 'c'],
    [40.9, 'e'],
    [50, 'f'],
  ] as const)
    timeline.at(time, () => run.push(`${name} ${timeline.now}`))
  while (timeline.runNext(40)) {}
  expect(run).toEqual(['a 10', 'b 20', 'c 20', 'd 30', 'e 40'])
  expect(timeline.now).toBe(40)
})

test('an event may add events, and the clock never goes back', () => {
  const timeline = new Timeline()
  const run: string[] = []
  timeline.at(10, () => {
    timeline.at(5, () => run.push(`late ${timeline.now}`))
    timeline.at(15, () => run.push(`next ${timeline.now}`))
  })
  timeline.at(20, () => run.push(`last ${timeline.now}`))
  while (timeline.runNext(100)) {}
  expect(run).toEqual(['late 10', 'next 15', 'last 20'])
})

test('any number of events, added in any order, run in order of time', () => {
  const chance = new Chance(7)
  const timeline = new Timeline()
  const times: number[] = []
  const add = (depth: number) =>
    timeline.at(timeline.now + chance.below(1_000), () => {
      times.push(timeline.now)
      if (depth > 0) for (let n = chance.below(3); n > 0; n--) add(depth - 1)
    })
  for (let n = 0; n < 500; n++) add(4)
  while (timeline.runNext(Number.POSITIVE_INFINITY)) {}
  expect(times.length).toBeGreaterThan(500)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
})

test('a merchant can spend what it has now, and no more', async () => {
  const db = await quickest.open()
  await db.tx(async (tx) => {
    const world = createWorld(tx, {
      end: NOW,
      merchants: new Map(),
      channels: new Map(),
      payoutChannels: new Map(),
      chance: new Chance(7),
    })
    world.at(NOW, () => {})
    await world.runUntil(NOW)
    const flow = (available: bigint) => ({ merchantNo: 'M10000001', at: new Date(NOW), available }) as Entry
    expect(world.post([flow(-1n)])).toBe(false)
    expect(world.post([flow(100n), flow(-40n)])).toBe(true)
    expect(world.available('M10000001')).toBe(60n)
    expect(world.post([flow(-61n)])).toBe(false)
    expect(world.post([flow(-60n)])).toBe(true)
    expect([world.available('M10000001'), world.available('M10000002')]).toEqual([0n, 0n])
  })
  await db.close()
})

test('no balance becomes negative, whatever the seed', async () => {
  for (let seed = 1; seed <= 8; seed++) {
    const db = await quickest.open()
    expect(await seedDemo(db, { now: NOW + seed * 3_600_000, orders: 100 * seed, seed })).toBe(true)
    expect(await brokenLedger(db)).toEqual([])
    await db.close()
  }
}, 120_000)
