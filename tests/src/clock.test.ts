import { expect, test } from 'vitest'
import { createClock } from '../../src/state/clock.ts'

const DAY_MS = 86_400_000
const NOW = 1_795_000_000_000

function clockOf(computer: { at: number }) {
  const stored: { value: number | null } = { value: null }
  const cell = {
    get: () => stored.value,
    set(value: number | null) {
      stored.value = value
    },
  }
  return { stored, open: () => createClock(cell, () => computer.at) }
}

test.each([DAY_MS, -DAY_MS])('a clock that is wrong by %i ms is corrected, also on the next page', (error) => {
  const { open, stored } = clockOf({ at: NOW + error })
  const clock = open()
  clock.compare(NOW, clock.now() - 100)
  expect([clock.now(), open().now()]).toEqual([NOW, NOW])
  expect(stored.value).toBe(-error)
})

test('a corrected computer ends the correction', () => {
  const computer = { at: NOW + DAY_MS }
  const { open, stored } = clockOf(computer)
  open().compare(NOW, NOW + DAY_MS)
  computer.at = NOW
  const clock = open()
  clock.compare(NOW, clock.now())
  expect([clock.now(), stored.value]).toEqual([NOW, 0])
})

test('small differences, and a computer that slept during a request, change nothing', () => {
  const { open, stored } = clockOf({ at: NOW })
  const clock = open()
  clock.compare(NOW - 30_000, NOW - 100)
  clock.compare(NOW - DAY_MS + 500, NOW - DAY_MS)
  expect([clock.now(), stored.value]).toEqual([NOW, null])
})
