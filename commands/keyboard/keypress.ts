import { halfWidth } from '../norm.ts'

/** As much of a keyboard event as tells which key it was. */
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

/** Keys for which the browser does not say what they would write. */
const UNIDENTIFIED = new Set(['Process', 'Unidentified', 'Dead'])

const PRINTABLE = /^[\x20-\x7e]$/
const LETTER = /^[a-z]$/i

// Where a key sits on a US keyboard: what it writes, without and with Shift.
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
 * Which key was pressed, as the keymap writes it: `j`, `G`, `?`, `mod+k`, `shift+arrowdown`; null for a bare modifier.
 * Characters are what they write, whatever the layout, half-width; a layout that writes none of ours is read by position.
 */
export function keypress(event: KeyLike, mac: boolean): string | null {
  if (MODIFIERS.has(event.key)) return null
  // AltGr looks like Ctrl with Alt, and is neither: it only makes characters.
  if (event.getModifierState('AltGraph')) return PRINTABLE.test(event.key) ? event.key : null
  const character = characterOf(event)
  const mod = mac ? event.metaKey : event.ctrlKey
  const held = [mod && 'mod', mac ? event.ctrlKey && 'ctrl' : event.metaKey && 'meta', event.altKey && 'alt']
  if (character === null || character === ' ') {
    return named(character === ' ' ? 'space' : event.key.toLowerCase(), [...held, event.shiftKey && 'shift'])
  }
  // Option is the AltGr of a Mac.
  if (mac && event.altKey && !mod && !LETTER.test(character)) return character
  if (held.every((one) => one === false)) return character
  const isShifted = event.shiftKey && LETTER.test(character)
  return named(LETTER.test(character) ? character.toLowerCase() : character, [...held, isShifted && 'shift'])
}

const named = (key: string, held: readonly (string | false)[]): string =>
  [...held.filter((one) => one !== false), key].join('+')

/** The character a key stands for, or null for a key that has a name. */
function characterOf(event: KeyLike): string | null {
  const { key, code, shiftKey } = event
  if (!UNIDENTIFIED.has(key) && key.length > 1) return null
  const written = halfWidth(key)
  if (UNIDENTIFIED.has(key) || !PRINTABLE.test(written)) return byPosition(code, shiftKey)
  // Caps Lock must not turn a movement into a selection.
  return LETTER.test(written) && event.getModifierState('CapsLock') ? cased(written, shiftKey) : written
}

const cased = (letter: string, isShifted: boolean): string => (isShifted ? letter.toUpperCase() : letter.toLowerCase())

function byPosition(code: string, isShifted: boolean): string | null {
  if (/^Key[A-Z]$/.test(code)) return cased(code.slice(3), isShifted)
  if (/^Digit\d$/.test(code)) return isShifted ? (SHIFTED_DIGITS[Number(code.slice(5))] ?? null) : code.slice(5)
  return US[code]?.[isShifted ? 1 : 0] ?? null
}
