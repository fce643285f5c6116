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

export function createCursor(column: string): Cursor {
  const listeners = new Set<() => void>()
  const lateListeners = new Set<() => void>()
  let position = { row: 0, column }
  return {
    get row() {
      return position.row
    },
    get column() {
      return position.column
    },
    set(row, column = position.column) {
      if (row === position.row && column === position.column) return
      position = { row, column }
      for (const listener of listeners) listener()
      for (const listener of lateListeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    subscribeLast(listener) {
      lateListeners.add(listener)
      return () => lateListeners.delete(listener)
    },
  }
}
