import type { Layer } from '#commands/keyboard/keymap.ts'
import type { ActiveScopes } from '../state/activeScopes.ts'

/** The focused area, as far as it affects keys. */
export interface FocusContext {
  /** Keymap layers to look up, in this order. */
  layers: readonly Layer[]
  /** Whether text is typed here: characters and caret keys belong to the field. */
  isEditable: boolean
  /** Whether a dialog or menu has the focus; it handles Escape and its own keys. */
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
 * The focus context of a key event's target. With the focus on the page itself, as after a click on an empty area, it is the open
 * list, row detail, dashboard or form.
 */
export function focusContextOf(target: EventTarget | null, activeScopes: OpenScopes): FocusContext {
  if (!(target instanceof Element) || target.matches('body, html, main')) {
    return { layers: LAYERS[openLayer(activeScopes)], isEditable: false, isPopup: false }
  }
  const layerElement = target.closest<HTMLElement>(LAYER_SELECTOR)
  const layer = layerElement === null ? 'none' : ((layerElement.dataset.layer as Layer | undefined) ?? 'dialog')
  const isEditable = target.closest(EDITABLE_SELECTOR) !== null
  // A filter input lies inside the grid's layer, but grid keys do not apply to typing.
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

/** Whether the element records keys (`data-takes-keys`), so that none of them is a shortcut. */
export const capturesKeys = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-takes-keys]') !== null

const NATIVE_ACTIVATION =
  'button, a[href], summary, input, [role="button"], [role="link"], [role="menuitem"], [role="tab"], [role="checkbox"], ' +
  '[role="switch"], [role="radio"], [role="option"]'
const NATIVE_ARROWS = '[role="tablist"], [role="radiogroup"], [role="menubar"], [role="toolbar"], [role="slider"]'

/** Whether the browser or a widget handles this key on the target: Enter and Space press a button. */
export function isNativeKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (key === 'enter' || key === 'space') return target.closest(NATIVE_ACTIVATION) !== null
  if (/^(arrow|home$|end$)/.test(key)) return target.closest(NATIVE_ARROWS) !== null
  // Escape closes a field's open popup first.
  return (
    key === 'escape' && target.closest('[aria-expanded="true"]') !== null && target.closest('[data-layer="palette"]') === null
  )
}
