import { expect, test } from 'vitest'
import { perDay } from '../../torture/slope.ts'
import { dice } from '../dice.ts'

const HOUR_MS = 3_600_000
const samples = (value: (hour: number) => number) =>
  Array.from({ length: 100 }, (_, n) => ({ at: 1_000 + (n * HOUR_MS) / 100, value: value(n / 100) }))

test('the growth of a day follows from steady growth', () => {
  const { least, most } = perDay(
    samples((hour) => 500 + 10 * hour),
    'value',
  )
  expect([least, most]).toEqual([expect.closeTo(240), expect.closeTo(240)])
})

test('noise is a range that contains no growth', () => {
  const roll = dice(1)
  const { least, most } = perDay(
    samples(() => 500 + roll(20)),
    'value',
  )
  expect(least).toBeLessThan(0)
  expect(most).toBeGreaterThan(0)
})

test('too few samples say nothing', () => {
  expect(perDay([{ at: 0, value: 1 }], 'value')).toEqual({ least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY })
})
