/** Focuses the start of a new page, unless the user already types into the palette. */
export function focusOnArrival(element: HTMLElement | null): void {
  if (document.activeElement?.closest('[data-layer="palette"]') == null) element?.focus()
}
