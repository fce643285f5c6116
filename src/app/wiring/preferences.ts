import { atom, type createStore } from 'jotai'
import type { Theme, Verbosity } from '#commands/appScope.ts'
import { applyKeyChanges, type KeyChanges } from '#commands/keyboard/keyChanges.ts'
import { setKeymap } from '#commands/keyboard/keymap.ts'
import { CHORD_LIMIT_MS, type Preferences, type PreferenceValues } from '../../state/preferences.ts'
import type { Store } from '../../state/storage.ts'
import { applyMotion, applyTheme } from '../theme.ts'

/** Whether the sidebar shows icons only. */
export const collapsedAtom = atom(false)
export const themeAtom = atom<Theme>('system')

type Atoms = ReturnType<typeof createStore>

const NARROW = 992
const PAGE_SIZE = 10

/** The user's preferences: stored, and applied to the page. */
export function createPreferences(
  store: Store,
  atoms: Atoms,
  { document, innerWidth }: Pick<Window, 'document' | 'innerWidth'>,
) {
  const collapsed = store.own<boolean>('collapsed')
  const cells = {
    theme: store.own<Theme>('theme'),
    density: store.own<PreferenceValues['density']>('density'),
    pageSize: store.own<number>('pageSize'),
    motion: store.own<PreferenceValues['motion']>('motion'),
    characterKeys: store.own<boolean>('characterKeys'),
    chordLimit: store.own<{ limit: number | null }>('chordLimit'),
    keys: store.own<KeyChanges>('keys'),
  }
  const listeners = new Set<() => void>()
  // Replaced when the command runtime has loaded, before any key runs a command.
  let areSound = (_keys: KeyChanges) => true
  let known = read()

  // Lists store density and page size themselves, so earlier values may be stale.
  function current(): PreferenceValues {
    const now = read()
    if (JSON.stringify(now) !== JSON.stringify(known)) known = now
    return known
  }

  function read(): PreferenceValues {
    const limit = cells.chordLimit.get()
    return {
      theme: cells.theme.get() ?? 'system',
      density: cells.density.get() ?? 'regular',
      pageSize: cells.pageSize.get() ?? PAGE_SIZE,
      motion: cells.motion.get() ?? 'system',
      characterKeys: cells.characterKeys.get() ?? true,
      chordLimit: limit === null ? CHORD_LIMIT_MS : limit.limit,
      keys: soundKeys(cells.keys.get(), areSound),
    }
  }

  function change({ chordLimit, ...some }: Partial<PreferenceValues>) {
    for (const [name, value] of Object.entries(some)) cells[name as keyof typeof some].set(value as never)
    if (chordLimit !== undefined) cells.chordLimit.set({ limit: chordLimit })
    show(current())
    for (const changed of listeners) changed()
  }

  function show({ theme, density, motion, keys }: PreferenceValues) {
    atoms.set(themeAtom, theme)
    applyTheme(theme, document.documentElement)
    applyMotion(motion, document.documentElement)
    document.documentElement.dataset.density = density
    setKeymap(applyKeyChanges(keys))
  }

  const verbosity = store.own<Verbosity>('verbosity')
  const changeLayoutCollapsed = (flag: boolean) => {
    collapsed.set(flag)
    atoms.set(collapsedAtom, flag)
  }
  atoms.set(collapsedAtom, collapsed.get() ?? innerWidth < NARROW)
  show(known)
  return {
    current,
    change,
    subscribe(changed: () => void) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    /** Discards an invalid keymap from now on. */
    judgeKeys(judge: (keys: KeyChanges) => boolean) {
      areSound = judge
      const { keys } = known
      if (current().keys !== keys) show(known)
    },
    get verbosity() {
      return verbosity.get() ?? 'full'
    },
    setVerbosity: verbosity.set,
    changeLayoutCollapsed,
    toggleSidebar: () => changeLayoutCollapsed(!atoms.get(collapsedAtom)),
  } satisfies Preferences & Record<string, unknown>
}

/** Key changes stored by another version or by hand may be invalid, which would make the console unusable. */
function soundKeys(stored: KeyChanges | null, areSound: (keys: KeyChanges) => boolean): KeyChanges {
  try {
    return stored !== null && areSound(stored) && applyKeyChanges(stored) !== null ? stored : {}
  } catch {
    return {}
  }
}

export type ConsolePreferences = ReturnType<typeof createPreferences>
