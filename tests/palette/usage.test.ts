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

test('what is picked often counts more, what is long ago counts less, and it is remembered', () => {
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

test('picked last comes first', () => {
  const { again, pass } = remembered()
  const usage = again()
  for (const id of ['a', 'b', 'a', 'c']) {
    usage.recordPick(id)
    pass(HOUR)
  }
  expect(usage.recentIds()).toEqual(['c', 'a', 'b'])
})

test('a hundred are kept, the latest', () => {
  const { again, pass, kept } = remembered()
  const usage = again()
  for (let n = 0; n < 130; n++) {
    usage.recordPick(`command ${n}`)
    pass(1)
  }
  expect(kept()).toHaveLength(100)
  expect(kept()).not.toContain('command 29')
})
