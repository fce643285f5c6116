import type { Theme } from '#commands/appScope.ts'

/** Puts a theme on the page; `system` leaves it to the system's own. */
export function applyTheme(theme: Theme, root: HTMLElement): void {
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
}

/** Lets things move as the system says, or not at all. */
export function applyMotion(motion: 'system' | 'none', root: HTMLElement): void {
  if (motion === 'system') delete root.dataset.motion
  else root.dataset.motion = motion
}
