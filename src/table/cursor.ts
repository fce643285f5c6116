/** The row of the header, where the cursor can stand as well. */
export const HEADER = -1

/** `aria-rowindex` of row 0: it is counted from 1, and the header is the first. */
export const FIRST_ROW_INDEX = 2

/** Where the keyboard is in a grid. It lives outside of what is drawn, so that a move draws two rows again and nothing else. */
export interface Cursor {
  /** Counted from 0 over the whole result; `HEADER` for the header. */
  readonly row: number
  readonly column: string
  set(row: number, column?: string): void
  subscribe(moved: () => void): () => void
  /** Told after all others, when what they draw can be drawn at once with what the follower does. */
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
