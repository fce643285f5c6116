import { expect, test } from 'vitest'
import { createUsage, type Picked } from '../../src/palette/usage.ts'

const HOUR = 60 * 60_000

function remembered() {
  let stored: Picked | null = null
  let time = 0
  const cell = {
    get: () => stored,
    set: (value: Picked | null) => {
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
  usage.picked('a')
  usage.picked('a')
  usage.picked('b')
  expect(usage.habit('never')).toBe(0)
  expect(usage.habit('a')).toBeGreaterThan(usage.habit('b'))
  const before = usage.habit('a')
  pass(72 * HOUR)
  expect(again().habit('a')).toBeLessThan(before)
  expect(again().habit('a')).toBe(0.5)
})

test('picked last comes first', () => {
  const { again, pass } = remembered()
  const usage = again()
  for (const id of ['a', 'b', 'a', 'c']) {
    usage.picked(id)
    pass(HOUR)
  }
  expect(usage.latest()).toEqual(['c', 'a', 'b'])
})

test('a hundred are kept, the latest', () => {
  const { again, pass, kept } = remembered()
  const usage = again()
  for (let n = 0; n < 130; n++) {
    usage.picked(`command ${n}`)
    pass(1)
  }
  expect(kept()).toHaveLength(100)
  expect(kept()).not.toContain('command 29')
})
