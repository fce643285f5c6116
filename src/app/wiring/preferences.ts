import type { Verbosity } from '#commands/appScope.ts'
import { applyKeyChanges, type KeyChanges } from '#commands/keyboard/keyChanges.ts'
import { createActiveKeymap } from '#commands/keyboard/keymap.ts'
import { type Atoms, createStoredValue, createValue } from '../../state/atoms.ts'
import { CHORD_LIMIT_MS, type Preferences, type PreferenceValues } from '../../state/preferences.ts'
import type { Store } from '../../state/storage.ts'
import { applySetting } from '../theme.ts'

const NARROW = 992

const DEFAULTS: PreferenceValues = {
  theme: 'system',
  density: 'regular',
  pageSize: 10,
  motion: 'system',
  characterKeys: true,
  chordLimit: CHORD_LIMIT_MS,
  keys: {},
}

/** The user's preferences: stored, and applied to the page. */
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
    isCollapsed: createStoredValue<boolean>(atoms, store.own('collapsed'), innerWidth < NARROW),
    verbosity: store.own<Verbosity>('verbosity'),
  } satisfies Preferences & Record<string, unknown>
}

function stored({ own }: Store): PreferenceValues {
  const read = <Name extends keyof PreferenceValues>(name: Name) => own<PreferenceValues[Name]>(name).get() ?? DEFAULTS[name]
  const keys = read('keys')
  return {
    theme: read('theme'),
    density: read('density'),
    pageSize: read('pageSize'),
    motion: read('motion'),
    characterKeys: read('characterKeys'),
    // In an object, because null is a limit.
    chordLimit: (own<{ limit: number | null }>('chordLimit').get() ?? { limit: CHORD_LIMIT_MS }).limit,
    keys: passes(keys, (changes) => applyKeyChanges(changes) !== null) ? keys : {},
  }
}

/** Whether the keys pass. Another version or a user may have stored anything, on which the check fails. */
function passes(keys: KeyChanges, check: (keys: KeyChanges) => boolean): boolean {
  try {
    return check(keys)
  } catch {
    return false
  }
}
