import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { type ChordEvent, chordMachine } from '#machines/chord/chordMachine.ts'
import { pathsOf } from './paths.ts'

const waits = (count: string, ...keys: string[]): ChordEvent => ({
  type: 'key.waits',
  pressed: { count, keys },
  layers: ['grid', 'global'],
})

function typing({ limit = 1_500 as number | null } = {}) {
  const clock = new SimulatedClock()
  const chord = createActor(chordMachine, { clock, input: { limit } }).start()
  const state = () => JSON.stringify(chord.getSnapshot().value)
  return { clock, chord, state }
}

test('paths of a prefix', () => {
  const after = (delay: string, state: string) => ({ type: `xstate.after.${delay}.chord.${state}` }) as unknown as ChordEvent
  const events = [
    waits('', 'g'),
    { type: 'key.settled' },
    { type: 'key.unknown', pressed: { count: '', keys: ['g', 'q'] } },
    { type: 'key.forgotten' },
    after('hintDelay', 'prefix.quiet'),
    after('limit', 'prefix'),
    after('telling', 'unknown'),
  ] satisfies ChordEvent[]
  expect(pathsOf(chordMachine, events, { limit: 1_500 })).toMatchInlineSnapshot(`
    "⇒ "idle"
    key.waits ⇒ {"prefix":"quiet"}
    key.unknown ⇒ "unknown"
    key.waits → xstate.after.hintDelay.chord.prefix.quiet ⇒ {"prefix":"hinted"}"
  `)
})

test('the hint appears after 300 ms, stays for the next key, and disappears after the limit, which starts again with each key', () => {
  const { clock, chord, state } = typing()
  chord.send(waits('1'))
  expect(state()).toBe('{"prefix":"quiet"}')
  clock.increment(299)
  expect(state()).toBe('{"prefix":"quiet"}')
  clock.increment(1)
  expect(state()).toBe('{"prefix":"hinted"}')
  clock.increment(1_100)
  chord.send(waits('12'))
  expect(state()).toBe('{"prefix":"hinted"}')
  clock.increment(1_499)
  expect(state()).toBe('{"prefix":"hinted"}')
  clock.increment(1)
  expect(state()).toBe('"idle"')
  expect(chord.getSnapshot().context.pressed).toEqual({ count: '', keys: [] })
})

test.each([3_000, 5_000])('the limit can be set to %i ms', (limit) => {
  const { clock, chord, state } = typing()
  chord.send({ type: 'limit.set', limit })
  chord.send(waits('', 'g'))
  clock.increment(limit - 1)
  expect(state()).toBe('{"prefix":"hinted"}')
  clock.increment(1)
  expect(state()).toBe('"idle"')
})

test('without a limit a key waits indefinitely', () => {
  const { clock, chord, state } = typing({ limit: null })
  chord.send(waits('', 'g'))
  clock.increment(24 * 60 * 60_000)
  expect(state()).toBe('{"prefix":"hinted"}')
})

test('an unknown key is shown for 3 s, and the next unknown key again', () => {
  const { clock, chord, state } = typing()
  chord.send(waits('', 'g'))
  chord.send({ type: 'key.unknown', pressed: { count: '', keys: ['g', 'q'] } })
  clock.increment(2_000)
  chord.send(waits('', 's'))
  chord.send({ type: 'key.unknown', pressed: { count: '', keys: ['s', 'q'] } })
  expect(chord.getSnapshot().context.pressed).toEqual({ count: '', keys: ['s', 'q'] })
  clock.increment(2_999)
  expect(state()).toBe('"unknown"')
  clock.increment(1)
  expect(state()).toBe('"idle"')
})
