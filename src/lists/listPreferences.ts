import { PAGE_SIZES } from '#commands/lists/pageSizes.ts'
import { createStoredValue } from '../state/atoms.ts'
import type { PreferenceValues } from '../state/preferences.ts'
import { isFlag, isOneOf } from '../state/storedShapes.ts'
import type { Console } from '../useConsole.tsx'

/** Row height in pixels. */
export const ROW_HEIGHTS: Record<PreferenceValues['density'], number> = { regular: 32, compact: 26 }

/** The default page size in screen-reader mode, where pages are shorter. */
const SCREEN_READER_PAGE_SIZE = 50

/** Display preferences shared by all lists and stored per user. */
export function createListPreferences({
  atoms,
  preferences,
  store,
  readsAloud,
  undo,
}: Pick<Console, 'atoms' | 'preferences' | 'store' | 'readsAloud' | 'undo'>) {
  const spokenSize = store.own('readerPageSize', isOneOf<number>(PAGE_SIZES))
  return {
    /** The timeline shows the newest entry first. */
    newestFirst: createStoredValue(atoms, store.own('timeline.newestFirst', isFlag), false),
    /** Rows per page. Screen-reader mode has a size of its own. */
    pageSize: () => (readsAloud.get() ? (spokenSize.get() ?? SCREEN_READER_PAGE_SIZE) : preferences.get().pageSize),
    savePageSize: (size: number) => (readsAloud.get() ? spokenSize.set(size) : preferences.change({ pageSize: size })),
    /** `owner` is the owner of the undo entry. */
    toggleDensity(owner: object) {
      const before = preferences.get().density
      const after = before === 'regular' ? 'compact' : 'regular'
      const set = (density: typeof before) => preferences.change({ density })
      set(after)
      undo.push({ label: ['undo.density'], undo: () => set(before), redo: () => set(after), owner })
    },
  }
}
