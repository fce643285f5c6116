import type { PressedKeys } from '#machines/chord/chordMachine.ts'
import type { Binding, Keymap, Layer } from './keymap.ts'

export const NO_PREFIX: PressedKeys = { count: '', keys: [] }

export const isPrefix = ({ count, keys }: PressedKeys): boolean => count !== '' || keys.length > 0

/** The meaning of one more key. */
export type KeyReading =
  | { kind: 'binding'; binding: Exclude<Binding, 'count'>; count: string | null }
  | { kind: 'waits'; pressed: PressedKeys }
  /** This key does not continue the prefix. */
  | { kind: 'unknown'; pressed: PressedKeys }
  | { kind: 'none' }

// Ten million rows have eight digits; more is a typo.
const LONGEST_COUNT = 9

/** Reads one key after the prefix. The first layer with a matching binding or prefix wins. */
export function readKey(keymap: Keymap, prefix: PressedKeys, key: string, layers: readonly Layer[]): KeyReading {
  const keys = [...prefix.keys, key]
  const pressed = { count: prefix.count, keys }
  const sequence = keys.join(' ')
  for (const layer of layers) {
    const bindings = keymap[layer] ?? {}
    const binding = bindings[sequence]
    if (binding === 'count') return readDigit(prefix, key)
    if (binding !== undefined) return { kind: 'binding', binding, count: prefix.count === '' ? null : prefix.count }
    if (Object.keys(bindings).some((bound) => bound.startsWith(`${sequence} `))) return { kind: 'waits', pressed }
  }
  return isPrefix(prefix) ? { kind: 'unknown', pressed } : { kind: 'none' }
}

/** A count cannot start with zero. */
function readDigit({ count, keys }: PressedKeys, digit: string): KeyReading {
  const pressed = { count: (count + digit).slice(0, LONGEST_COUNT), keys }
  return pressed.count === '0' ? { kind: 'none' } : { kind: 'waits', pressed }
}

/** The bindings that can follow the prefix. A key is several keys long where more of the chord is left. */
export function continuations(
  keymap: Keymap,
  { count, keys }: PressedKeys,
  layers: readonly Layer[],
): { key: string; binding: Binding }[] {
  if (keys.length === 0 && count !== '') return []
  const start = `${keys.join(' ')} `
  const found = new Map<string, Binding>()
  for (const layer of layers) {
    for (const [sequence, binding] of Object.entries(keymap[layer] ?? {})) {
      const rest = sequence.slice(start.length)
      if (sequence.startsWith(start) && !found.has(rest)) found.set(rest, binding)
    }
  }
  return Array.from(found, ([key, binding]) => ({ key, binding }))
}
