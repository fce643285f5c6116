type List = { focus(): void } | null

/** Moves the focus to the page, and to its list, if it has one. */
export function focusPage(list: List): void {
  document.getElementById('main')?.focus()
  list?.focus()
}

/** The menu, the top bar and the status bar; and the body, which has a lost focus. */
const OUTSIDE = 'body, #root :not(#main, #main *)'

/** Moves the focus from outside of the page to it, unless something else, such as a dialog, has taken it by the next frame. */
export function returnToPage(list: List): void {
  const { activeElement } = document
  if (activeElement?.matches(OUTSIDE) !== true) return
  requestAnimationFrame(() => document.activeElement === activeElement && focusPage(list))
}
