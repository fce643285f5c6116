import type { Theme } from '#commands/scope.ts'

/** Puts a theme on the page; `system` leaves it to the system's own. */
export function applyTheme(theme: Theme, root: HTMLElement): void {
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
}
