import { halfWidth } from '../norm.ts'

/** The part of a keyboard event that identifies the key. */
export interface KeyLike {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  getModifierState(name: 'AltGraph' | 'CapsLock'): boolean
}

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock', 'Fn', 'Hyper', 'Super', 'OS'])

/** Values of `event.key` for which the browser does not give a character. */
const UNIDENTIFIED = new Set(['Process', 'Unidentified', 'Dead'])

const PRINTABLE = /^[\x20-\x7e]$/
const LETTER = /^[a-z]$/i

// Position on a US keyboard -> characters without and with Shift.
const US: Record<string, string> = {
  Backquote: '`~',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: '\'"',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Space: '  ',
}
const SHIFTED_DIGITS = ')!@#$%^&*('

/**
 * The pressed key as the keymap writes it: `j`, `G`, `?`, `mod+k`, `shift+arrowdown`; null for a modifier alone. Characters are
 * independent of the layout and half-width. On layouts without ASCII characters, the key's position decides.
 */
export function keypress(event: KeyLike, mac: boolean): string | null {
  if (MODIFIERS.has(event.key)) return null
  // AltGr reports Ctrl and Alt, but only produces characters.
  if (event.getModifierState('AltGraph')) return PRINTABLE.test(event.key) ? event.key : null
  const character = characterOf(event)
  const mod = mac ? event.metaKey : event.ctrlKey
  const modifiers = [mod && 'mod', mac ? event.ctrlKey && 'ctrl' : event.metaKey && 'meta', event.altKey && 'alt']
  if (character === null || character === ' ') {
    return named(character === ' ' ? 'space' : event.key.toLowerCase(), [...modifiers, event.shiftKey && 'shift'])
  }
  // Option on macOS works like AltGr.
  if (mac && event.altKey && !mod && !LETTER.test(character)) return character
  if (modifiers.every((one) => one === false)) return character
  const isShifted = event.shiftKey && LETTER.test(character)
  return named(LETTER.test(character) ? character.toLowerCase() : character, [...modifiers, isShifted && 'shift'])
}

const named = (key: string, held: readonly (string | false)[]): string =>
  [...held.filter((one) => one !== false), key].join('+')

/** The character of a key, or null for a named key. */
function characterOf(event: KeyLike): string | null {
  const { key, code, shiftKey } = event
  if (!UNIDENTIFIED.has(key) && key.length > 1) return null
  const written = halfWidth(key)
  if (UNIDENTIFIED.has(key) || !PRINTABLE.test(written)) return byPosition(code, shiftKey)
  // Caps Lock must not turn `j` (move) into `J` (select).
  return LETTER.test(written) && event.getModifierState('CapsLock') ? cased(written, shiftKey) : written
}

const cased = (letter: string, isShifted: boolean): string => (isShifted ? letter.toUpperCase() : letter.toLowerCase())

function byPosition(code: string, isShifted: boolean): string | null {
  if (/^Key[A-Z]$/.test(code)) return cased(code.slice(3), isShifted)
  if (/^Digit\d$/.test(code)) return isShifted ? (SHIFTED_DIGITS[Number(code.slice(5))] ?? null) : code.slice(5)
  return US[code]?.[isShifted ? 1 : 0] ?? null
}
