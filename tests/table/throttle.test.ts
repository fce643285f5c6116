import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { subscribeThrottled } from '../../src/table/throttle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function subscribed() {
  const listeners = new Set<() => void>()
  const changed = vi.fn()
  const leave = subscribeThrottled(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    changed,
    80,
  )
  return { changed, leave, notify: () => listeners.forEach((listener) => void listener()) }
}

test('the first change is reported at once, and the last of those within the interval at its end', () => {
  const { changed, notify } = subscribed()
  notify()
  expect(changed).toHaveBeenCalledTimes(1)
  notify()
  notify()
  expect(changed).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(80)
  expect(changed).toHaveBeenCalledTimes(2)
})

test('nothing is reported after the subscription has ended', () => {
  const { changed, leave, notify } = subscribed()
  notify()
  notify()
  leave()
  vi.advanceTimersByTime(1_000)
  expect(changed).toHaveBeenCalledTimes(1)
})
