import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onDayEnd } from '../../src/screens/dashboard/dayEnd.ts'

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-21T23:59:58+07:00') }))
afterEach(() => vi.useRealTimers())

test('each day in WIB ends once, a moment after midnight, until nothing waits for it', () => {
  const ends: string[] = []
  const stop = onDayEnd({ now: () => Date.now() }, () => ends.push(new Date().toISOString()))
  vi.advanceTimersByTime(2_000)
  expect(ends).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(ends).toEqual(['2026-11-21T17:00:01.000Z'])
  vi.advanceTimersByTime(86_399_000)
  expect(ends).toHaveLength(1)
  vi.advanceTimersByTime(1_000)
  expect(ends).toEqual(['2026-11-21T17:00:01.000Z', '2026-11-22T17:00:01.000Z'])
  stop()
  vi.advanceTimersByTime(2 * 86_400_000)
  expect(ends).toHaveLength(2)
})
