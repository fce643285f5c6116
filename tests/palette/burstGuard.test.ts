import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBurstGuard } from '../../src/keyboard/typing/burstGuard.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Presses `key:kind` items, each so many milliseconds after the previous one; returns what ran, `!` for the message. */
function pressed(keys: string, apart: number): string {
  const ran: string[] = []
  const guard = createBurstGuard(() => ran.push('!'))
  let at = 1_000
  for (const item of keys.split(' ')) {
    const [key = '', kind = 'other'] = item.split(':') as [string, 'movement' | 'other' | 'outward']
    guard.press({ key, at, kind, run: () => ran.push(key) })
    at += apart
    vi.advanceTimersByTime(apart)
  }
  vi.advanceTimersByTime(1_000)
  return ran.join(' ')
}

test.each([
  ['a single key runs', 'e', 500, 'e'],
  ['an outward key runs after a short wait', 'w:outward', 500, 'w'],
  ['keys one after the other run', 'e w:outward d', 200, 'e w d'],
  ['movement runs in any burst', 'j:movement k:movement j:movement', 20, 'j k j'],
  ['a key soon after a movement runs', 'j:movement w:outward', 20, 'j w'],
  ['a repeated key is no text', 'e e e', 20, 'e e e'],
  ['the second of two quick keys waits for a pause', 'e u', 20, 'e u'],
  ['text runs no outward key, not even the first', 'w:outward a:outward t e r', 20, '!'],
])('%s', (_, keys, apart, ran) => {
  expect(pressed(keys, apart)).toBe(ran)
})
