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
  subscribe(moved: () => void): () => void
  /** Notified after all other subscribers, so that their renders flush together with the follower's. */
  subscribeLast(moved: () => void): () => void
}

export function createCursor(column: string): Cursor {
  const listeners = new Set<() => void>()
  const followers = new Set<() => void>()
  let at = { row: 0, column }
  return {
    get row() {
      return at.row
    },
    get column() {
      return at.column
    },
    set(row, column = at.column) {
      if (row === at.row && column === at.column) return
      at = { row, column }
      for (const moved of listeners) moved()
      for (const moved of followers) moved()
    },
    subscribe(moved) {
      listeners.add(moved)
      return () => listeners.delete(moved)
    },
    subscribeLast(moved) {
      followers.add(moved)
      return () => followers.delete(moved)
    },
  }
}
