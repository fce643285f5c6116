/** Puts the focus where a page begins as it comes; by then somebody may be typing into the palette, and goes on there. */
export function arrive(element: HTMLElement | null): void {
  if (document.activeElement?.closest('[data-layer="palette"]') == null) element?.focus()
}
