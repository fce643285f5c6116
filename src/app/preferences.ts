import { atom, type createStore } from 'jotai'
import type { Theme } from '#commands/scope.ts'
import type { Store } from '../storage.ts'
import { applyTheme } from '../theme.ts'

/** Whether the side bar shows icons only. */
export const collapsedAtom = atom(false)
export const themeAtom = atom<Theme>('system')

type Atoms = ReturnType<typeof createStore>

const NARROW = 992

/** How the user likes the console: remembered, and put on the page. */
export function createPreferences(
  store: Store,
  atoms: Atoms,
  { document, innerWidth }: Pick<Window, 'document' | 'innerWidth'>,
) {
  const theme = store.own<Theme>('theme')
  const collapsed = store.own<boolean>('collapsed')
  const changeLayoutCollapsed = (flag: boolean) => {
    collapsed.set(flag)
    atoms.set(collapsedAtom, flag)
  }
  atoms.set(themeAtom, theme.get() ?? 'system')
  atoms.set(collapsedAtom, collapsed.get() ?? innerWidth < NARROW)
  return {
    get theme() {
      return atoms.get(themeAtom)
    },
    setTheme(chosen: Theme) {
      theme.set(chosen)
      atoms.set(themeAtom, chosen)
      applyTheme(chosen, document.documentElement)
    },
    changeLayoutCollapsed,
    toggleSidebar: () => changeLayoutCollapsed(!atoms.get(collapsedAtom)),
  }
}

export type Preferences = ReturnType<typeof createPreferences>
