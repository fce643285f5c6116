import { createStore as createAtoms } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { findKeyIssues, withBinding, withoutIssues } from '#commands/keyboard/remap.ts'
import { openStorage } from '../../src/state/browserStorage.ts'
import { createPreferences } from '../../src/state/preferences.ts'
import { createStore } from '../../src/state/storage.ts'

beforeEach(() => localStorage.clear())

/** The preferences of one more tab, and a function that gives a command a key. */
function openTab() {
  const preferences = createPreferences(createStore(openStorage(() => localStorage)), createAtoms(), window)
  const bind = (id: string, keys: string) =>
    preferences.changeKeys(
      (stored) => withBinding(stored, 'grid', id, [keys]),
      (keys) => findKeyIssues(keys).length === 0,
    )
  return { preferences, bind }
}

test('a changed key keeps the changes of another tab', () => {
  const [one, other] = [openTab(), openTab()]
  one.bind('list.refresh', 'R')
  other.bind('list.export', 'Q')
  expect(other.preferences.keymap.get().keysFor('list.refresh')).toEqual(['R'])
  expect(openTab().preferences.get().keys).toEqual({ grid: { 'list.refresh': ['R'], 'list.export': ['Q'] } })
})

test('a changed key stays valid when another tab has given it to another command', () => {
  const [one, other] = [openTab(), openTab()]
  one.bind('list.refresh', 'R')
  other.bind('list.export', 'R')
  expect(openTab().preferences.get().keys).toEqual({ grid: { 'list.export': ['R'] } })
})

test('of stored keys only those that are invalid are ignored, and stay stored', () => {
  const stored = {
    // The keys of two commands, exchanged: without the first, the second takes a default key.
    grid: { 'list.refresh': ['Tab+x'], 'list.export': ['r'], 'list.compare': ['Q'] },
    page: { 'command.of.another.version': ['Z'] },
  }
  localStorage.setItem('paydesk.keys', JSON.stringify(stored))
  const { preferences } = openTab()
  preferences.checkKeys(withoutIssues)
  expect(preferences.get().keys).toEqual({ grid: { 'list.compare': ['Q'] } })
  expect(preferences.keymap.get().keysFor('list.compare')).toEqual(['Q'])
  expect(JSON.parse(localStorage.getItem('paydesk.keys')!)).toEqual(stored)
})
