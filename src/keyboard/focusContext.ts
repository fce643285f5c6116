import type { Layer } from '#commands/keyboard/keymap.ts'
import { keypress } from '#commands/keyboard/keypress.ts'
import type { Scope } from '#commands/scope.ts'
import type { Scopes } from '../state/activeScopes.ts'

/** The focused area, as far as it affects keys. */
interface FocusContext {
  /** Keymap layers to look up, in this order. */
  layers: readonly Layer[]
  /** Whether text is typed here: characters and caret keys belong to the field. */
  isEditable: boolean
  /** Whether a dialog or menu has the focus; it handles Escape and its own keys. */
  isPopup: boolean
}

function layersOf(layer: Layer | 'none', { list }: Pick<Scopes, 'list'>): readonly Layer[] {
  if (layer === 'grid' && list?.isLocal === true) return ['statement', 'grid', 'global']
  return layer === 'none' || layer === 'global' ? ['global'] : [layer, 'global']
}

const LAYER_SELECTOR = '[data-layer], [role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]'

/** Marks an element that passes typed text on to a field, so that characters are not commands there. */
export const TYPES_INTO_FIELD = { 'data-types': '' } as const

const EDITABLE_SELECTOR =
  '[data-types], ' +
  'textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="searchbox"], [role="combobox"], ' +
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="reset"], [type="file"], [type="range"])'

/**
 * The focus context of a key event's target. With the focus on the page itself, as after a click on an empty area, it is the open
 * list, row detail, dashboard or form.
 */
export function focusContextOf(target: EventTarget | null, activeScopes: Scopes): FocusContext {
  if (!(target instanceof Element) || target.matches('body, html, main')) {
    return { layers: layersOf(openLayer(activeScopes), activeScopes), isEditable: false, isPopup: false }
  }
  const layerElement = target.closest<HTMLElement>(LAYER_SELECTOR)
  const layer = layerElement === null ? 'none' : ((layerElement.dataset.layer as Layer | undefined) ?? 'dialog')
  const isEditable = target.closest(EDITABLE_SELECTOR) !== null
  // A filter input lies inside the grid's layer, but grid keys do not apply to typing.
  const isOverGrid = isEditable && (layer === 'grid' || layer === 'detail')
  return { layers: layersOf(isOverGrid ? 'none' : layer, activeScopes), isEditable, isPopup: layer === 'dialog' }
}

function openLayer({ list, detail, dashboard, form }: Scopes): Layer | 'none' {
  if (list !== null) return 'grid'
  if (detail !== null) return 'detail'
  if (dashboard !== null) return 'page'
  return form !== null ? 'form' : 'none'
}

/** Whether the element records keys (`data-takes-keys`), so that none of them is a shortcut. */
const capturesKeys = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-takes-keys]') !== null

const NATIVE_ACTIVATION =
  'button, a[href], summary, input, [role="button"], [role="link"], [role="menuitem"], [role="tab"], [role="checkbox"], ' +
  '[role="switch"], [role="radio"], [role="option"]'
const NATIVE_ARROWS = '[role="tablist"], [role="radiogroup"], [role="menubar"], [role="toolbar"], [role="slider"]'

const OPENS_POPUP = '[aria-expanded="true"]:is([aria-haspopup], [role="combobox"])'

/** Whether the browser or a widget handles this key on the target: Enter and Space press a button. */
function isNativeKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (key === 'enter' || key === 'space') return target.closest(NATIVE_ACTIVATION) !== null
  if (/^(arrow|home$|end$)/.test(key)) return target.closest(NATIVE_ARROWS) !== null
  // Escape closes a field's open popup first. A group of the menu that is expanded is none.
  return key === 'escape' && target.closest(OPENS_POPUP) !== null && target.closest('[data-layer="palette"]') === null
}

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
