import type { Theme } from '#commands/appScope.ts'

export const THEMES: readonly Theme[] = ['system', 'light', 'dark']

/** Applies a setting of the user to the page; `system` follows the system setting. */
export function applySetting(name: 'theme' | 'motion', value: string, { dataset }: HTMLElement): void {
  if (value === 'system') delete dataset[name]
  else dataset[name] = value
}
