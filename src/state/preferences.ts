import type { Exported, Theme, Verbosity } from '#commands/appScope.ts'
import { applyKeyChanges, type KeyChanges } from '#commands/keyboard/keyChanges.ts'
import { createActiveKeymap } from '#commands/keyboard/keymap.ts'
import { applySetting } from '../theme.ts'
import { type Atoms, createStoredValue, createValue } from './atoms.ts'
import type { Store } from './storage.ts'

export const CHORD_LIMIT_MS = 1_500

export interface PreferenceValues {
  theme: Theme
  density: 'regular' | 'compact'
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

/** Pixels below which the sidebar is collapsed at first. */
export const NARROW = 992

const DEFAULTS: PreferenceValues = {
  theme: 'system',
  density: 'regular',
  pageSize: 10,
  motion: 'system',
  characterKeys: true,
  chordLimit: CHORD_LIMIT_MS,
  keys: {},
}

export type Preferences = ReturnType<typeof createPreferences>

/** The user's preferences: stored, and applied to the page on each change. */
export function createPreferences(
  store: Store,
  atoms: Atoms,
  { document, innerWidth }: Pick<Window, 'document' | 'innerWidth'>,
) {
  const { get, set, subscribe } = createValue(atoms, stored(store))
  const keymap = createValue(atoms, createActiveKeymap())

  function change(some: Partial<PreferenceValues>) {
    for (const [name, value] of Object.entries(some)) {
      store.own(name).set(name === 'chordLimit' ? { limit: value } : value)
    }
    show({ ...get(), ...some })
  }

  function show(values: PreferenceValues) {
    applySetting('theme', values.theme, document.documentElement)
    applySetting('motion', values.motion, document.documentElement)
    document.documentElement.dataset.density = values.density
    keymap.set(createActiveKeymap(applyKeyChanges(values.keys)))
    set(values)
  }

  show(get())
  return {
    get,
    subscribe,
    change,
    keymap,
    /** Ignores the stored keys if they are invalid, which would make the console unusable. */
    checkKeys(areValid: (keys: KeyChanges) => boolean) {
      if (!passes(get().keys, areValid)) show({ ...get(), keys: {} })
    },
    /** Whether the sidebar shows icons only. */
    isCollapsed: createStoredValue<boolean>(atoms, store.own('collapsed'), innerWidth < NARROW),
    verbosity: store.own<Verbosity>('verbosity'),
    exported: store.own<Exported>('exported'),
  }
}

function stored({ own }: Store): PreferenceValues {
  const entries = Object.entries(DEFAULTS).map(([name, initial]) => [name, own(name).get() ?? initial])
  const values: PreferenceValues = Object.fromEntries(entries)
  // In an object, because null is a limit.
  const { limit } = own<{ limit: number | null }>('chordLimit').get() ?? { limit: CHORD_LIMIT_MS }
  const areKeysReadable = passes(values.keys, (changes) => applyKeyChanges(changes) !== null)
  return { ...values, chordLimit: limit, keys: areKeysReadable ? values.keys : {} }
}

/** Whether the keys pass. Another version or a user may have stored anything, on which the check fails. */
function passes(keys: KeyChanges, check: (keys: KeyChanges) => boolean): boolean {
  try {
    return check(keys)
  } catch {
    return false
  }
}
