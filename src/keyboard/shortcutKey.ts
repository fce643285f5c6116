import { keypress } from '#commands/keyboard/keypress.ts'
import type { Scope } from '#commands/scope.ts'
import { capturesKeys, type FocusContext, isNativeKey } from './focusContext.ts'

const CHARACTER = /^.$/
/** Keys that write nothing: they are heard wherever the focus is. */
export const NON_TYPING_KEY = /^((mod|ctrl|alt|meta)\+|f\d+$)/

/** The key as it is written in the keymap; null where it is somebody else's. */
export function shortcutKey(event: KeyboardEvent, { isEditable }: FocusContext, mac: boolean): string | null {
  if (event.defaultPrevented || capturesKeys(event.target) || isComposing(event, isEditable)) return null
  const key = keypress(event, mac)
  return key === null || isNativeKey(event.target, key) ? null : key
}

/** Whether an input method has the key. Outside of text it has nothing to compose, and the key is read by its position. */
const isComposing = ({ isComposing: composes, keyCode, key }: KeyboardEvent, isEditable: boolean): boolean =>
  composes || (isEditable && (keyCode === 229 || key === 'Process'))

/** Whether a key is a shortcut at all where it was pressed. */
export function isShortcutActive(
  key: string,
  { isEditable, isPopup, layers }: FocusContext,
  { app }: Pick<Scope, 'app'>,
): boolean {
  if (CHARACTER.test(key)) return !isEditable && !isPopup && app.characterKeys
  // What is typed is taken back by the browser.
  if (isEditable && (key === 'mod+z' || key === 'mod+shift+z')) return false
  if (NON_TYPING_KEY.test(key)) return true
  // A dialog closes itself.
  if (isPopup) return false
  return !isEditable || key === 'escape' || layers[0] === 'form'
}
