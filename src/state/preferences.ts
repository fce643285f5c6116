import type { Theme, Verbosity } from '#commands/appScope.ts'
import type { KeyChanges } from '#commands/keyboard/keyChanges.ts'
import type { ActiveKeymap } from '#commands/keyboard/keymap.ts'
import type { StoredValue } from './storage.ts'
import type { Value } from './value.ts'

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
export interface Preferences extends Omit<Value<PreferenceValues>, 'set'> {
  change(some: Partial<PreferenceValues>): void
  readonly keymap: Pick<Value<ActiveKeymap>, 'get' | 'subscribe'>
  /** Whether the sidebar shows icons only. */
  readonly isCollapsed: Value<boolean>
  readonly verbosity: StoredValue<Verbosity | null>
}
