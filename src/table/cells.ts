import { FIRST_ROW_INDEX } from './cursor.ts'

/** The mounted cell of a row and a column, or null. */
export function cellElement(grid: HTMLElement | null, row: number, column: string): HTMLElement | null {
  const drawn = grid?.querySelector(`[aria-rowindex="${row + FIRST_ROW_INDEX}"]`)
  return drawn?.querySelector<HTMLElement>(`[data-column="${column}"]`) ?? null
}

/** Row and column of the cell that contains an element; the row is `HEADER` in the header. */
export function cellPosition(element: Element): { row: number; column: string } | null {
  const column = element.closest<HTMLElement>('[data-column]')?.dataset.column
  const row = Number(element.closest('[aria-rowindex]')?.getAttribute('aria-rowindex'))
  return column === undefined || Number.isNaN(row) ? null : { row: row - FIRST_ROW_INDEX, column }
}

/**
 * The single tab stop among the cells. Removing `tabindex` from the focused element forces a synchronous layout. Rows therefore render without a tab stop, and the tab stop
 * moves after the focus has moved.
 */
export function createTabStop() {
  let current: HTMLElement | null = null
  return {
    /** Null removes it. `focus` runs in between, while both cells are tab stops. */
    moveTo(cell: HTMLElement | null, focus?: () => void) {
      const previous = current
      current = cell
      if (cell !== null && cell !== previous) cell.tabIndex = 0
      focus?.()
      if (previous !== null && previous !== cell) previous.tabIndex = -1
    },
  }
}
