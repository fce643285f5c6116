import fc from 'fast-check'
import { expect, test } from 'vitest'
import { continuations, type KeyReading, NO_PREFIX, readKey } from '#commands/keyboard/chord.ts'
import { keymap, type Layer } from '#commands/keyboard/keymap.ts'
import type { PressedKeys } from '#machines/chord/chordMachine.ts'

const GRID: Layer[] = ['grid', 'global']

/** Types the keys in order and returns the reading of the last one. */
function typed(keys: string, layers: readonly Layer[] = GRID): KeyReading {
  let prefix: PressedKeys = NO_PREFIX
  let reading: KeyReading = { kind: 'none' }
  for (const key of keys.split(' ')) {
    reading = readKey(keymap, prefix, key, layers)
    prefix = reading.kind === 'waits' ? reading.pressed : NO_PREFIX
  }
  return reading
}

test.each<[string, KeyReading]>([
  ['j', { kind: 'binding', binding: 'row.next', count: null }],
  ['1 2 j', { kind: 'binding', binding: 'row.next', count: '12' }],
  ['4 3 1 2 G', { kind: 'binding', binding: 'row.last', count: '4312' }],
  ['1 0 j', { kind: 'binding', binding: 'row.next', count: '10' }],
  ['g', { kind: 'waits', pressed: { count: '', keys: ['g'] } }],
  ['g g', { kind: 'binding', binding: 'row.first', count: null }],
  ['5 g g', { kind: 'binding', binding: 'row.first', count: '5' }],
  ['g i', { kind: 'binding', binding: 'go.payin', count: null }],
  ['t 7', { kind: 'binding', binding: 'range.last7', count: null }],
  ['g q', { kind: 'unknown', pressed: { count: '', keys: ['g', 'q'] } }],
  ['1 2 q', { kind: 'unknown', pressed: { count: '12', keys: ['q'] } }],
  ['0', { kind: 'none' }],
  ['q', { kind: 'none' }],
  ['mod+k', { kind: 'binding', binding: 'palette.toggle', count: null }],
])('%s in a list', (keys, expected) => {
  expect(typed(keys)).toEqual(expected)
})

test('The focused layer takes precedence over the global layer', () => {
  expect(typed('j', ['detail', 'global'])).toEqual({ kind: 'binding', binding: 'detail.next', count: null })
  expect(typed('g i', ['detail', 'global'])).toEqual({ kind: 'binding', binding: 'go.payin', count: null })
  expect(typed('j', ['dialog', 'global'])).toEqual({ kind: 'none' })
  expect(typed('?', ['form', 'global'])).toEqual({ kind: 'binding', binding: 'help.keys', count: null })
})

test('Continuations of a prefix key come from all active layers', () => {
  expect(continuations(keymap, { count: '', keys: ['g'] }, GRID)).toEqual([
    { key: 'g', binding: 'row.first' },
    { key: 'd', binding: 'go.dashboard' },
    { key: 'i', binding: 'go.payin' },
    { key: 'o', binding: 'go.payout' },
    { key: 'k', binding: 'go.checkout' },
    { key: 'r', binding: 'go.rechargeList' },
    { key: 'w', binding: 'go.withdrawList' },
    { key: 'a', binding: 'go.accountDetail' },
    { key: 'y', binding: 'go.accountDaily' },
    { key: 'm', binding: 'go.merchant' },
    { key: 's', binding: 'go.secret' },
    { key: 'p', binding: 'go.iplist' },
    { key: 'u', binding: 'go.subMerchants' },
    { key: 'x', binding: 'go.simulation' },
    { key: 'b', binding: 'go.balance' },
    { key: 'n', binding: 'notices.open' },
    { key: 'e', binding: 'reconcile.start' },
    { key: 'h', binding: 'nav.settings.history' },
    { key: 'j', binding: 'nav.runs' },
    { key: ',', binding: 'nav.settings.preferences' },
    { key: 'l', binding: 'view.pick' },
  ])
  expect(continuations(keymap, { count: '12', keys: [] }, GRID)).toEqual([])
})

test('No key sequence is both a binding and a prefix, and every prefix has a continuation', () => {
  const key = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzGEFJK?:#/[]+;0123456789', 'arrowdown', 'enter', 'space', 'f2')
  fc.assert(
    fc.property(fc.array(key, { minLength: 1, maxLength: 6 }), fc.constantFrom<Layer>('grid', 'detail'), (keys, layer) => {
      const layers: Layer[] = [layer, 'global']
      let prefix: PressedKeys = NO_PREFIX
      for (const one of keys) {
        const reading = readKey(keymap, prefix, one, layers)
        if (reading.kind === 'waits' && reading.pressed.keys.length > 0) {
          expect(continuations(keymap, reading.pressed, layers)).not.toEqual([])
        }
        // An unbound first key is left to the browser; it is not an unknown chord.
        if (prefix === NO_PREFIX) expect(reading.kind).not.toBe('unknown')
        prefix = reading.kind === 'waits' ? reading.pressed : NO_PREFIX
      }
    }),
  )
})
