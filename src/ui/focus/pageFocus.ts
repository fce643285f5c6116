let lastFocused: Element | null = null

/**
 * Remembers the focused element of the page when an overlay opens. Overlays over a dialog are ignored: the dialog may be closing, and
 * its elements disappear with it.
 */
export function savePageFocus(page: Document): void {
  const { activeElement } = page
  if (activeElement?.closest('[data-layer="dialog"], [data-layer="palette"]') == null) lastFocused = activeElement
}

/** The last focused element of the page, if it is still there. */
export const lastPageFocus = (): HTMLElement | null => (isFocusTarget(lastFocused) ? lastFocused : null)

/** Whether the body or the main region has the focus, as after a click on empty space: keys then act on the open screen. */
export const isFocusOnPage = (): boolean => document.activeElement === document.body || document.activeElement?.id === 'main'

export const isFocusTarget = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element !== element.ownerDocument.body
