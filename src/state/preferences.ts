import type { Theme } from '#commands/appScope.ts'
import type { KeyChanges } from '#commands/keyboard/keyChanges.ts'

/** How long a chord waits where nobody said otherwise. Milliseconds. */
export const CHORD_LIMIT_MS = 1_500

/** How a user likes the console. */
export interface PreferenceValues {
  theme: Theme
  density: 'regular' | 'compact'
  /** Rows of a page. */
  pageSize: number
  /** As the system says, or nothing moves. */
  motion: 'system' | 'none'
  /** Whether keys without a modifier are commands. */
  characterKeys: boolean
  /** How long a chord waits for its next key, in milliseconds; null waits for ever. */
  chordLimit: number | null
  /** Keys that are other than the keymap's. */
  keys: KeyChanges
}

/** What is remembered of it, put on the page as soon as it is changed. */
export interface Preferences {
  /** The same object until something is other. */
  current(): PreferenceValues
  change(some: Partial<PreferenceValues>): void
  subscribe(changed: () => void): () => void
}
