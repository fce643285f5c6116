import { expect, test } from 'vitest'
import type { PreferenceValues } from '../../src/state/preferences.ts'
import { formatPreferences, parsePreferences } from '../../src/state/preferencesFile.ts'

const likings: PreferenceValues = {
  theme: 'dark',
  density: 'compact',
  pageSize: 50,
  motion: 'none',
  characterKeys: false,
  chordLimit: null,
  keys: { grid: { 'list.refresh': ['R'] } },
}

test('a saved file is read back unchanged', () => {
  expect(parsePreferences(formatPreferences(likings))).toEqual({ likings })
})

test('preferences missing from the file stay unchanged', () => {
  expect(parsePreferences('{"paydesk":1,"theme":"light"}')).toEqual({ likings: { theme: 'light' } })
})

test.each<[what: string, file: unknown, faults: unknown[]]>([
  ['another file', { theme: 'dark' }, [{ kind: 'foreign' }]],
  ['a list', [], [{ kind: 'foreign' }]],
  [
    'several things at once',
    { paydesk: 1, theme: 'pink', pageSize: 7, colour: 'red', chordLimit: 1500 },
    [
      { kind: 'value', at: 'theme', may: '"system", "light", "dark"' },
      { kind: 'value', at: 'pageSize', may: '10, 20, 50, 100, 500, 1000' },
      { kind: 'unknown', at: 'colour' },
    ],
  ],
  ['keys of a layer that is none', { paydesk: 1, keys: { palette: { x: ['y'] } } }, [{ kind: 'unknown', at: 'keys.palette' }]],
  [
    'keys that are no list',
    { paydesk: 1, keys: { grid: { 'list.refresh': 'R' } } },
    [{ kind: 'value', at: 'keys.grid.list.refresh', may: '["g x"]' }],
  ],
  [
    'keys that are taken',
    { paydesk: 1, keys: { grid: { 'list.refresh': ['x'] } } },
    [
      {
        kind: 'key',
        fault: { layer: 'grid', id: 'list.refresh', keys: 'x', kind: 'same', other: { id: 'sel.toggle', keys: 'x' } },
      },
    ],
  ],
])('all errors of %s are reported, and nothing is applied', (_, file, faults) => {
  expect(parsePreferences(JSON.stringify(file))).toEqual({ faults })
})

test('invalid JSON is reported with its position', () => {
  expect(parsePreferences('{"paydesk":1,')).toMatchObject({ faults: [{ kind: 'json' }] })
})
