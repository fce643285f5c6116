import type { Theme } from '#commands/appScope.ts'
import type { KeyChanges } from '#commands/keyboard/keyChanges.ts'

/** The default chord limit in milliseconds. */
export const CHORD_LIMIT_MS = 1_500

/** The user's preferences. */
export interface PreferenceValues {
  theme: Theme
  density: 'regular' | 'compact'
  /** Rows per page. */
  pageSize: number
  /** Follow the system setting, or disable motion. */
  motion: 'system' | 'none'
  /** Whether keys without a modifier are commands. */
  characterKeys: boolean
  /** Milliseconds a chord waits for its next key; null waits indefinitely. */
  chordLimit: number | null
  /** The user's changes to the keymap. */
  keys: KeyChanges
}

/** The stored preferences, applied to the page on each change. */
export interface Preferences {
  /** The same object until a value changes. */
  current(): PreferenceValues
  change(some: Partial<PreferenceValues>): void
  subscribe(changed: () => void): () => void
}
