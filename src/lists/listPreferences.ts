import { createSignal, type Signal } from '../state/signal.ts'
import type { Console } from '../useConsole.tsx'
import { DEFAULT_PAGE_SIZE } from './filters/query.ts'

export type Density = 'regular' | 'compact'
/** Pixels of a row. */
export const ROW_HEIGHTS: Record<Density, number> = { regular: 32, compact: 26 }

/** Rows of a page of a plain table, where nobody chose another number: who listens to a page wants fewer pages. */
const SCREEN_READER_PAGE_SIZE = 50

/** How lists look to a user, in all of them alike, and after a reload. */
export interface ListPreferences {
  readonly density: Signal<Density>
  /** Whether the timeline of a record begins with what happened last. */
  readonly newestFirst: Signal<boolean>
  /** Rows of a page. */
  pageSize(): number
  savePageSize(size: number): void
  /** `owner` is whose undo it is. */
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
