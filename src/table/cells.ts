import { FIRST_ROW_INDEX } from './cursor.ts'

/** The drawn cell of a row and a column, if there is one. */
export function cellElement(grid: HTMLElement | null, row: number, column: string): HTMLElement | null {
  const drawn = grid?.querySelector(`[aria-rowindex="${row + FIRST_ROW_INDEX}"]`)
  return drawn?.querySelector<HTMLElement>(`[data-column="${column}"]`) ?? null
}

/** The cell an element belongs to; its row is `HEADER` in the head. */
export function cellPosition(element: Element): { row: number; column: string } | null {
  const column = element.closest<HTMLElement>('[data-column]')?.dataset.column
  const row = Number(element.closest('[aria-rowindex]')?.getAttribute('aria-rowindex'))
  return column === undefined || Number.isNaN(row) ? null : { row: row - FIRST_ROW_INDEX, column }
}

/** The one cell among the rows that Tab leads to. */
export interface TabStop {
  /** Null leaves none. The focus moves in between, if it does: with both of them stops. */
  moveTo(cell: HTMLElement | null, focus?: () => void): void
}

/**
 * A browser that is told that what has the focus is no stop any more lays out the page to see whether it may keep it: with every
 * key, in the middle of a draw. So rows are drawn without a stop, and the stop moves when the focus has moved.
 */
export function createTabStop(): TabStop {
  let held: HTMLElement | null = null
  return {
    moveTo(cell, focus) {
      const former = held
      held = cell
      if (cell !== null && cell !== former) cell.tabIndex = 0
      focus?.()
      if (former !== null && former !== cell) former.tabIndex = -1
    },
  }
}
