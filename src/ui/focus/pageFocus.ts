let last: Element | null = null

/**
 * Remembers what of the page has the focus, as something opens over it. What opens over a dialog changes nothing: the dialog may be
 * just going, and what it had goes with it.
 */
export function rememberPageFocus(page: Document): void {
  const { activeElement } = page
  if (activeElement?.closest('[data-layer="dialog"], [data-layer="palette"]') == null) last = activeElement
}

/** What of the page had the focus last, where it is still there. */
export const pageFocus = (): HTMLElement | null => (canTakeFocus(last) ? last : null)

/** On the page or on its main part, where a click beside everything puts it: keys mean what is open. */
export const isFocusNowhere = (): boolean => document.activeElement === document.body || document.activeElement?.id === 'main'

export const canTakeFocus = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element !== element.ownerDocument.body
