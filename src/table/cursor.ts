/** Row of the header, which the cursor can enter. */
export const HEADER = -1

/** `aria-rowindex` of row 0: counted from 1, after the header. */
export const FIRST_ROW_INDEX = 2

/** The cursor of a grid. Outside React state, so that a move renders two rows only. */
export interface Cursor {
  /** Counted from 0 over the whole result; `HEADER` for the header. */
  readonly row: number
  readonly column: string
  set(row: number, column?: string): void
  subscribe(listener: () => void): () => void
  /** Notified after all other subscribers, so that their renders flush together with the follower's. */
  subscribeLast(listener: () => void): () => void
}

/** Where the position of a cursor is kept. */
interface CursorStore {
  get(): Pick<Cursor, 'row' | 'column'>
  set(position: Pick<Cursor, 'row' | 'column'>): void
  subscribe(changed: () => void): unknown
}

export function createCursor({ get, set, subscribe }: CursorStore): Cursor {
  const listeners = new Set<() => void>()
  const lateListeners = new Set<() => void>()
  let known = get()
  subscribe(() => {
    if (get() === known) return
    known = get()
    for (const listener of listeners) listener()
    for (const listener of lateListeners) listener()
  })
  const join = (some: Set<() => void>) => (listener: () => void) => {
    some.add(listener)
    return () => some.delete(listener)
  }
  return {
    get row() {
      return get().row
    },
    get column() {
      return get().column
    },
    set: (row, column = get().column) => set({ row, column }),
    subscribe: join(listeners),
    subscribeLast: join(lateListeners),
  }
}
