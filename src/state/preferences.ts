import { EXPORTED, type Theme, VERBOSITIES } from '#commands/appScope.ts'
import { applyKeyChanges, type KeyChanges } from '#commands/keyboard/keyChanges.ts'
import { createActiveKeymap } from '#commands/keyboard/keymap.ts'
import { PAGE_SIZES } from '#commands/lists/pageSizes.ts'
import { applySetting, THEMES } from '../theme.ts'
import { type Atoms, createValue } from './atoms.ts'
import type { Store } from './storage.ts'
import { isA, isAnything, isFlag, isListOf, isMapOf, isOneOf, isShapeOf, isText } from './storedShapes.ts'

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

/** Pixels below which the sidebar starts collapsed, whatever was chosen in a wider window. */
export const NARROW = 1200

/** The values of each preference. */
export const CHOICES: { readonly [Name in Exclude<keyof PreferenceValues, 'keys'>]: readonly PreferenceValues[Name][] } = {
  theme: THEMES,
  density: ['regular', 'compact'],
  pageSize: PAGE_SIZES,
  motion: ['system', 'none'],
  characterKeys: [true, false],
  chordLimit: [CHORD_LIMIT_MS, 3_000, 5_000, null],
}

const areKeyChanges = isA<KeyChanges>(isMapOf(isMapOf(isListOf(isText))))

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
export function createPreferences(store: Store, atoms: Atoms, page: Pick<Window, 'document' | 'innerWidth'>) {
  const { document } = page
  const { get, set, subscribe } = createValue(atoms, stored(store))
  const keymap = createValue(atoms, createActiveKeymap())

  function change(some: Partial<PreferenceValues>) {
    for (const [name, value] of Object.entries(some)) {
      store.own(name, isAnything).set(name === 'chordLimit' ? { limit: value } : value)
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

  const storedCollapse = store.own('collapsed', isFlag)
  const isNarrow = () => page.innerWidth < NARROW
  const startsCollapsed = () => isNarrow() || storedCollapse.get() === true
  const isCollapsed = createValue<boolean>(atoms, startsCollapsed())
  isCollapsed.subscribe(() => isNarrow() || storedCollapse.set(isCollapsed.get()))

  show(get())
  return {
    get,
    subscribe,
    change,
    keymap,
    /** Changes the stored keys, which another tab may have changed; those of this tab if the outcome is not valid. */
    changeKeys(update: (keys: KeyChanges) => KeyChanges, areValid: (keys: KeyChanges) => boolean) {
      const keys = update(stored(store).keys)
      change({ keys: areValid(keys) ? keys : update(get().keys) })
    },
    /** Applies the valid part of the stored keys: invalid ones, which another version may have stored, could lock the user out. */
    checkKeys(validPartOf: (keys: KeyChanges) => KeyChanges) {
      show({ ...get(), keys: validPartOf(get().keys) })
    },
    /** Whether the sidebar shows icons only. */
    isCollapsed,
    /** Collapses or opens the sidebar as it starts in a window of the current width. */
    resetSidebar: () => isCollapsed.set(startsCollapsed()),
    verbosity: store.own('verbosity', isOneOf(VERBOSITIES)),
    exported: store.own('exported', isOneOf(EXPORTED)),
  }
}

function stored({ own }: Store): PreferenceValues {
  const entries = Object.entries<readonly unknown[]>(CHOICES).map(([name, values]) => [name, own(name, isOneOf(values)).get()])
  const choices = Object.fromEntries(entries.filter(([, value]) => value !== null))
  // In an object, because null is a limit.
  const limit = own('chordLimit', isShapeOf({ limit: isOneOf(CHOICES.chordLimit) })).get()
  const keys = own('keys', areKeyChanges).get()
  return { ...DEFAULTS, ...choices, ...(limit && { chordLimit: limit.limit }), ...(keys && { keys }) }
}
