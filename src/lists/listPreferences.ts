import { createSignal, type Signal } from '../state/signal.ts'
import type { Console } from '../useConsole.tsx'
import { DEFAULT_PAGE_SIZE } from './filters/query.ts'

export type Density = 'regular' | 'compact'
/** Row height in pixels. */
export const ROW_HEIGHTS: Record<Density, number> = { regular: 32, compact: 26 }

/** The default page size in screen-reader mode, where pages are shorter. */
const SCREEN_READER_PAGE_SIZE = 50

/** Display preferences shared by all lists and stored per user. */
export interface ListPreferences {
  readonly density: Signal<Density>
  /** The timeline shows the newest entry first. */
  readonly newestFirst: Signal<boolean>
  /** Rows per page. Screen-reader mode has a size of its own. */
  pageSize(): number
  savePageSize(size: number): void
  /** `owner` is the owner of the undo entry. */
  toggleDensity(owner: object): void
  close(): void
}

export function createListPreferences({
  store,
  readsAloud,
  undo,
}: Pick<Console, 'store' | 'readsAloud' | 'undo'>): ListPreferences {
  const stored = {
    size: store.own<number>('pageSize'),
    spokenSize: store.own<number>('readerPageSize'),
    density: store.own<Density>('density'),
    newestFirst: store.own<boolean>('timeline.newestFirst'),
  }
  const density = createSignal<Density>(stored.density.get() ?? 'regular')
  const newestFirst = createSignal(stored.newestFirst.get() ?? false)
  const cleanups = [
    density.subscribe(() => stored.density.set(density.get())),
    newestFirst.subscribe(() => stored.newestFirst.set(newestFirst.get())),
  ]
  return {
    density,
    newestFirst,
    pageSize: () =>
      readsAloud.get() ? (stored.spokenSize.get() ?? SCREEN_READER_PAGE_SIZE) : (stored.size.get() ?? DEFAULT_PAGE_SIZE),
    savePageSize: (size) => (readsAloud.get() ? stored.spokenSize : stored.size).set(size),
    toggleDensity(owner) {
      const before = density.get()
      const after = before === 'regular' ? 'compact' : 'regular'
      density.set(after)
      undo.push({ label: ['undo.density'], undo: () => density.set(before), redo: () => density.set(after), owner })
    },
    close() {
      for (const stop of cleanups) stop()
    },
  }
}
