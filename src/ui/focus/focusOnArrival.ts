/** Popups that take keys: the palette, dialogs, menus and lists of options. One that is closing leaves its focus. */
const OPEN_POPUP = ':is([role$=dialog], [role=menu], [role=listbox]):not([data-closed])'

/** Focuses the start of a new page or dialog, unless it is a page and the user is already in a popup over it. */
export function focusOnArrival(element: HTMLElement | null): void {
  if (!document.activeElement?.closest(OPEN_POPUP) || !element?.closest('#main')) element?.focus()
}
