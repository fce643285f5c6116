import { expect, test } from 'vitest'
import { createUsage, type UsageCounts } from '../../src/palette/usage.ts'

const HOUR = 60 * 60_000

function remembered() {
  let stored: UsageCounts | null = null
  let time = 0
  const cell = {
    get: () => stored,
    set: (value: UsageCounts | null) => {
      stored = value
    },
  }
  const clock = { now: () => time }
  const pass = (ms: number) => {
    time += ms
  }
  return { again: () => createUsage(cell, clock), pass, kept: () => Object.keys(stored ?? {}) }
}

test('frequent picks score higher, old picks score lower, and the counts are stored', () => {
  const { again, pass } = remembered()
  const usage = again()
  usage.recordPick('a')
  usage.recordPick('a')
  usage.recordPick('b')
  expect(usage.frecency('never')).toBe(0)
  expect(usage.frecency('a')).toBeGreaterThan(usage.frecency('b'))
  const before = usage.frecency('a')
  pass(72 * HOUR)
  expect(again().frecency('a')).toBeLessThan(before)
  expect(again().frecency('a')).toBe(0.5)
})

test('a pick counts on top of what is left of the earlier ones', () => {
  const { again, pass } = remembered()
  again().recordPick('a')
  pass(72 * HOUR)
  again().recordPick('a')
  // Half of the first pick and all of the second: 1 - 1 / (1 + 1.5).
  expect(again().frecency('a')).toBeCloseTo(0.6)
})

test('the last pick comes first', () => {
  const { again, pass } = remembered()
  const usage = again()
  for (const id of ['a', 'b', 'a', 'c']) {
    usage.recordPick(id)
    pass(HOUR)
  }
  expect(usage.recentIds()).toEqual(['c', 'a', 'b'])
})

test('only the latest hundred commands are kept', () => {
  const { again, pass, kept } = remembered()
  const usage = again()
  for (let n = 0; n < 130; n++) {
    usage.recordPick(`command ${n}`)
    pass(1)
  }
  expect(kept()).toHaveLength(100)
  expect(kept()).not.toContain('command 29')
})
