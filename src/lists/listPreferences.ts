import { createSignal, type Signal } from '../state/signal.ts'
import type { Console } from '../useConsole.tsx'
import { DEFAULT_SIZE } from './filters/query.ts'

export type Density = 'regular' | 'compact'
/** Pixels of a row. */
export const ROW_HEIGHTS: Record<Density, number> = { regular: 32, compact: 26 }

/** Rows of a page of a plain table, where nobody chose another number: who listens to a page wants fewer pages. */
const SPOKEN_SIZE = 50

/** How lists look to a user, in all of them alike, and after a reload. */
export interface ListPreferences {
  readonly density: Signal<Density>
  /** Whether the timeline of a record begins with what happened last. */
  readonly newestFirst: Signal<boolean>
  /** Rows of a page. */
  size(): number
  rememberSize(size: number): void
  /** `owner` is whose undo it is. */
  toggleDensity(owner: object): void
  close(): void
}

export function createListPreferences({
  store,
  readsAloud,
  undo,
}: Pick<Console, 'store' | 'readsAloud' | 'undo'>): ListPreferences {
  const remembered = {
    size: store.own<number>('pageSize'),
    spokenSize: store.own<number>('readerPageSize'),
    density: store.own<Density>('density'),
    newestFirst: store.own<boolean>('timeline.newestFirst'),
  }
  const density = createSignal<Density>(remembered.density.get() ?? 'regular')
  const newestFirst = createSignal(remembered.newestFirst.get() ?? false)
  const stopping = [
    density.subscribe(() => remembered.density.set(density.get())),
    newestFirst.subscribe(() => remembered.newestFirst.set(newestFirst.get())),
  ]
  return {
    density,
    newestFirst,
    size: () => (readsAloud.get() ? (remembered.spokenSize.get() ?? SPOKEN_SIZE) : (remembered.size.get() ?? DEFAULT_SIZE)),
    rememberSize: (size) => (readsAloud.get() ? remembered.spokenSize : remembered.size).set(size),
    toggleDensity(owner) {
      const before = density.get()
      const after = before === 'regular' ? 'compact' : 'regular'
      density.set(after)
      undo.did({ label: ['undo.density'], undo: () => density.set(before), redo: () => density.set(after), owner })
    },
    close() {
      for (const stop of stopping) stop()
    },
  }
}
