import { keypress } from '#commands/keyboard/keypress.ts'
import type { Scope } from '#commands/scope.ts'
import { capturesKeys, type FocusContext, isNativeKey } from './focusContext.ts'

const CHARACTER = /^.$/
/** Keys that insert no text: they are shortcuts in text fields too. */
export const NON_TYPING_KEY = /^((mod|ctrl|alt|meta)\+|f\d+$)/

/** The key in keymap notation; null when the browser, a widget or an input method handles it. */
export function shortcutKey(event: KeyboardEvent, { isEditable }: FocusContext, mac: boolean): string | null {
  if (event.defaultPrevented || capturesKeys(event.target) || isComposing(event, isEditable)) return null
  const key = keypress(event, mac)
  return key === null || isNativeKey(event.target, key) ? null : key
}

/** Whether an input method handles the key. Outside text fields it has nothing to compose, and the key is read by its position. */
const isComposing = ({ isComposing: composes, keyCode, key }: KeyboardEvent, isEditable: boolean): boolean =>
  composes || (isEditable && (keyCode === 229 || key === 'Process'))

/** Whether a key is a shortcut in its focus context. */
export function isShortcutActive(
  key: string,
  { isEditable, isPopup, layers }: FocusContext,
  { app }: Pick<Scope, 'app'>,
): boolean {
  if (CHARACTER.test(key)) return !isEditable && !isPopup && app.characterKeys
  // The browser undoes typing.
  if (isEditable && (key === 'mod+z' || key === 'mod+shift+z')) return false
  if (NON_TYPING_KEY.test(key)) return true
  // Dialogs and menus handle Escape themselves.
  if (isPopup) return false
  return !isEditable || key === 'escape' || layers[0] === 'form'
}
