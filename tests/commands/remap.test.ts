import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_PREFIX, readKey } from '#commands/keyboard/chord.ts'
import { applyKeyChanges, CUSTOMIZABLE_LAYERS, type KeyChanges } from '#commands/keyboard/keyChanges.ts'
import { createActiveKeymap, keymap } from '#commands/keyboard/keymap.ts'
import { defaultKeys, findKeyIssues, isFixed, RESERVED, withBinding } from '#commands/keyboard/remap.ts'

const faults = (changes: KeyChanges) =>
  findKeyIssues(changes).map(({ id, keys, kind, other }) => [
    id,
    keys,
    kind,
    ...(other === undefined ? [] : [other.id, other.keys]),
  ])

test('Without changes the default keymap applies and has no issues', () => {
  expect(applyKeyChanges({})).toEqual(keymap)
  expect(findKeyIssues({})).toEqual([])
})

test('Chosen keys replace the default keys of a binding', () => {
  const changes: KeyChanges = { grid: { 'list.refresh': ['R', 'mod+e'], 'list.export': [] }, global: { 'theme.dark': ['g z'] } }
  expect(findKeyIssues(changes)).toEqual([])
  const { layers, keysFor } = createActiveKeymap(applyKeyChanges(changes))
  expect(keysFor('list.refresh')).toEqual(['R', 'mod+e'])
  expect(keysFor('list.export')).toEqual([])
  expect(keysFor('theme.dark')).toEqual(['g z'])
  expect(readKey(layers, NO_PREFIX, 'r', ['grid', 'global'])).toEqual({ kind: 'none' })
  expect(readKey(layers, NO_PREFIX, 'R', ['grid', 'global'])).toMatchObject({ binding: 'list.refresh' })
  expect(readKey(layers, { count: '', keys: ['g'] }, 'z', ['grid', 'global'])).toMatchObject({ binding: 'theme.dark' })
})

test('Changing the key of an alias applies to all its commands', () => {
  const { keysFor } = createActiveKeymap(applyKeyChanges({ global: { 'go.payin': ['g 1'] } }))
  expect([keysFor('nav.txn.payin'), keysFor('nav.payinA')]).toEqual([['g 1'], ['g 1']])
})

describe('Key issues are reported with the conflicting binding', () => {
  test.each<[what: string, changes: KeyChanges, found: unknown[]]>([
    ['the same key', { grid: { 'list.refresh': ['x'] } }, [['list.refresh', 'x', 'same', 'sel.toggle', 'x']]],
    ['the same key everywhere', { global: { 'theme.dark': ['x'] } }, [['theme.dark', 'x', 'same', 'sel.toggle', 'x']]],
    ['a digit of a count', { grid: { 'list.refresh': ['5'] } }, [['list.refresh', '5', 'same', 'count', '5']]],
    ['the beginning of a chord', { grid: { 'list.refresh': ['y'] } }, [['list.refresh', 'y', 'begins', 'copy.number', 'y y']]],
    [
      'a chord that begins with a key',
      { grid: { 'list.refresh': ['x x'] } },
      [['list.refresh', 'x x', 'begun', 'sel.toggle', 'x']],
    ],
    [
      'two changes',
      { grid: { 'list.refresh': ['Q'], 'list.export': ['Q'] } },
      [
        ['list.refresh', 'Q', 'same', 'list.export', 'Q'],
        ['list.export', 'Q', 'same', 'list.refresh', 'Q'],
      ],
    ],
    ['a key of the browser', { global: { 'theme.dark': ['mod+t'] } }, [['theme.dark', 'mod+t', 'reserved']]],
    ['a letter with Alt', { global: { 'theme.dark': ['alt+e'] } }, [['theme.dark', 'alt+e', 'reserved']]],
    ['a letter with Ctrl and Alt', { global: { 'theme.dark': ['mod+alt+e'] } }, [['theme.dark', 'mod+alt+e', 'reserved']]],
    ['what moves the focus', { global: { 'theme.dark': ['tab'] } }, [['theme.dark', 'tab', 'reserved']]],
    [
      'what scrolls',
      { global: { 'theme.dark': ['pagedown'] } },
      [
        ['theme.dark', 'pagedown', 'reserved'],
        ['theme.dark', 'pagedown', 'same', 'row.pageDown', 'pagedown'],
      ],
    ],
    [
      'keys of text fields in a form',
      { form: { 'form.submit': ['mod+a', 'mod+c', 'mod+arrowright', 'shift+home', 'arrowleft', 'space', 'mod+e'] } },
      ['mod+a', 'mod+c', 'mod+arrowright', 'shift+home', 'arrowleft', 'space'].map((keys) => ['form.submit', keys, 'reserved']),
    ],
    [
      'keys of text fields and of the browser everywhere',
      {
        global: { 'theme.dark': ['mod+backspace', 'mod+arrowleft', 'shift+arrowleft', 'alt+arrowleft', 'f10', 'mod+shift+i'] },
      },
      ['mod+backspace', 'mod+arrowleft', 'shift+arrowleft', 'alt+arrowleft', 'f10', 'mod+shift+i'].map((keys) => [
        'theme.dark',
        keys,
        'reserved',
      ]),
    ],
    [
      'keys of text fields on a page',
      { page: { 'dashboard.refresh': ['mod+a'] } },
      [['dashboard.refresh', 'mod+a', 'reserved']],
    ],
    [
      'keys of the rows of a statement',
      { grid: { 'list.refresh': ['o'] }, global: { 'theme.dark': ['m q'] } },
      [
        ['theme.dark', 'm q', 'begun', 'reconcile.amount', 'm'],
        ['list.refresh', 'o', 'same', 'reconcile.openOnly', 'o'],
      ],
    ],
    ['a chord with a modifier', { global: { 'theme.dark': ['mod+e x'] } }, [['theme.dark', 'mod+e x', 'held']]],
    [
      'no key at all',
      { global: { 'theme.dark': ['ctrl-x', ''] } },
      [
        ['theme.dark', 'ctrl-x', 'unreadable'],
        ['theme.dark', '', 'unreadable'],
      ],
    ],
    ['a capital with Ctrl', { global: { 'theme.dark': ['mod+E'] } }, [['theme.dark', 'mod+E', 'unreadable']]],
    ['a command that is none', { global: { 'no.such': ['g z'] } }, [['no.such', '', 'unknown']]],
    ['the way out', { global: { escape: ['g z'] } }, [['escape', '', 'fixed']]],
    ['no way into the palette', { global: { 'palette.toggle': ['g z'] } }, [['palette.toggle', '', 'needed']]],
  ])('%s', (_, changes, found) => {
    expect(faults(changes)).toEqual(found)
  })
})

test('Layers that are never active together may share a key', () => {
  expect(findKeyIssues({ detail: { 'detail.full': ['x'] } })).toEqual([])
})

test('Default keys stay with their binding, those of text fields and those with another meaning in a statement included', () => {
  expect(
    findKeyIssues({
      grid: { 'list.export': ['E', 'Q'], 'list.selectAll': ['mod+a', 'mod+e'] },
      form: { 'form.refill': ['mod+arrowup', 'mod+e'] },
      global: { 'call.end': ['mod+shift+backspace', 'g z'] },
    }),
  ).toEqual([])
})

test('Keys removed from one binding can be used by another', () => {
  expect(findKeyIssues({ grid: { 'sel.toggle': ['space'], 'list.refresh': ['x'] } })).toEqual([])
})

test('Default keys are not stored as a change', () => {
  const some = withBinding({}, 'grid', 'list.refresh', ['R'])
  expect(some).toEqual({ grid: { 'list.refresh': ['R'] } })
  expect(withBinding(some, 'grid', 'list.refresh', ['r'])).toEqual({})
  expect(withBinding(some, 'grid', 'list.refresh', null)).toEqual({})
  expect(withBinding(some, 'detail', 'detail.full', [])).toEqual({ ...some, detail: { 'detail.full': [] } })
})

test('Accepted changes contain no reserved keys and no key that hides a chord', () => {
  const places = CUSTOMIZABLE_LAYERS.flatMap((layer) =>
    [...new Set(Object.values(keymap[layer]) as string[])].filter((id) => !isFixed(id)).map((id) => ({ layer, id })),
  )
  const key = fc.constantFrom(...'abcdgixyzGR,;5'.split(''), 'mod+e', 'mod+t', 'enter', 'f2', 'alt+arrowup', 'tab')
  const keys = fc.array(key, { minLength: 1, maxLength: 2 }).map((parts) => parts.join(' '))
  const change = fc.record({ place: fc.constantFrom(...places), keys: fc.array(keys, { maxLength: 2 }) })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 4 }), (chosen) => {
      const changes = chosen.reduce<KeyChanges>((all, { place, keys: own }) => withBinding(all, place.layer, place.id, own), {})
      fc.pre(findKeyIssues(changes).length === 0)
      const made = applyKeyChanges(changes)
      for (const layer of CUSTOMIZABLE_LAYERS) {
        const own = Object.keys(made[layer] ?? {})
        const all = [...new Set([...own, ...Object.keys(made.global ?? {})])]
        for (const one of all) {
          expect(one.split(' ').some((part) => RESERVED.has(part))).toBe(false)
          // A chord that starts with a bound key could never be typed. The keymap itself has no such chord.
          expect(all.filter((other) => other.startsWith(`${one} `))).toEqual([])
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('Every binding of the keymap has default keys', () => {
  expect(defaultKeys('grid', 'row.next')).toEqual(['arrowdown', 'j'])
})
