import type { Layer } from '#commands/keyboard/keymap.ts'
import type { ActiveScopes } from '../state/activeScopes.ts'

/** What the focus is on, as far as keys care. */
export interface FocusContext {
  /** Whose keys are looked up, in this order. */
  layers: readonly Layer[]
  /** Text is typed here: characters and the keys that move in text are its own. */
  isEditable: boolean
  /** A dialog or menu has it, which closes by itself on Escape and uses keys of its own. */
  isPopup: boolean
}

const LAYERS: Record<Layer | 'none', readonly Layer[]> = {
  none: ['global'],
  global: ['global'],
  page: ['page', 'global'],
  grid: ['grid', 'global'],
  detail: ['detail', 'global'],
  form: ['form', 'global'],
  dialog: ['dialog', 'global'],
  palette: ['palette', 'global'],
}

const LAYER_SELECTOR = '[data-layer], [role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]'

const EDITABLE_SELECTOR =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="searchbox"], [role="combobox"], ' +
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="reset"], [type="file"], [type="range"])'

/**
 * Finds out where a key was pressed. With the focus on nothing at all, or on the page as after a click beside everything, it is what
 * is open: list, record, dashboard or form.
 */
export function focusContextOf(target: EventTarget | null, activeScopes: OpenScopes): FocusContext {
  if (!(target instanceof Element) || target.matches('body, html, main')) {
    return { layers: LAYERS[openLayer(activeScopes)], isEditable: false, isPopup: false }
  }
  const layerElement = target.closest<HTMLElement>(LAYER_SELECTOR)
  const layer = layerElement === null ? 'none' : ((layerElement.dataset.layer as Layer | undefined) ?? 'dialog')
  const isEditable = target.closest(EDITABLE_SELECTOR) !== null
  // A filter box stands among the rows, but their keys are not for what is typed into it.
  const isOverGrid = isEditable && (layer === 'grid' || layer === 'detail')
  return { layers: LAYERS[isOverGrid ? 'none' : layer], isEditable, isPopup: layer === 'dialog' }
}

type OpenScopes = Pick<ActiveScopes, 'list' | 'detail' | 'dashboard' | 'form'>

function openLayer({ list, detail, dashboard, form }: OpenScopes): Layer | 'none' {
  if (list !== null) return 'grid'
  if (detail !== null) return 'detail'
  if (dashboard !== null) return 'page'
  return form !== null ? 'form' : 'none'
}

/** Whether keys are what is written there, so that none of them is a shortcut. */
export const capturesKeys = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-takes-keys]') !== null

const NATIVE_ACTIVATION =
  'button, a[href], summary, input, [role="button"], [role="link"], [role="menuitem"], [role="tab"], [role="checkbox"], ' +
  '[role="switch"], [role="radio"], [role="option"]'
const NATIVE_ARROWS = '[role="tablist"], [role="radiogroup"], [role="menubar"], [role="toolbar"], [role="slider"]'

/** Whether the browser or a widget does something with this key where the focus is: a button is pressed by Enter and Space. */
export function isNativeKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (key === 'enter' || key === 'space') return target.closest(NATIVE_ACTIVATION) !== null
  if (/^(arrow|home$|end$)/.test(key)) return target.closest(NATIVE_ARROWS) !== null
  // An open popup of a field closes first.
  return (
    key === 'escape' && target.closest('[aria-expanded="true"]') !== null && target.closest('[data-layer="palette"]') === null
  )
}
