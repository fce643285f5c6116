import type { Theme } from '#commands/appScope.ts'

/** Applies a theme to the page; `system` follows the system setting. */
export function applyTheme(theme: Theme, root: HTMLElement): void {
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
}

/** Follows the system's motion setting, or disables motion. */
export function applyMotion(motion: 'system' | 'none', root: HTMLElement): void {
  if (motion === 'system') delete root.dataset.motion
  else root.dataset.motion = motion
}
