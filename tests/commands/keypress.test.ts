import { expect, test } from 'vitest'
import { type KeyLike, keypress } from '#commands/keyboard/keypress.ts'

type Held = Partial<Omit<KeyLike, 'getModifierState'>> & { altGraph?: boolean; capsLock?: boolean }

const press = ({ altGraph = false, capsLock = false, ...held }: Held, mac = false) =>
  keypress(
    {
      key: '',
      code: '',
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      shiftKey: false,
      getModifierState: (name) => (name === 'AltGraph' ? altGraph : capsLock),
      ...held,
    },
    mac,
  )

test.each<[string, Held, string | null]>([
  ['a letter', { key: 'j', code: 'KeyJ' }, 'j'],
  ['a letter with Shift', { key: 'G', code: 'KeyG', shiftKey: true }, 'G'],
  ['a letter with Caps Lock on: still the small one', { key: 'J', code: 'KeyJ', capsLock: true }, 'j'],
  ['a letter with Caps Lock and Shift', { key: 'j', code: 'KeyJ', shiftKey: true, capsLock: true }, 'J'],
  ['a sign that needs Shift', { key: '?', code: 'Slash', shiftKey: true }, '?'],
  ['Ctrl', { key: 'k', code: 'KeyK', ctrlKey: true }, 'mod+k'],
  ['Ctrl and Shift', { key: 'Z', code: 'KeyZ', ctrlKey: true, shiftKey: true }, 'mod+shift+z'],
  ['Ctrl and the slash of a German keyboard', { key: '/', code: 'Digit7', ctrlKey: true, shiftKey: true }, 'mod+/'],
  ['an arrow', { key: 'ArrowDown', code: 'ArrowDown' }, 'arrowdown'],
  ['an arrow with Shift', { key: 'ArrowDown', code: 'ArrowDown', shiftKey: true }, 'shift+arrowdown'],
  ['Space with Shift', { key: ' ', code: 'Space', shiftKey: true }, 'shift+space'],
  ['F10 with Shift', { key: 'F10', code: 'F10', shiftKey: true }, 'shift+f10'],
  ['a bare Shift', { key: 'Shift', code: 'ShiftLeft', shiftKey: true }, null],
  ['a full-width letter', { key: 'ｊ', code: 'KeyJ' }, 'j'],
  ['a full-width question mark', { key: '？', code: 'Slash', shiftKey: true }, '?'],
  ['the enumeration comma of a Chinese keyboard', { key: '、', code: 'Backslash' }, '/'],
  ['a Cyrillic letter, by its place', { key: 'о', code: 'KeyJ' }, 'j'],
  ['a Cyrillic capital, by its place', { key: 'П', code: 'KeyG', shiftKey: true }, 'G'],
  ['a Cyrillic letter with Ctrl', { key: 'л', code: 'KeyK', ctrlKey: true }, 'mod+k'],
  ['a key an input method has taken, by its place', { key: 'Process', code: 'KeyJ' }, 'j'],
  ['a key without a name, by its place', { key: 'Unidentified', code: 'Slash', shiftKey: true }, '?'],
  ['a dead key, by its place', { key: 'Dead', code: 'Quote' }, "'"],
  ['AltGr on a German keyboard', { key: '[', code: 'Digit8', ctrlKey: true, altKey: true, altGraph: true }, '['],
  ['AltGr that makes nothing of ours', { key: '€', code: 'KeyE', ctrlKey: true, altKey: true, altGraph: true }, null],
  [
    'AltGr with a letter is the letter and no shortcut',
    { key: 'k', code: 'KeyK', ctrlKey: true, altKey: true, altGraph: true },
    'k',
  ],
  ['the hash of a French keyboard', { key: '#', code: 'Digit3', ctrlKey: true, altKey: true, altGraph: true }, '#'],
  ['Alt with an arrow', { key: 'ArrowDown', code: 'ArrowDown', altKey: true }, 'alt+arrowdown'],
])('%s', (_, held, expected) => {
  expect(press(held)).toBe(expected)
})

test.each<[string, Held, string | null]>([
  ['Cmd', { key: 'k', code: 'KeyK', metaKey: true }, 'mod+k'],
  ['Ctrl is not Cmd', { key: 'n', code: 'KeyN', ctrlKey: true }, 'ctrl+n'],
  ['Option makes the bracket of a German Mac', { key: '[', code: 'Digit5', altKey: true }, '['],
  ['Cmd with Option makes no bracket', { key: '[', code: 'Digit5', metaKey: true, altKey: true }, 'mod+alt+['],
  ['Option with a letter stays what it is', { key: 'k', code: 'KeyK', altKey: true }, 'alt+k'],
])('on a Mac: %s', (_, held, expected) => {
  expect(press(held, true)).toBe(expected)
})
